/**
 * The texts of a problem's `detail`: which value, which limit, what to do. Each is safe to show to a user. None says whether the
 * user was charged: that follows from the order's state, not from one refused request.
 */
import type { AmountRefusal } from "../../shared/amount-refusal.ts";
import type { AmountRange } from "../../shared/amounts.ts";
import type { ProblemCode } from "../../shared/problems.ts";
import type { HoldEnd, PromotionReason } from "../../shared/wire.ts";
import { REQUEST_LIMIT_BYTES } from "../timing.ts";

/** Why a promotion is not available, and since or until when. Times as the service wrote them. */
export interface PromotionGap {
  readonly reason: PromotionReason;
  readonly start_datetime?: string;
  readonly end_datetime?: string;
}

/** The default detail of each code. */
export const DETAILS: Readonly<Record<ProblemCode, string>> = {
  invalid_json: "The body could not be read as JSON in UTF-8. Send one JSON object.",
  site_key_invalid:
    "No site has the key of this request. Send `Authorization: Bearer <key>` with a key of the site's entry in SITES.",
  session_invalid: "No session has this token. Open a new session for the order.",
  session_expired: "The session's time is over. Open a new session for the order, which is as it was.",
  operator_key_invalid:
    "No operator has the key of this request. Send `Authorization: Bearer <key>` with one of OPERATOR_KEY or OPERATOR_KEYS.",
  operator_role: "The key has the role `read`. Ask somebody with the role `act`.",
  origin_not_allowed:
    "Pages of this origin may not use this session. The origin must stand, exactly, in the site's `origins`.",
  promotion_not_allowed:
    "The site's setting `promotions` does not name this promotion. Name one that it does.",
  not_found: "Nothing is at this address. `GET /openapi.json` names every route.",
  order_not_found: "The site has no order with this id. An order begins with its first session.",
  grant_not_found: "The site has no grant with this id. A grant begins with its first session.",
  user_not_found: "Nothing is known of a member with this id.",
  promotion_not_found: "The fulfillment service knows no such promotion. Check the id.",
  reward_not_found: "This reward is not among those that the order may choose. Read the catalog again.",
  method_not_allowed: "This address has other methods; the header `Allow` names them.",
  too_large: `The body is larger than ${REQUEST_LIMIT_BYTES} bytes. Send less.`,
  unsupported_media_type: "The body must be JSON. Send it with `Content-Type: application/json`.",
  order_conflict:
    "A session with this order_id exists with other values. Send the same values, or open the order as it is by POST /v1/orders/{order_id}/sessions.",
  grant_conflict:
    "A session with this grant_id exists with other values. Send the same values, or open the grant as it is by POST /v1/grants/{grant_id}/sessions.",
  grant_spent: "The balance is spent, so nothing more can be chosen. What was chosen stays as it is.",
  confirmation_denied: "The site does not allow this at the moment, so nothing was sent.",
  order_processing: "The order is being worked on. It is never charged twice. Ask again in a moment.",
  order_finished:
    "The order is finished, and nothing more can be chosen for it. Read the order for what it gave.",
  delivery_mismatch:
    "The order hands its reward over in another way, so nothing was sent. Use the route of its delivery.",
  not_booked: "Nothing is booked for this order, so nothing was sent. Book a reward first.",
  hold_expired: "The reservation ran out before it could be confirmed, so nothing was sent. Book again.",
  confirmation_mismatch:
    "What was confirmed is not what is booked, so nothing was sent. Read the order again.",
  reward_unavailable: "This reward cannot be had at the moment. Choose another one.",
  out_of_stock: "All codes of this reward are gone at the moment. Choose another one.",
  promotion_unavailable: "Rewards of this promotion cannot be had at the moment. Come back later.",
  not_redeemed:
    "Nothing was redeemed for this order, so there is nothing to give. Read the order for its state.",
  not_cancelable: "The reward was handed out, or the service does not allow it to be canceled any more.",
  invalid_request: "The request is not as it must be. `errors` says where, and what is expected there.",
  amount_required: "This reward has a free value: send an amount.",
  amount_not_allowed: "This reward has a fixed value: send no amount.",
  amount_invalid:
    'An amount is a string of whole units without sign, zeros before or decimals, such as "50"; at most nine digits.',
  amount_out_of_range: "The amount is outside what this reward and this order allow. Choose another one.",
  balance_unavailable: "The provider of this reward does not tell the balance of its cards.",
  rate_limited: "More requests came than a minute allows. Wait a moment.",
  attempts_exhausted:
    "More rewards were chosen for this order than it allows at a time, or in a day. Choose one of the reserved rewards again, or come back later.",
  upstream_invalid:
    "The fulfillment service answered something that could not be read. Try again in a moment.",
  codes_unreadable:
    "The reward was issued, but its codes could not be read. Contact support with the reference.",
  upstream_unavailable: "The fulfillment service does not answer at the moment. Try again in a moment.",
  authorization_unavailable:
    "The site could not be asked whether it allows this, so nothing was sent. Try again in a moment.",
  upstream_forbidden:
    "The fulfillment service does not let this server do that. Only its operator can help: credentials, client or promotion are not right.",
};

