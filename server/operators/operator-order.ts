/**
 * An order as operators see it: its state, its attempts, and its course as a list of what was wanted, sent, answered and told. Never
 * a code, a link or an e-mail address. Pure. Source: docs/operate/index.md, "One order"; openapi.json, GET /v1/sites/{site}/orders/{order_id}.
 */
import { z } from "zod";
import { field } from "../../shared/wire/field.ts";
import { delivery, type Event, money, orderState } from "../../shared/wire.ts";
import { confirmedBy, stateOf } from "../redemption/view.ts";
import type { AuditRow } from "../rows/audit.ts";
import { placeOf } from "../rows/grant.ts";
import { type Attempt, CONFIRMING, type Dealing, type Row } from "../rows/order.ts";
import { listed } from "./attention-list.ts";
import { attentionOrder, paidFor, paidForOf } from "./attention-query.ts";

const KINDS = [
  /** By the user, the site or an operator. */
  "wanted",
  /** To the service. */
  "sent",
  /** By the service, when it was stored. */
  "answered",
  /** To the site, as an event. */
  "told",
] as const;

/** Of the same moment: what the service was sent and answered stays in its order. */
const RANKS: Readonly<Record<(typeof KINDS)[number], number>> = { wanted: 0, sent: 1, answered: 1, told: 2 };

const courseEntry = z.object({
  time: field(z.iso.datetime(), "When, by the ledger's clock", "2026-11-22T12:00:00.000Z"),
  kind: field(z.enum(KINDS), "Which way it went", "wanted"),
  what: field(
    z.string(),
    "What it was: `open`, `choose`, a deed of the audit, a call of the service, an event's type",
    "confirm",
  ),
  attempt: field(z.int().optional(), "The attempt that it was about", 1),
  who: field(z.string().optional(), "`user`, or the name of a key or a site", "anna"),
  actor: field(z.string().optional(), "The person whom the site named", "counter 3"),
  reason: field(z.string().optional(), "Why: of a deed its words, of an event its code", "lapsed"),
  delivered_at: field(
    z.iso.datetime().optional(),
    "Of an event: when the site's webhook took it; absent: not yet, or the site reads its events itself",
    "2026-11-22T12:00:01.000Z",
  ),
});
export type CourseEntry = z.infer<typeof courseEntry>;

const operatorAttempt = z.object({
  attempt: field(z.int().min(1), "Its number", 1),
  sku: field(z.string(), "The reward that was chosen", "GIFT-20"),
  reward_name: field(z.string(), "Its name when it was chosen", "Gift card, 20"),
  amount: field(z.string().optional(), "The amount that was chosen, for free-value rewards only", "50"),
  value: field(money.optional(), "What it is worth, where the service said"),
  phase: field(z.string(), "Where it stands: docs/proof/course.md", "made"),
  upstream_order_id: field(z.string(), "The order id under which the service has it", "shop.1042.1"),
  reference: field(z.string().optional(), "The redemption's id, where it is known", "AB12C-34D5E"),
  seen: field(z.string().optional(), "The state that the service last named", "redeemed"),
  ...paidFor,
});

export const operatorOrder = z
  .object({
    site: field(z.string(), "The site's id", "shop"),
    order_id: field(z.string(), "The site's own id of the order", "1042"),
    grant_id: field(z.string().optional(), "The grant that the order is part of", "spring-81"),
    user_id: field(z.string().optional(), "The site's own id of the user", "member-81"),
    delivery: field(delivery, "How the reward reaches the user", "redeem"),
    promotion_id: field(z.string(), "The promotion at the service", "4001"),
    state: field(orderState, "The order as its user sees it", "redeemed"),
    created_at: field(z.iso.datetime(), "When its first session was opened", "2026-11-22T12:00:00.000Z"),
    updated_at: field(z.iso.datetime(), "When its row was last stored", "2026-11-22T12:00:00.000Z"),
    look_at: field(
      z.iso.datetime().optional(),
      "When the server looks again by itself; absent: nothing is left to do",
      "2026-11-22T12:00:00.000Z",
    ),
    attention: field(
      attentionOrder.pick({ reason: true, since: true, release: true }).optional(),
      "Why it needs a person, if it does",
    ),
    attempts: field(z.array(operatorAttempt), "Every attempt that is still known, the first one first"),
    course: field(z.array(courseEntry), "What happened, the oldest first"),
  })
  .meta({ id: "OperatorOrder", description: "An order as operators see it" });
