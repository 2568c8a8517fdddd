/** The ledger on a database that speaks SQL. The statements are in statements.ts; a `Database` carries them out. */
import { LedgerUnavailable } from "../problems/ledger-unavailable.ts";
import type { AuditRow, Deed } from "../rows/audit.ts";
import type { Attention, OrderKey } from "../rows/order.ts";
import type { RewardValue } from "../rows/reward-value.ts";
import type { SessionRow } from "../rows/session.ts";
import { CLOCK_DIFFERENCE_MAX } from "../timing.ts";
import type {
  DueEvent,
  FailedEvent,
  Ledger,
  OrderFilter,
  OwnedFilter,
  OwnedRedemption,
  Standing,
  StoredEvent,
  ToldEvent,
  WebhookRow,
} from "./ledger.ts";
import { WEBHOOKS_LEASE } from "./ledger.ts";
import { NOTICED_KEY, RECOVERED_KEY, waitsFrom } from "./recovery.ts";
import { type Dialect, NEXT_PREFIX, SESSION_PREFIX, type Statement, statementsOf } from "./statements.ts";
import {
  type Columns,
  claimsOf,
  columnsOf,
  digestOf,
  newDeedId,
  present,
  read,
  rowOf,
  storedJson,
  written,
} from "./stored.ts";

export type Values = Readonly<Record<string, string | number | null>>;

export interface Database {
  readonly dialect: Dialect;
  /**
   * Sees every change that was answered before; of a change under way all or nothing.
   * @param of reads a row; if it throws, the row is damaged
   * @throws LedgerUnavailable
   */
  read<T>(statement: Statement, values: Values, of: (columns: Columns) => T): Promise<T[]>;
  /**
   * One transaction, durable when it resolves.
   * @throws RedemptionTaken if a key is violated; nothing was changed
   * @throws LedgerUnavailable if it is unknown whether the change was made
   */
  change(statement: Statement, values: Values): Promise<Changed>;
  /** Empties the file of changes; absent where the database has none of its own. */
  purge?(): Promise<void>;
  /** Looks whether this is still the same database; absent where only a start can find another one. */
  check?(): Promise<void>;
  /** Calls back whenever the connection to the database was lost. */
  onConnectionLost(listener: () => void): void;
  /** Messages between instances; absent where the database has one instance. */
  readonly signals?: Signals;
  /** Whether damaged pages were found since the start: damage does not pass by itself. */
  isDamaged(): boolean;
  close(): Promise<void>;
}

export interface Signals {
  send(text: string): Promise<void>;
  /** Calls back at each message, until the connection is lost. */
  listen(hear: (text: string) => void): Promise<void>;
}

export interface Changed {
  /** The rows that the first statement returned. */
  readonly rows: readonly Columns[];
  /** The answer to a first try was lost: the first try may have made the change that this one found no row for. */
  readonly repeated: boolean;
}

const keyOf = ({ site, order_id }: Columns): OrderKey => ({ site: String(site), order_id: String(order_id) });
const countOf = ({ count }: Columns): number => Number(count);

export const ownedOf = ({ redemption_id, order_id, attempt, promotion_id }: Columns): OwnedRedemption => ({
  redemption_id: read(redemption_id),
  order_id: String(order_id),
  attempt: Number(attempt),
  promotion_id: read(promotion_id),
});

export const rewardValueOf = ({ sku, amount, currency }: Columns): RewardValue => ({
  sku: read(sku),
  amount: Number(amount),
  ...(currency !== null && { currency: read(currency) }),
});

/** @param rows one for each reason, and one without a reason for the unfinished orders */
function standingOf(rows: readonly Columns[]): Standing {
  const unfinished = rows.find(({ reason }) => reason === null);
  return {
    attention: rows
      .filter(({ reason }) => reason !== null)
      .map((row) => ({ reason: row.reason as Attention, count: countOf(row), since: Number(row.since) })),
    unfinished: unfinished ? countOf(unfinished) : 0,
    due_at: unfinished?.since == null ? null : Number(unfinished.since),
  };
}

const maybe = (text: string | undefined): string | null => (text === undefined ? null : written(text));

const ownedBy = (
  site: string,
  { ids, order_id, promotion_id, email, sku, changed_since }: OwnedFilter,
): Values => ({
  site,
  order_id: order_id ?? null,
  promotion_id: maybe(promotion_id),
  email: maybe(email),
  sku: maybe(sku),
  changed_since: changed_since === undefined ? null : Math.floor(changed_since),
  ids: ids ? JSON.stringify(ids.map((id) => ({ digest: digestOf(id) }))) : null,
});