const GAPS: Readonly<Record<PromotionReason, string>> = {
  not_started: "This promotion has not started yet.",
  ended: "This promotion has ended.",
  not_enabled: "This promotion is switched off at the moment. Come back later.",
  not_ready: "This promotion is not ready yet. Come back later.",
};

export function gapDetail({ reason, start_datetime, end_datetime }: PromotionGap): string {
  if (reason === "not_started" && start_datetime !== undefined)
    return `${GAPS[reason]} It starts on ${start_datetime}.`;
  if (reason === "ended" && end_datetime !== undefined) return `${GAPS[reason]} It ended on ${end_datetime}.`;
  return GAPS[reason];
}

/** @param range the range left by reward and session; absent if empty. Whole units */
export function amountDetail(
  refusal: AmountRefusal,
  amount: unknown,
  range: AmountRange | undefined,
): string {
  const span = range && (range.min === range.max ? `of ${range.min}` : `from ${range.min} to ${range.max}`);
  switch (refusal) {
    case "amount_required":
      return span ? `This reward has a free value: send an amount ${span}.` : DETAILS[refusal];
    case "amount_out_of_range":
      return span ? `${String(amount)} cannot be chosen here: send an amount ${span}.` : DETAILS[refusal];
    case "amount_not_allowed":
    case "amount_invalid":
      return DETAILS[refusal];
    default:
      return refusal satisfies never;
  }
}

/** In currency units. */
interface Worth {
  readonly amount: number;
  readonly currency?: string;
}

const worthOf = ({ amount, currency }: Worth): string =>
  `This reward is worth ${amount}${currency === undefined ? "" : ` ${currency}`}`;

export const aboveLimitDetail = (value: Worth, most: string): string =>
  `${worthOf(value)}, which is more than the ${most} that this order allows. Choose another one.`;

/** @param most `max_amount` and `currency` of the session */
export const otherCurrencyDetail = (value: Worth, most: string): string =>
  `${worthOf(value)}, which cannot be compared with the ${most} that this order allows. Choose another one.`;

/** @param most `max_amount` of the session */
export const unreadableValueDetail = (most: string): string =>
  `The service does not say so that it can be compared what this reward is worth, and this order allows at most ${most}. Choose another one.`;

/** @param most `max_amount` of a session with delivery `notify` */
export function unknownValueDetail(sku: string, most: string): string {
  return `The value of ${sku} is not known yet, and this order allows at most ${most}. A mail reserves nothing first that would show the value. Choose another one.`;
}

const HOLD_ENDINGS: Readonly<Record<HoldEnd, string>> = {
  canceled: "canceled it",
  failed: "says that it failed",
  expired: "says that it expired",
};

export const holdEndedDetail = (end: HoldEnd): string =>
  `The reservation did not run out: the fulfillment service ${HOLD_ENDINGS[end]}, and nothing was issued. Choose again.`;

/** Mistakes that one sentence names; `errors` has all of them. */
const MISTAKES_TOLD = 3;

export function mistakesDetail(
  errors: readonly { readonly path: string; readonly message: string }[],
): string {
  const told = errors
    .slice(0, MISTAKES_TOLD)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  const more = errors.length - told.length;
  return `${told.join("; ")}${more > 0 ? `; and ${more} more in \`errors\`` : ""}.`;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The wait in words. */
export function waitDetail(ms: number): string {
  const [count, unit] =
    ms < 2 * MINUTE ? [Math.ceil(ms / SECOND), "second"] : [Math.ceil(ms / MINUTE), "minute"];
  return `Try again in ${count} ${unit}${count === 1 ? "" : "s"}.`;
}
