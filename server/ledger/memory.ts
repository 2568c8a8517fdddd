/**
 * The ledger in memory: for tests and for the sandbox, where everything ends with the process. What it stores and answers is what the
 * databases do, row by row; statements.ts says each rule in SQL.
 */
import type { AuditRow, Deed } from "../rows/audit.ts";
import type { OrderKey } from "../rows/order.ts";
import type { RewardValue } from "../rows/reward-value.ts";
import type { SessionRow } from "../rows/session.ts";
import { CLOCK_DIFFERENCE_MAX, CLOCK_STEP_LEAST, LEASE } from "../timing.ts";
import {
  type AttentionFilter,
  type FailedEvent,
  type Ledger,
  type NewEvent,
  type OwnedFilter,
  PROBE_KEY,
  RedemptionTaken,
  type Standing,
  WEBHOOKS_LEASE,
  type WebhookRow,
} from "./ledger.ts";
import { NOTICED_KEY, RECOVERED_KEY, WAITS_KEY, waitsFrom } from "./recovery.ts";
import { columnsOf, newDeedId, read, rowOf, storedJson, written } from "./stored.ts";

type OrderColumns = ReturnType<typeof columnsOf> & {
  readonly version: number;
  readonly lease: string | null;
  readonly lease_until: number | null;
};

interface ClaimRow extends OrderKey {
  readonly redemption_id: string;
  readonly promotion_id: string;
  readonly attempt: number;
  readonly sku: string;
}

/** In the order of the list. */
interface EventColumns extends NewEvent {
  readonly tries: number;
  readonly tried_at: number | null;
  readonly failure: string | null;
  readonly delivered_at: number | null;
}

/** What several instances share. */
export class Memory {
  readonly orders = new Map<string, OrderColumns>();
  /** By redemption id, in the order in which they became known. */
  readonly redemptions = new Map<string, ClaimRow>();
  readonly events = new Map<string, EventColumns>();
  readonly sessions = new Map<string, SessionRow>();
  readonly audit = new Map<string, AuditRow>();
  readonly settings = new Map<string, string>();
  readonly rewardValues = new Map<string, RewardValue>();
  readonly webhooks = new Map<string, WebhookRow>();
  readonly leases = new Map<string, { readonly holder: string; readonly until: number }>();
  readonly widgets = new Map<string, { readonly used_at: number; readonly files: string }>();
}

const placeIn = ({ site, order_id }: OrderKey): string => `${site} ${order_id}`;
const keyOf = ({ site, order_id }: OrderKey): OrderKey => ({ site, order_id });

type Sortable = string | number | null;

/** Compares by the first member that differs. */
function compare(one: readonly Sortable[], other: readonly Sortable[]): number {
  const at = one.findIndex((member, index) => member !== other[index]);
  if (at === -1) return 0;
  return (one[at] ?? "") < (other[at] ?? "") ? -1 : 1;
}

const sorted = <T>(rows: Iterable<T>, by: (row: T) => readonly Sortable[]): T[] =>
  [...rows].sort((one, other) => compare(by(one), by(other)));

const newest = <T>(rows: Iterable<T>, by: (row: T) => readonly Sortable[]): T[] => sorted(rows, by).reverse();

/** Those for which `of` has a time before `end`, the earliest first. */
const before = <T>(rows: Iterable<T>, end: number, of: (row: T) => number | null): T[] =>
  sorted(
    [...rows].filter((row) => (of(row) ?? end) < end),
    (row) => [of(row)],
  );

