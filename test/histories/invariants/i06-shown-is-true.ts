/**
 * Judged at every answer, by the service's record at that moment; and at the end for final statements. The widget says "not
 * charged" for `open`, `booked` and `canceled`, and for a reservation under way. Source of the rules: docs/proof/rules.md.
 */
import type { Answer, Ask, Evidence, Json } from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import { isOf } from "../plan.ts";
import { listed, reportedOf } from "./told.ts";

/** A minute, minus the time of an answer. */
const CODES_WITHIN = 55_000;

interface Shown {
  readonly items?: readonly { readonly value: string }[];
}

const READINGS: readonly string[] = ["list_redemptions", "get_redemption"];

export const shownIsTrue: Invariant = {
  id: "I6",
  says: '"redeemed" shown means redeemed upstream with equal codes; "you were not charged" means no code, ever',
  watch: (evidence) => ({
    // An operator's answer has the state of the order and of the attempt that needs a person, which may differ.
    answered: (ask, answer) =>
      ask.as === "operator"
        ? undefined
        : (isRedeemedTruly(evidence, ask, answer) ??
          isFreeTruly(evidence, ask, answer) ??
          isActivatedTruly(evidence, ask, answer) ??
          isUnreadableTruly(evidence, ask, answer)),
    ended() {
      for (const { plan, answer, generation } of evidence.asks) {
        // A cancel that only a lost ledger knew does not count any more.
        if (!plan || answer?.data?.state !== "canceled" || generation !== evidence.generations.length)
          continue;
        // A released attempt is not judged any more.
        const isOpen = (id: string) => !evidence.released.has(id) && !evidence.acknowledged.has(id);
        const codes = evidence
          .codesOf(plan)
          .filter(({ state, order_id }) => state !== "refunded" && isOpen(order_id));
        if (codes.length > 0 && !listed(evidence, plan))
          return `order ${plan.order_id} was shown as canceled and has a code`;
      }
      return undefined;
    },
  }),
};

function isRedeemedTruly({ codesOf, control }: Evidence, ask: Ask, { data }: Answer): string | undefined {
  const { plan } = ask;
  if (!plan || !data) return undefined;
  const codes = codesOf(plan);
  if (data.state === "redeemed") {
    const record = typeof data.reference === "string" ? control.redemption(data.reference) : undefined;
    if (ask.as === "browser" && !record) return "redeemed is shown without a reference to a redemption";
    if (record && (!["redeemed", "refunded"].includes(record.state) || !record.codes))
      return `redeemed is shown and the service says ${record.state}`;
    if (codes.length === 0) return "redeemed is shown and the service made no code";
    if (record && data.sku !== undefined && data.sku !== record.reward.sku)
      return `redeemed is shown with ${data.sku}, and ${record.reward.sku} was`;
  }
  const { items } = (data.codes ?? {}) as Shown;
  if (!items) return undefined;
  const own = new Set(codes.flatMap((code) => code.codes.map(({ value }) => value)));
  return items.length > 0 && items.every(({ value }) => own.has(value))
    ? undefined
    : "other codes are shown than the service made for this order";
}

/**
 * An unconfirmed attempt is not shown as activated: with a ledger that was never lost, a link exists only after an Activate. But a
 * `pending` that a list shows is a link, whatever the lost answer to the Book called it (rule 14).
 */
function isActivatedTruly(
  { departures, generations }: Evidence,
  { plan }: Ask,
  { data }: Answer,
): string | undefined {
  if (!plan || data?.state !== "activated" || generations.length > 0) return undefined;
  if (data.attempt === undefined) return undefined;
  const own = departures.filter(
    ({ orderId }) =>
      orderId !== undefined && isOf(plan, orderId) && orderId === `${plan.prefix}${data.attempt}`,
  );
  const isAsked =
    own.some(({ operation, heard }) => operation === "activate" && heard !== "not_sent") ||
    // Beside our own Book's answer, every `pending` is a link (rule 14).
    reportedOf(own.filter(({ operation }) => READINGS.includes(operation))).some(
      ({ orderId, state }) => orderId === `${plan.prefix}${data.attempt}` && state === "pending",
    );
  return isAsked ? undefined : "activated is shown, and no link was ever asked for";
}

/** Codes follow a Redeem within a minute, or are unavailable: only then a user is sent to support. */
function isUnreadableTruly(
  { codesOf, control }: Evidence,
  { plan }: Ask,
  { code }: Answer,
): string | undefined {
  if (!plan || code !== "codes_unreadable") return undefined;
  const young = codesOf(plan).find(({ created_at }) => created_at > control.now() - CODES_WITHIN);
  return young && "codes are called unreadable within a minute of their creation";
}

/** A payment before the request must not be denied in the answer; a new ledger has to look it up first. */
function isFreeTruly(evidence: Evidence, ask: Ask, { data }: Answer): string | undefined {
  const { plan } = ask;
  if (!plan || !data || !saysFree(data)) return undefined;
  const before = evidence.codesOf(plan).find(
    ({ created_at, state, order_id }) =>
      created_at < evidence.start + ask.at &&
      state !== "refunded" &&
      // A released attempt is read only from time to time.
      !evidence.released.has(order_id),
  );
  if (!before || !wasTold(evidence, ask, before.order_id)) return undefined;
  return `${data.state} is shown, which says that nothing was charged, and ${before.order_id} has a code`;
}

const saysFree = ({ state, step }: Json): boolean =>
  state === "open" || state === "booked" || (state === "processing" && step === "book");

/** Whether this generation of the ledger had the answer to the code's call before the request. */
function wasTold({ departures }: Evidence, ask: Ask, orderId: string): boolean {
  return departures.some(
    (each) =>
      each.orderId === orderId &&
      each.generation === ask.generation &&
      ["redeem", "activate", "create"].includes(each.operation) &&
      each.seq < ask.seq,
  );
}