/** Values under names of their own, beside others with the same names. */
const prefixed = (prefix: string, values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]));

const filtered = ({ user_id, grant_id, state, updated_after, after }: OrderFilter): Values => ({
  user_id: user_id ?? null,
  grant_id: grant_id ?? null,
  state: state ?? null,
  updated_after: updated_after ?? null,
  after: after ?? null,
});

const deedsOf = (deed: Deed | undefined): string => {
  if (!deed) return "[]";
  const text = (of: string | null): string | null => (of === null ? null : written(of));
  const { who, actor, why } = deed;
  return JSON.stringify([{ ...deed, id: newDeedId(), who: text(who), actor: text(actor), why: text(why) }]);
};

export function auditRowOf(columns: Columns): AuditRow {
  const text = (of: unknown): string | null => (of === null ? null : read(of));
  const { time, who, actor, why } = columns;
  return {
    ...(columns as unknown as AuditRow),
    time: Number(time),
    who: text(who),
    actor: text(actor),
    why: text(why),
  };
}

/** Reads columns that need no conversion. */
const asIs = <T>(columns: Columns): T => ({ ...columns }) as T;

/** @param given replaces the database's clock in tests on virtual time; epoch ms */
export function createLedger(db: Database, given?: () => number): Ledger {
  const sql = statementsOf(db.dialect);
  const now = () => ({ now: given ? Math.floor(given()) : null });
  const readStored = async ({ site, order_id }: OrderKey) => {
    const columns = { site, order_id, ...now() };
    const [found] = await db.read(sql.readOrder, columns, (row) => ({ row: rowOf(row), body: row.body }));
    return found;
  };
  const readValue = async (key: string): Promise<string | undefined> =>
    (await db.read(sql.get, { key }, ({ value }) => String(value)))[0];

  return {
    readOrder: async (key) => (await readStored(key))?.row,
    async createOrder(order, session) {
      const { rows } = session
        ? await db.change(sql.createOrderAndSession, {
            ...columnsOf(order),
            ...prefixed(SESSION_PREFIX, { ...session }),
          })
        : await db.change(sql.createOrder, columnsOf(order));
      return rows.length > 0;
    },
    async replaceOrder(order, lease, events = [], deed) {
      const columns = columnsOf(order);
      const name = "name" in lease ? lease.name : null;
      const { rows, repeated } = await db.change(sql.replaceOrder[lease.kind], {
        ...columns,
        version: order.version,
        claims: claimsOf(order),
        events: JSON.stringify(events),
        deeds: deedsOf(deed),
        name,
        ...now(),
      });
      const version = order.version + 1;
      if (rows[0]) return present({ ...order, version }, rows[0]);
      if (!repeated) return undefined;
      // The first try, whose answer was lost, may have stored this change: then the row is what it would have made. Of two claims
      // one is the caller's; two other changes that are equal count as one.
      const found = await readStored(order);
      const isOwn = found?.row.order.version === version && found.body === columns.body;
      return isOwn && (lease.kind !== "claim" || found.row.lease?.name === name) ? found.row : undefined;
    },
    async succeedOrder(marked, next) {
      const columns = columnsOf(marked);
      const values = {
        ...columns,
        version: marked.version,
        ...prefixed(NEXT_PREFIX, columnsOf(next)),
        ...now(),
      };
      const { rows, repeated } = await db.change(sql.succeedOrder, values);
      if (rows.length > 0) return true;
      const found = repeated ? await readStored(marked) : undefined;
      return found?.row.order.version === marked.version + 1 && found.body === columns.body;
    },
    chainOf: ({ site, grant_id }) => db.read(sql.chainOf, { site, grant_id, ...now() }, rowOf),
    async lastOfGrant({ site, grant_id }) {
      const [last] = await db.read(sql.lastOfGrant, { site, grant_id }, ({ order_id }) => String(order_id));
      return last;
    },
    ordersOf: (site, filter, limit) =>
      db.read(sql.ordersOf(filter), { site, ...filtered(filter), limit, ...now() }, rowOf),
    rewardsOf: (site, filter, limit) =>
      db.read(sql.rewardsOf(filter), { site, ...filtered(filter), limit, ...now() }, rowOf),
    openOrdersOf: (site, user_id, limit) =>
      db.read(sql.openOrdersOf, { site, user_id, limit, ...now() }, rowOf),
    ordersOfOlderReleases: (limit) => db.read(sql.ordersOfOlderReleases, { limit, ...now() }, rowOf),
    async renewLease({ site, order_id }, name) {
      await db.change(sql.renewLease, { site, order_id, name, ...now() });
    },
    async noteRecovery(time) {
      await db.change(sql.noteRecovery, { time: Math.floor(time), ...now() });
    },
    async checkRecovery() {
      await db.check?.();
      const [last] = await db.read(sql.recoveryNow, now(), (row) => ({
        now: Number(row.now),
        recovered_at: Number(row.recovered_at),
        waits_from: waitsFrom(Number(row.recovered_at), row.waits_from),
      }));
      if (last && last.waits_from > last.now + CLOCK_DIFFERENCE_MAX)
        await db.change(sql.noteWait, { value: `${last.recovered_at}/${last.now}` });
    },
    async recovery() {
      const rows = await db.read(sql.recovery, {}, ({ key, value }) => [String(key), Number(value)] as const);
      const at = new Map(rows);
      const time = at.get(RECOVERED_KEY);
      return time === undefined ? undefined : { at: time, isNoticed: at.get(NOTICED_KEY) === time };
    },
    async purge() {
      await db.purge?.();
    },
    dueOrders: (limit) => db.read(sql.dueOrders, { limit, ...now() }, keyOf),
    ordersNeedingAttention(limit, { site, reason, offset = 0 } = {}) {
      const values = { site: site ?? null, reason: reason ?? null, limit, offset, ...now() };
      return db.read(sql.attention({ site, reason }), values, rowOf);
    },
    async countNeedingAttention({ site, reason }) {
      const values = { site: site ?? null, reason: reason ?? null };
      return (await db.read(sql.countAttention({ site, reason }), values, countOf))[0] ?? 0;
    },
    standing: async () => standingOf(await db.read(sql.standing, {}, asIs<Columns>)),
    ordersToForget: (time, limit) => db.read(sql.ordersToForget, { time: Math.floor(time), limit }, keyOf),
    promotionsOf: (site) => db.read(sql.promotionsOf, { site }, ({ promotion_id }) => read(promotion_id)),
    redemptionsOf: (site, filter, { offset, limit }) =>
      db.read(sql.redemptionsOf(filter), { ...ownedBy(site, filter), offset, limit }, ownedOf),
    watchedPromotions: (time) =>
      db.read(sql.watchedPromotions, { time: Math.floor(time) }, ({ promotion_id }) => read(promotion_id)),
    async claimsOf(ids) {
      if (ids.length === 0) return [];
      const digests = JSON.stringify(ids.map((id) => ({ digest: digestOf(id) })));
      return db.read(sql.claimsOf, { ids: digests }, (row) => ({
        ...keyOf(row),
        redemption_id: read(row.redemption_id),
        attempt: Number(row.attempt),
      }));
    },
    async countRedemptionsOf(site, filter) {
      return (await db.read(sql.countRedemptions(filter), ownedBy(site, filter), countOf))[0] ?? 0;
    },
    async events(site, filter, limit) {
      if (sql.numberEvents) await db.change(sql.numberEvents, {});
      const { after: id, types } = filter;
      const found =
        id === undefined
          ? [0]
          : await db.read(sql.eventPosition, { site, id }, ({ position }) => Number(position));
      if (found[0] === undefined) return undefined;
      const values = {
        site,
        position: found[0],
        limit,
        types: JSON.stringify(types?.map((type) => ({ type })) ?? []),
      };
      return db.read(sql.events(filter), values, asIs<StoredEvent>);
    },
    eventsOf: (site, orderIds) =>
      db.read(sql.eventsOf, { site, ids: JSON.stringify(orderIds.map((id) => ({ id }))) }, asIs<ToldEvent>),
    dueEvents: (site, limit) => db.read(sql.dueEvents, { site, limit, ...now() }, asIs<DueEvent>),
    async noteTry(id, holder, { tries, wait, isDelivered, failure = null }) {
      const ms = wait === null ? null : Math.ceil(wait);
      const tried = {
        id,
        holder,
        lease: WEBHOOKS_LEASE,
        tries,
        wait: ms,
        delivered: isDelivered ? "yes" : "no",
        failure,
      };
      return (await db.change(sql.noteTry, { ...tried, ...now() })).rows.length > 0;
    },
    async sendAgain(site, id) {
      return (await db.change(sql.sendAgain, { site, id, ...now() })).rows.length > 0;
    },
    async sendAgainSince(site, since, deed) {
      const values = { site, since };
      const [count = 0] = await db.read(sql.countEventsSince, values, countOf);
      await db.change(sql.sendAgainSince, { ...values, deeds: deedsOf(deed), ...now() });
      return count;
    },
    failedEvents: (site, limit) => db.read(sql.failedEvents, { site, limit }, asIs<FailedEvent>),
    waitingEvents: () =>
      db.read(sql.waitingEvents, {}, (row) => ({
        site: String(row.site),
        count: countOf(row),
        since: Number(row.since),
      })),
    async deleteEventsBefore(time, limit) {
      await db.change(sql.deleteEvents, { time: Math.floor(time), limit });
    },
    webhooks: () => db.read(sql.webhooks, {}, asIs<WebhookRow>),
    async storeWebhook(webhook) {
      await db.change(sql.storeWebhook, { ...webhook });
    },
    async resumeWebhook(site, deed) {
      if (deed) return void (await db.change(sql.resumeWebhookBy, { site, deeds: deedsOf(deed), ...now() }));
      await db.change(sql.resumeWebhook, { site });
      await db.change(sql.hurryEvents, { site, ...now() });
    },
    async takeLease(name, holder) {
      return (await db.change(sql.takeLease, { name, holder, ...now() })).rows.length > 0;
    },
    async dropLease(name, holder) {
      await db.change(sql.dropLease, { name, holder });
    },
    announceEvents: async (site) => db.signals?.send(site),
    listenForEvents: async (hear) => db.signals?.listen(hear),
    async endSessions({ site, order_id, grant_id, member }, time, deed) {
      const subject = { site, order_id, grant_id: grant_id ?? "", member: member ?? "" };
      const values = { ...subject, time: Math.floor(time) };
      if (deed) await db.change(sql.endSessionsBy, { ...values, deeds: deedsOf(deed), ...now() });
      else await db.change(sql.endSessions, values);
    },
    async noteDeed(deed) {
      await db.change(sql.noteDeed, { deeds: deedsOf(deed), ...now() });
    },
    audit: (filter, limit) => {
      const { site, order_id, who, actor, after } = filter;
      const values = {
        site: site ?? null,
        order_id: order_id ?? null,
        who: maybe(who),
        actor: maybe(actor),
        after: after ?? null,
      };
      return db.read(sql.audit(filter), { ...values, limit }, auditRowOf);
    },
    async deleteDeedsBefore(time, limit) {
      await db.change(sql.deleteDeeds, { before: Math.floor(time), limit });
    },
    rewardValues: () => db.read(sql.rewardValues, {}, rewardValueOf),
    async storeRewardValue({ sku, amount, currency }) {
      await db.change(sql.storeRewardValue, { sku: written(sku), amount, currency: maybe(currency) });
    },
    async createSession(session) {
      await db.change(sql.createSession, { ...session });
    },
    readSession: async (hash) => (await db.read(sql.readSession, { hash }, asIs<SessionRow>))[0],
    async deleteSessionsBefore(time) {
      await db.change(sql.deleteSessions, { time: Math.floor(time) });
    },
    get: readValue,
    async swapValue(key, seen, value) {
      const { rows, repeated } =
        seen === undefined
          ? await db.change(sql.addValue, { key, value })
          : await db.change(sql.swapValue, { key, value, seen });
      return rows.length > 0 || (repeated && (await readValue(key)) === value);
    },
    async noteWidget(version, time) {
      return (await db.change(sql.noteWidget, { version, time: Math.floor(time) })).rows.length > 0;
    },
    async addWidget(version, time, files) {
      await db.change(sql.addWidget, { version, time: Math.floor(time), files });
    },
    readWidget: async (version) =>
      (await db.read(sql.readWidget, { version }, ({ files }) => storedJson(files)))[0],
    async removeWidgetsBefore(time) {
      await db.change(sql.removeWidgets, { time: Math.floor(time) });
    },
    async probe() {
      await db.change(sql.probe, {});
      if (db.isDamaged()) throw new LedgerUnavailable("damaged");
    },
    onConnectionLost: (listener) => db.onConnectionLost(listener),
    close: () => db.close(),
  };
}