/** @param now in place of the system's clock, epoch ms @param memory shared with other instances */
export function openMemoryLedger(now: () => number = Date.now, memory = new Memory()): Ledger {
  const { orders, redemptions, events, sessions, audit, settings, rewardValues, webhooks, leases, widgets } =
    memory;
  const time = (): number => Math.floor(now());

  const isOver = (end: number): boolean => end <= time() || end > time() + LEASE + CLOCK_STEP_LEAST;
  const isFree = ({ lease, lease_until }: OrderColumns): boolean =>
    lease === null || isOver(lease_until ?? 0);
  const isOwn = ({ lease, lease_until }: OrderColumns, name: string): boolean =>
    lease === name && (lease_until ?? 0) > time();

  const rowFrom = (columns: OrderColumns) =>
    rowOf({
      ...columns,
      now: time(),
      recovered_at: settings.get(RECOVERED_KEY) ?? null,
      waits_from: settings.get(WAITS_KEY) ?? null,
    });
  const ofSite = (site: string): OrderColumns[] => [...orders.values()].filter((each) => each.site === site);
  const ofGrant = (site: string, grantId: string): OrderColumns[] =>
    sorted(
      ofSite(site).filter(({ grant_id }) => grant_id === grantId),
      ({ grant_k }) => [grant_k],
    );
  /** Those that come behind the order `after` in a list; none where there is no such order. */
  const behind = (
    listed: readonly OrderColumns[],
    by: (row: OrderColumns) => readonly Sortable[],
    after: string | undefined,
  ): readonly OrderColumns[] => {
    const at = listed.findIndex(({ order_id }) => order_id === after);
    const last = listed[at];
    if (after === undefined) return listed;
    return last ? listed.filter((each) => compare(by(each), by(last)) < 0) : [];
  };
  const attended = ({ site, reason }: AttentionFilter): OrderColumns[] =>
    sorted(
      [...orders.values()].filter(
        (each) =>
          each.attention !== null &&
          (site === undefined || each.site === site) &&
          (reason === undefined || each.attention === reason),
      ),
      (each) => [each.attention_since, each.site, each.order_id],
    );
  const owned = (site: string, filter: OwnedFilter): ClaimRow[] => {
    const { ids, order_id, promotion_id, email, sku, changed_since } = filter;
    return [...redemptions.values()].filter((each) => {
      const order = orders.get(placeIn(each));
      return (
        each.site === site &&
        (ids === undefined || ids.includes(each.redemption_id)) &&
        (order_id === undefined || each.order_id === order_id) &&
        (promotion_id === undefined || each.promotion_id === promotion_id) &&
        (sku === undefined || each.sku === sku) &&
        (email === undefined || order?.email === written(email)) &&
        (changed_since === undefined || (order?.updated_at ?? 0) >= Math.floor(changed_since))
      );
    });
  };
  const changeEvent = (id: string, change: Partial<EventColumns>): void => {
    const event = events.get(id);
    if (event) events.set(id, { ...event, ...change });
  };
  const note = (deed: Deed | undefined): void => {
    if (!deed) return;
    const id = newDeedId();
    audit.set(id, { ...deed, id, time: time() });
  };
  const keep = (columns: ReturnType<typeof columnsOf>, version: number, lease: Leased): OrderColumns => {
    const row = { ...columns, version, ...lease };
    orders.set(placeIn(row), row);
    return row;
  };

  return {
    async readOrder(key) {
      const columns = orders.get(placeIn(key));
      return columns && rowFrom(columns);
    },
    async createOrder(order, session) {
      if (orders.has(placeIn(order))) return false;
      keep(columnsOf(order), 1, NOBODYS);
      if (session && !sessions.has(session.hash)) sessions.set(session.hash, { ...session });
      return true;
    },
    async replaceOrder(order, lease, told = [], deed) {
      const stored = orders.get(placeIn(order));
      if (stored?.version !== order.version) return undefined;
      const taken = (name: string): Leased => ({ lease: name, lease_until: time() + LEASE });
      const allowed: Leased | undefined = (() => {
        switch (lease.kind) {
          case "claim":
            return isFree(stored) ? taken(lease.name) : undefined;
          case "free":
            return isFree(stored) ? NOBODYS : undefined;
          case "hold":
            return isOwn(stored, lease.name) ? taken(lease.name) : undefined;
          case "drop":
            return isOwn(stored, lease.name) ? NOBODYS : undefined;
          case "leave":
            return stored;
          default:
            return lease satisfies never;
        }
      })();
      if (!allowed) return undefined;
      const claims = claimsIn(order);
      const isTaken = claims.some((claim) =>
        [redemptions.get(claim.redemption_id) ?? claim, ...claims].some((other) => isOfAnother(other, claim)),
      );
      if (isTaken) throw new RedemptionTaken();
      for (const claim of claims)
        if (!redemptions.has(claim.redemption_id)) redemptions.set(claim.redemption_id, claim);
      for (const event of told)
        events.set(event.id, { ...event, tries: 0, tried_at: null, delivered_at: null, failure: null });
      note(deed);
      const { lease: name, lease_until } = allowed;
      return rowFrom(keep(columnsOf(order), order.version + 1, { lease: name, lease_until }));
    },
    async succeedOrder(marked, next) {
      const stored = orders.get(placeIn(marked));
      if (stored?.version !== marked.version) return false;
      if (orders.has(placeIn(next))) throw new RedemptionTaken();
      const { lease, lease_until } = stored;
      keep(columnsOf(marked), marked.version + 1, { lease, lease_until });
      keep(columnsOf(next), 1, NOBODYS);
      return true;
    },
    chainOf: async ({ site, grant_id }) => ofGrant(site, grant_id).map(rowFrom),
    lastOfGrant: async ({ site, grant_id }) => ofGrant(site, grant_id).at(-1)?.order_id,
    async ordersOf(site, { user_id, grant_id, state, updated_after, after }, limit) {
      const by = ({ created_at, order_id }: OrderColumns) => [created_at, order_id];
      return behind(newest(ofSite(site), by), by, after)
        .filter(
          (each) =>
            (user_id === undefined || each.user_id === user_id) &&
            (grant_id === undefined || each.grant_id === grant_id) &&
            (state === undefined || each.state === state) &&
            (updated_after === undefined || each.updated_at > updated_after),
        )
        .slice(0, limit)
        .map(rowFrom);
    },
    async rewardsOf(site, { user_id, grant_id, after }, limit) {
      const by = ({ given_at, order_id }: OrderColumns) => [given_at, order_id];
      const given = ofSite(site).filter(({ given_at }) => given_at !== null);
      return behind(newest(given, by), by, after)
        .filter(
          (each) =>
            (user_id === undefined || each.user_id === user_id) &&
            (grant_id === undefined || each.grant_id === grant_id),
        )
        .slice(0, limit)
        .map(rowFrom);
    },
    async openOrdersOf(site, userId, limit) {
      const open = ofSite(site).filter(
        ({ user_id, grant_id, state }) => user_id === userId && (grant_id !== null || OPEN.includes(state)),
      );
      return newest(open, ({ created_at, order_id }) => [created_at, order_id])
        .slice(0, limit)
        .map(rowFrom);
    },
    ordersOfOlderReleases: async () => [],
    async renewLease(key, name) {
      const stored = orders.get(placeIn(key));
      if (stored && isOwn(stored, name)) orders.set(placeIn(key), { ...stored, lease_until: time() + LEASE });
    },
    async noteRecovery(given) {
      const noted = Math.min(Math.floor(given), time());
      const last = settings.get(RECOVERED_KEY);
      if (last === undefined || Number(last) < noted || Number(last) > time() + CLOCK_DIFFERENCE_MAX)
        settings.set(RECOVERED_KEY, String(noted));
    },
    async checkRecovery() {
      const last = settings.get(RECOVERED_KEY);
      if (
        last !== undefined &&
        waitsFrom(Number(last), settings.get(WAITS_KEY)) > time() + CLOCK_DIFFERENCE_MAX
      )
        settings.set(WAITS_KEY, `${last}/${time()}`);
    },
    async recovery() {
      const last = settings.get(RECOVERED_KEY);
      return last === undefined
        ? undefined
        : { at: Number(last), isNoticed: settings.get(NOTICED_KEY) === last };
    },
    async purge() {},
    async dueOrders(limit) {
      const due = [...orders.values()].filter(
        (each) =>
          each.due_at !== null &&
          isFree(each) &&
          // A row that was changed at a time that has not come: the clock was set back.
          (each.due_at <= time() || each.updated_at > time() + CLOCK_STEP_LEAST),
      );
      return sorted(due, ({ due_at, site, order_id }) => [due_at, site, order_id])
        .slice(0, limit)
        .map(keyOf);
    },
    ordersNeedingAttention: async (limit, { offset = 0, ...filter } = {}) =>
      attended(filter)
        .slice(offset, offset + limit)
        .map(rowFrom),
    countNeedingAttention: async (filter) => attended(filter).length,
    async standing() {
      const dues = [...orders.values()].flatMap(({ due_at }) => due_at ?? []);
      const reasons = new Map<string, Standing["attention"][number]>();
      for (const { attention, attention_since } of attended({})) {
        if (attention === null) continue;
        const { count = 0, since = attention_since ?? 0 } = reasons.get(attention) ?? {};
        reasons.set(attention, { reason: attention, count: count + 1, since });
      }
      return {
        attention: [...reasons.values()],
        unfinished: dues.length,
        due_at: dues.length === 0 ? null : Math.min(...dues),
      };
    },
    async ordersToForget(end, limit) {
      const atRest = [...orders.values()].filter(
        ({ due_at, attention, email }) => due_at === null && attention === null && email !== null,
      );
      return before(atRest, Math.floor(end), ({ updated_at }) => updated_at)
        .slice(0, limit)
        .map(keyOf);
    },
    promotionsOf: async (site) =>
      [...new Set(ofSite(site).map(({ promotion_id }) => promotion_id))].sort().map(read),
    redemptionsOf: async (site, filter, { offset, limit }) =>
      owned(site, filter)
        .slice(offset, offset + limit)
        .map(({ redemption_id, order_id, attempt, promotion_id }) => ({
          ...{ redemption_id, order_id, attempt, promotion_id },
        })),
    async watchedPromotions(given) {
      const watched = [...orders.values()].filter(
        ({ watched_until }) => (watched_until ?? 0) > Math.floor(given),
      );
      return [...new Set(watched.map(({ promotion_id }) => promotion_id))].sort().map(read);
    },
    claimsOf: async (ids) =>
      [...new Set(ids)].flatMap((id) => {
        const claim = redemptions.get(id);
        return claim ? { ...keyOf(claim), redemption_id: id, attempt: claim.attempt } : [];
      }),
    countRedemptionsOf: async (site, filter) => owned(site, filter).length,
    rewardValues: async () => [...rewardValues.values()],
    async storeRewardValue({ sku, amount, currency }) {
      rewardValues.set(sku, { sku, amount, ...(currency !== undefined && { currency }) });
    },
    async events(site, { after, types, undelivered }, limit) {
      const listed = [...events.values()].filter((each) => each.site === site);
      const from = after === undefined ? 0 : listed.findIndex(({ id }) => id === after) + 1;
      if (after !== undefined && from === 0) return undefined;
      return listed
        .slice(from)
        .filter(
          ({ type, delivered_at }) =>
            (types === undefined || types.includes(type)) && !(undelivered && delivered_at !== null),
        )
        .slice(0, limit)
        .map(({ id, body }) => ({ id, body }));
    },
    eventsOf: async (site, orderIds) =>
      [...events.values()]
        .filter((each) => each.site === site && orderIds.includes(each.order_id))
        .map(({ body, delivered_at }) => ({ body, delivered_at })),
    async dueEvents(site, limit) {
      const due = [...events.values()].filter(
        ({ next_try_at, tries, tried_at, ...each }) =>
          each.site === site &&
          next_try_at !== null &&
          (next_try_at <= time() || tries === 0 || (tried_at ?? 0) > time() + CLOCK_STEP_LEAST),
      );
      return sorted(due, ({ next_try_at, sequence }) => [next_try_at, sequence])
        .slice(0, limit)
        .map(({ id, body, tries }) => ({ id, body, tries }));
    },
    async noteTry(id, holder, { tries, wait, isDelivered, failure = null }) {
      const isPossible = events.get(id)?.tries === tries - 1;
      if (!isPossible || leases.get(WEBHOOKS_LEASE)?.holder !== holder) return false;
      const next_try_at = wait === null ? null : time() + Math.ceil(wait);
      const delivered_at = isDelivered ? time() : null;
      changeEvent(id, { tries, tried_at: time(), next_try_at, delivered_at, failure });
      return true;
    },
    async sendAgain(site, id) {
      if (events.get(id)?.site !== site) return false;
      changeEvent(id, { tries: 0, next_try_at: time(), delivered_at: null });
      return true;
    },
    async sendAgainSince(site, since, deed) {
      note(deed);
      const wanted = [...events.values()].filter((each) => each.site === site && each.time >= since);
      for (const { id } of wanted) changeEvent(id, { tries: 0, next_try_at: time(), delivered_at: null });
      return wanted.length;
    },
    async failedEvents(site, limit) {
      const failed = [...events.values()].flatMap(
        ({ id, order_id, type, tries, tried_at, next_try_at, failure, ...each }): FailedEvent[] =>
          each.site === site && failure && tried_at !== null && each.delivered_at === null
            ? [{ id, order_id, type, tries, tried_at, next_try_at, failure }]
            : [],
      );
      return sorted(failed, ({ tried_at }) => [-tried_at]).slice(0, limit);
    },
    async waitingEvents() {
      const waiting = Map.groupBy(
        [...events.values()].filter(({ next_try_at }) => next_try_at !== null),
        ({ site }) => site,
      );
      return [...waiting].map(([site, rows]) => ({
        ...{ site, count: rows.length, since: Math.min(...rows.map((row) => row.time)) },
      }));
    },
    async deleteEventsBefore(end, limit) {
      const told = [...events.values()].filter(({ next_try_at }) => next_try_at === null);
      for (const { id } of before(told, Math.floor(end), (row) => row.time).slice(0, limit))
        events.delete(id);
    },
    webhooks: async () => [...webhooks.values()],
    async storeWebhook(webhook) {
      webhooks.set(webhook.site, { ...webhook });
    },
    async resumeWebhook(site, deed) {
      note(deed);
      const webhook = webhooks.get(site);
      if (webhook) webhooks.set(site, { ...webhook, failing_since: null, off_since: null, off_reason: null });
      for (const event of events.values())
        if (event.site === site && event.next_try_at !== null) changeEvent(event.id, { next_try_at: time() });
    },
    async takeLease(name, holder) {
      const present = leases.get(name);
      if (present && present.holder !== holder && !isOver(present.until)) return false;
      leases.set(name, { holder, until: time() + LEASE });
      return true;
    },
    async announceEvents() {},
    async listenForEvents() {},
    async dropLease(name, holder) {
      if (leases.get(name)?.holder === holder) leases.delete(name);
    },
    async endSessions({ site, order_id, grant_id, member }, given, deed) {
      note(deed);
      const end = Math.floor(given);
      for (const session of sessions.values()) {
        const isOf =
          session.site === site &&
          session.order_id === order_id &&
          (session.grant_id ?? "") === (grant_id ?? "") &&
          (session.member ?? "") === (member ?? "");
        if (isOf && session.expires_at > end) sessions.set(session.hash, { ...session, expires_at: end });
      }
    },
    noteDeed: async (deed) => note(deed),
    async audit({ site, order_id, who, actor, after }, limit) {
      const by = ({ time: at, id }: AuditRow) => [at, id];
      const listed = newest(audit.values(), by).filter(
        (each) =>
          (site === undefined || each.site === site) &&
          (order_id === undefined || each.order_id === order_id) &&
          (who === undefined || each.who === who) &&
          (actor === undefined || each.actor === actor),
      );
      const last = after === undefined ? undefined : audit.get(after);
      if (after !== undefined && !last) return [];
      return listed.filter((each) => !last || compare(by(each), by(last)) < 0).slice(0, limit);
    },
    async deleteDeedsBefore(end, limit) {
      const old = before(audit.values(), Math.floor(end), (row) => row.time);
      for (const { id } of old.slice(0, limit)) audit.delete(id);
    },
    async createSession(session) {
      if (!sessions.has(session.hash)) sessions.set(session.hash, { ...session });
    },
    readSession: async (hash) => sessions.get(hash),
    async deleteSessionsBefore(end) {
      for (const { hash, expires_at } of sessions.values())
        if (expires_at < Math.floor(end)) sessions.delete(hash);
    },
    get: async (key) => settings.get(key),
    async swapValue(key, seen, value) {
      if (settings.get(key) !== seen) return false;
      settings.set(key, value);
      return true;
    },
    async noteWidget(version, given) {
      const widget = widgets.get(version);
      if (widget) widgets.set(version, { ...widget, used_at: Math.max(widget.used_at, Math.floor(given)) });
      return widget !== undefined;
    },
    async addWidget(version, given, files) {
      if (!widgets.has(version)) widgets.set(version, { used_at: Math.floor(given), files });
    },
    async readWidget(version) {
      const widget = widgets.get(version);
      return widget && storedJson(widget.files);
    },
    async removeWidgetsBefore(end) {
      for (const [version, { used_at }] of widgets) if (used_at < Math.floor(end)) widgets.delete(version);
    },
    async probe() {
      settings.set(PROBE_KEY, String(Number(settings.get(PROBE_KEY) ?? 0) + 1));
    },
    onConnectionLost() {},
    async close() {},
  };
}

const OPEN: readonly (string | null)[] = ["open", "booked", "processing"];

type Leased = Pick<OrderColumns, "lease" | "lease_until">;

const NOBODYS: Leased = { lease: null, lease_until: null };

/** Whether two attempts claim one redemption. */
const isOfAnother = (one: ClaimRow, other: ClaimRow): boolean =>
  one.redemption_id === other.redemption_id &&
  (placeIn(one) !== placeIn(other) || one.attempt !== other.attempt);

/** The redemptions that the attempts of an order claim. */
const claimsIn = (order: Parameters<typeof columnsOf>[0]): ClaimRow[] =>
  order.known.attempts.flatMap(({ redemption_id, n, sku }) =>
    redemption_id === null
      ? []
      : { ...keyOf(order), promotion_id: order.pins.promotion_id, redemption_id, attempt: n, sku },
  );