export type OperatorOrder = z.infer<typeof operatorOrder>;

const written = (time: number): string => new Date(time).toISOString();

/** An event, and when the site's webhook took it, epoch ms. */
export type KeptEvent = Event & { readonly delivered_at: number | null };

/** @param events the kept events of the order @param deeds what the audit has about it */
export function operatorOrderOf(
  row: Row,
  events: readonly KeptEvent[],
  deeds: readonly AuditRow[],
): OperatorOrder {
  const { order } = row;
  const { site, order_id, user_id, pins, known, due_at } = order;
  const grant_id = placeOf(order_id)?.grant_id;
  const needed = listed(row);
  return {
    ...{ site, order_id, delivery: pins.delivery, promotion_id: pins.promotion_id, state: stateOf(row) },
    ...(grant_id !== undefined && { grant_id }),
    ...(user_id !== null && { user_id }),
    ...{ created_at: written(order.created_at), updated_at: written(order.updated_at) },
    ...(due_at !== null && { look_at: written(due_at) }),
    ...(needed && {
      attention: { reason: needed.reason, since: needed.since, release: needed.release },
    }),
    attempts: known.attempts.map(attemptSeen),
    course: courseOf(row, events, deeds),
  };
}

const attemptSeen = ({ n, sku, reward_name, amount, value, phase, state, ...attempt }: Attempt) => ({
  ...{ attempt: n, sku, reward_name, phase, upstream_order_id: attempt.upstream_order_id },
  ...(amount !== null && { amount }),
  ...(value && { value }),
  ...(attempt.redemption_id !== null && { reference: attempt.redemption_id }),
  ...(state !== null && { seen: state }),
  ...paidForOf(attempt),
});

/** The calls that a deed causes with the change of the row that stores it. */
const CAUSED: Readonly<Record<string, readonly string[]>> = {
  confirm: Object.values(CONFIRMING),
  cancel: ["cancel"],
  refund: ["refund"],
};
/** Between reading a row and storing it. Milliseconds. */
const OF_ONE_CHANGE = 1_000;

/** A deed has the time of its storing, and its call that of the reading before: what was wanted comes first. */
const leftAt = (what: string, time: number, dealings: readonly Dealing[]): number =>
  dealings.find(
    ({ at, kind, what: call }) =>
      kind === "sent" && CAUSED[what]?.includes(call) && at <= time && time - at < OF_ONE_CHANGE,
  )?.at ?? time;

function courseOf(row: Row, events: readonly KeptEvent[], deeds: readonly AuditRow[]): CourseEntry[] {
  const { order } = row;
  const { known, dealings, site } = order;
  const entries: (Omit<CourseEntry, "time"> & { readonly at: number })[] = [
    { at: order.created_at, kind: "wanted", what: "open", who: site },
  ];
  for (const attempt of known.attempts) {
    const { n, opened_at, confirmed_at } = attempt;
    entries.push({ at: opened_at, kind: "wanted", what: "choose", attempt: n, who: "user" });
    // A confirmation by somebody else is a deed of its own.
    if (confirmed_at !== null && confirmedBy(attempt).confirmed_by === undefined)
      entries.push({ at: confirmed_at, kind: "wanted", what: "confirm", attempt: n, who: "user" });
  }
  for (const { n, ...dealing } of dealings) entries.push({ ...dealing, attempt: n });
  for (const { type, timestamp, data, delivered_at } of events) {
    const { attempt, reason } = data;
    entries.push({
      ...{ at: Date.parse(timestamp), kind: "told", what: type },
      ...(attempt !== undefined && { attempt }),
      ...(reason !== undefined && { reason }),
      ...(delivered_at !== null && { delivered_at: written(delivered_at) }),
    });
  }
  for (const { time, what, who, actor, why } of deeds)
    entries.push({
      ...{ at: leftAt(what, time, dealings), kind: "wanted", what },
      ...(who !== null && { who }),
      ...(actor !== null && { actor }),
      ...(why !== null && { reason: why }),
    });
  return entries
    .toSorted((a, b) => a.at - b.at || RANKS[a.kind] - RANKS[b.kind])
    .map(({ at, ...entry }) => ({ time: written(at), ...entry }));
}
