/**
 * The ledger: the truth for intent. One interface; each database behind it passes the same test suite. The ledger stores rows and
 * compares versions; it has no rule of redemption.
 */

import type { AuditRow, Deed } from "../rows/audit.ts";
import type { EventRow } from "../rows/event.ts";
import type { GrantKey } from "../rows/grant.ts";
import type { Attention, Order, OrderKey, Row } from "../rows/order.ts";
import type { RewardValue } from "../rows/reward-value.ts";
import type { SessionRow, Subject } from "../rows/session.ts";
import { SettingError } from "../settings/setting.ts";

/** The lease of the instance that sends webhooks. */
export const WEBHOOKS_LEASE = "webhooks";

export interface Ledger {
  /** The row, with its lease, the database's clock, and the time of the last recovery. */
  readOrder(key: OrderKey): Promise<Row | undefined>;
  /**
   * Stores a new order with version 1, and the session that opens it, if any. False if an order with this key exists: then neither
   * is stored.
   */
  createOrder(order: Order, session?: SessionRow): Promise<boolean>;
  /**
   * Replaces the row if its version still is `order.version` and its lease allows it, and stores version + 1, and with it the events
   * that tell of the change and the deed that caused it. Durable when it resolves.
   * @returns the stored row, or undefined if the row was changed meanwhile or the lease does not allow it
   * @throws RedemptionTaken when a redemption id of the order belongs to another attempt
   */
  replaceOrder(
    order: Order,
    lease: LeaseChange,
    events?: readonly NewEvent[],
    deed?: Deed,
  ): Promise<Row | undefined>;
  /**
   * Replaces the last order of a grant by `marked`, as replaceOrder does, whoever works on it; and stores `next` in the same
   * transaction. False, and nothing is stored, if the row was changed meanwhile. Source: docs/proof/rules.md, rule 18.
   */
  succeedOrder(marked: Order, next: Order): Promise<boolean>;
  /** The orders of a grant, the first one first. */
  chainOf(key: GrantKey): Promise<Row[]>;
  /** The id of the last order of a grant; undefined if there is no such grant. */
  lastOfGrant(key: GrantKey): Promise<string | undefined>;
  /** A site's orders, newest first. */
  ordersOf(site: string, filter: OrderFilter, limit: number): Promise<Row[]>;
  /** The orders that gave a reward, the newest reward first. */
  rewardsOf(site: string, filter: RewardFilter, limit: number): Promise<Row[]>;
  /** The orders of a member that may still be chosen from, and all orders of the member's grants; newest first. */
  openOrdersOf(site: string, userId: string, limit: number): Promise<Row[]>;
  /** Orders that an older release stored last: the members by which they are listed are missing, or those of an earlier version. */
  ordersOfOlderReleases(limit: number): Promise<Row[]>;
  /** Extends a lease that still is the caller's; without effect where it is not. */
  renewLease(key: OrderKey, name: string): Promise<void>;
  /** Notes that the ledger was lost or restored at `time` (epoch ms), or now, unless a later time is noted. Every row shows it. */
  noteRecovery(time: number): Promise<void>;
  /**
   * Looks whether the ledger went back while the process runs; and where a recovery was noted at a time that has not come, because the
   * clock was set back since, has its wait count from now (docs/proof/rules.md, rule 19).
   */
  checkRecovery(): Promise<void>;
  /** The last recovery; undefined without any. `isNoticed`: nobody had said it. */
  recovery(): Promise<Recovery | undefined>;
  /** Keys of orders that are due by the database's clock and on which nobody works, earliest first. */
  dueOrders(limit: number): Promise<OrderKey[]>;
  /** What was overwritten is gone from the files as well, as soon as nobody reads them (docs/server/user-data.md). */
  purge(): Promise<void>;
  /** Orders that need a person, the longest waiting first. */
  ordersNeedingAttention(
    limit: number,
    which?: AttentionFilter & { readonly offset?: number },
  ): Promise<Row[]>;
  countNeedingAttention(filter: AttentionFilter): Promise<number>;
  /** Counts of all orders: one query, which reads only orders that wait for something. */
  standing(): Promise<Standing>;
  /**
   * Keys of orders at rest that hold an e-mail address and last changed before `time` (epoch ms), oldest first.
   */
  ordersToForget(time: number, limit: number): Promise<OrderKey[]>;
  /** Ids of the promotions of the site's orders, each once, sorted. */
  promotionsOf(site: string): Promise<string[]>;
  /** A page of the redemptions of the site's orders, in the order in which they became known. */
  redemptionsOf(
    site: string,
    filter: OwnedFilter,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<OwnedRedemption[]>;
  /** Ids of the promotions of orders that the service alone may change after `now` (epoch ms), of all sites. */
  watchedPromotions(now: number): Promise<string[]>;
  /** The attempts that these redemptions belong to, of all sites. */
  claimsOf(redemptionIds: readonly string[]): Promise<RedemptionClaim[]>;
  countRedemptionsOf(site: string, filter: OwnedFilter): Promise<number>;

  /** The known values of fixed-value rewards: one for each SKU that was ever redeemed or booked. */
  rewardValues(): Promise<RewardValue[]>;
  /** Stores a reward's value in place of an earlier one. */
  storeRewardValue(value: RewardValue): Promise<void>;

  /**
   * A page of a site's events in the order in which they were stored: none ever appears before one that was read already.
   * @returns undefined if the site has no event `after`
   */
  events(site: string, filter: EventFilter, limit: number): Promise<StoredEvent[] | undefined>;
  /** The bodies of the kept events of these orders, in the order in which they were stored. */
  eventsOf(site: string, orderIds: readonly string[]): Promise<ToldEvent[]>;
  /** Events whose webhook is due by the database's clock, the longest due first. */
  dueEvents(site: string, limit: number): Promise<DueEvent[]>;
  /**
   * Notes what became of a try, by the database's clock. `wait` until the next one, ms; null: no further one. `failure`: why it
   * failed, in a few words.
   * @returns false, and notes nothing, if another holder has had WEBHOOKS_LEASE since, or the event was tried or wanted again
   */
  noteTry(
    id: string,
    holder: string,
    tried: {
      readonly tries: number;
      readonly wait: number | null;
      readonly isDelivered: boolean;
      readonly failure?: string;
    },
  ): Promise<boolean>;
  /** Has an event's webhook sent again, as if for the first time. False if the site has no such event. */
  sendAgain(site: string, id: string): Promise<boolean>;
  /** Has everything sent again that a site was told of since `time` (epoch ms), with the deed of whoever wants it so. @returns how many */
  sendAgainSince(site: string, time: number, deed: Deed): Promise<number>;
  /** Events whose last try failed, the last tried first. */
  failedEvents(site: string, limit: number): Promise<FailedEvent[]>;
  /** How many events of each site wait for their webhook, and since when the oldest does, epoch ms. */
  waitingEvents(): Promise<{ readonly site: string; readonly count: number; readonly since: number }[]>;
  /** Removes events that were stored before `time` (epoch ms), the oldest first. */
  deleteEventsBefore(time: number, limit: number): Promise<void>;
  /** What is known of the sites' webhooks. */
  webhooks(): Promise<WebhookRow[]>;
  storeWebhook(webhook: WebhookRow): Promise<void>;
  /** Turns a webhook on, if it is off, and makes all that waits for it due; with the deed of whoever wants it so. */
  resumeWebhook(site: string, deed?: Deed): Promise<void>;
  /** Takes or keeps a lease of the instances by name, until LEASE from now. False while another holder has it. */
  takeLease(name: string, holder: string): Promise<boolean>;
  /**
   * Tells the other instances on this ledger that a site has events to send. A message may be lost: whoever listens looks by itself
   * as well.
   */
  announceEvents(site: string): Promise<void>;
  /** Calls back at each announcement of another instance, from then on. Called again, it mends a lost connection. */
  listenForEvents(hear: (site: string) => void): Promise<void>;
  /** Gives up a lease of the instances; without effect where it is not the holder's. */
  dropLease(name: string, holder: string): Promise<void>;
  /** Ends all sessions of an order, a grant or a member at `time` (wall clock, epoch ms); with the deed of whoever wants it so. */
  endSessions(subject: OrderKey & Partial<Subject>, time: number, deed?: Deed): Promise<void>;

  /** Stores a deed that changes nothing else. */
  noteDeed(deed: Deed): Promise<void>;
  /** What was done, newest first. */
  audit(filter: AuditFilter, limit: number): Promise<AuditRow[]>;
  /** Removes what was done before `time` (epoch ms), the oldest first. */
  deleteDeedsBefore(time: number, limit: number): Promise<void>;

  createSession(session: SessionRow): Promise<void>;
  readSession(hash: string): Promise<SessionRow | undefined>;
  /** Removes sessions that ended before `time` (wall clock, epoch ms). */
  deleteSessionsBefore(time: number): Promise<void>;

  /** A small value that instances share and that outlives them (the encrypted token, the service's address). */
  get(key: string): Promise<string | undefined>;
  /** Stores a value if the stored one still is `seen` (undefined: none); false if it is another. */
  swapValue(key: string, seen: string | undefined, value: string): Promise<boolean>;

  /** Records that a version of the widget is in use at `time` (wall clock, epoch ms); false if the version is not stored. */
  noteWidget(version: string, time: number): Promise<boolean>;
  /** Stores the files of a version of the widget; files that are stored already stay unchanged. */
  addWidget(version: string, time: number, files: string): Promise<void>;
  /** The files of a version as they were stored. */
  readWidget(version: string): Promise<string | undefined>;
  /** Removes the versions that were last in use before `time`. */
  removeWidgetsBefore(time: number): Promise<void>;

  /** Writes a value without meaning, durable when it resolves. @throws LedgerUnavailable if the write fails */
  probe(): Promise<void>;
  /** Calls back whenever the connection to the database was lost: another copy of the ledger may answer from then on. */
  onConnectionLost(listener: () => void): void;
  close(): Promise<void>;
}

/** What a write asks of the row's lease, and does to it. A lease lasts LEASE from the write that takes or keeps it. */
export type LeaseChange =
  /** Nobody works on the order; this caller does from now on. */
  | { readonly kind: "claim"; readonly name: string }
  /** Nobody works on the order, and nobody does from now on. */
  | { readonly kind: "free" }
  /** The lease is the caller's, and is kept. */
  | { readonly kind: "hold"; readonly name: string }
  /** The lease is the caller's, and ends. */
  | { readonly kind: "drop"; readonly name: string }
  /** Whoever works on the order, or not: the write does not concern what they know. */
  | { readonly kind: "leave" };

/** When the ledger was last lost or put back, epoch ms. */
export interface Recovery {
  readonly at: number;
  readonly isNoticed: boolean;
}

/** An event, and when its webhook is to be sent first; null: the site has none. Epoch ms. */
export type NewEvent = EventRow & { readonly next_try_at: number | null };

export interface EventFilter {
  /** The id of an event of the site. */
  readonly after?: string;
  readonly types?: readonly string[];
  readonly undelivered?: boolean;
}

/** Restricts the audit; absent: all. */
export interface AuditFilter {
  readonly site?: string;
  readonly order_id?: string;
  readonly who?: string;
  readonly actor?: string;
  /** The id of a deed: those that are older. */
  readonly after?: string;
}

/** Restricts the list of a site's orders; absent: all. */
export interface OrderFilter {
  readonly user_id?: string;
  readonly grant_id?: string;
  readonly state?: string;
  /** Epoch ms. */
  readonly updated_after?: number;
  /** The id of an order: those that are older. */
  readonly after?: string;
}

/** Of a member, or of a grant. */
export interface RewardFilter {
  readonly user_id?: string;
  readonly grant_id?: string;
  /** The id of an order of the list. */
  readonly after?: string;
}

export interface StoredEvent {
  readonly id: string;
  readonly body: string;
}

export interface ToldEvent extends Pick<StoredEvent, "body"> {
  /** When its webhook took it, epoch ms; null: not yet, or the site has none. */
  readonly delivered_at: number | null;
}

export interface DueEvent extends StoredEvent {
  readonly tries: number;
}

/** An event that was not delivered at its last try. All times epoch ms. */
export interface FailedEvent {
  readonly id: string;
  readonly order_id: string;
  readonly type: string;
  readonly tries: number;
  readonly tried_at: number;
  /** Null: it is not tried again by itself. */
  readonly next_try_at: number | null;
  readonly failure: string;
}

/** The standing of a site's webhook. All times epoch ms. */
export interface WebhookRow {
  readonly site: string;
  /** Of its address and secrets: another entry in the settings turns it on again. */
  readonly fingerprint: string;
  /** Since when every try failed. */
  readonly failing_since: number | null;
  readonly off_since: number | null;
  readonly off_reason: string | null;
}

/** Restricts the list of orders that need a person; absent: all. */
export interface AttentionFilter {
  readonly site?: string;
  readonly reason?: Attention;
}

export interface Standing {
  /** Reasons for which at least one order needs a person; `since`: since when the oldest of them does, wall clock, epoch ms. */
  readonly attention: readonly {
    readonly reason: Attention;
    readonly count: number;
    readonly since: number;
  }[];
  /** Orders that the reconciler has to wake sooner or later. */
  readonly unfinished: number;
  /** When the earliest unfinished order is due, epoch ms; null without any. */
  readonly due_at: number | null;
}

/** A redemption that an attempt of a site's order made. */
export interface OwnedRedemption {
  readonly redemption_id: string;
  /** The site's own order id, not the id at the service. */
  readonly order_id: string;
  readonly attempt: number;
  readonly promotion_id: string;
}

/** The attempt that a redemption belongs to. */
export type RedemptionClaim = OrderKey & Pick<OwnedRedemption, "redemption_id" | "attempt">;

/** Filters that the ledger itself can apply; all exact. */
export interface OwnedFilter {
  /** Only these redemptions. */
  readonly ids?: readonly string[];
  /** Only orders that changed at or after this time, epoch ms. */
  readonly changed_since?: number;
  readonly order_id?: string;
  readonly promotion_id?: string;
  readonly email?: string;
  readonly sku?: string;
}

/** A redemption id may stand in the ledger once: two attempts that claim it would share one code. */
export class RedemptionTaken extends Error {
  override readonly name = "RedemptionTaken";
}

/** The ledger was made for another fulfillment service; its redemption ids mean nothing here. */
export class LedgerBelongsElsewhere extends SettingError {
  override readonly name = "LedgerBelongsElsewhere";
  constructor() {
    super(
      "DATABASE_URL",
      "expected a ledger of this FULFILLMENT_BASE_URL; this one belongs to another service",
    );
  }
}

/** The value that probes write. */
export const PROBE_KEY = "probe";

const OWNER_KEY = "fulfillment_base_url";

/** Binds a ledger to one service address, on first use; another address is refused. Of several concurrent claims one wins. */
export async function claimLedger(ledger: Ledger, baseUrl: string): Promise<void> {
  if (await ledger.swapValue(OWNER_KEY, undefined, baseUrl)) return;
  await checkOwner(ledger, baseUrl);
}

/** @throws LedgerBelongsElsewhere if the ledger is bound to another address; one that is not bound stays so */
export async function checkOwner(ledger: Ledger, baseUrl: string): Promise<void> {
  const owner = await ledger.get(OWNER_KEY);
  if (owner !== undefined && owner !== baseUrl) throw new LedgerBelongsElsewhere();
}
