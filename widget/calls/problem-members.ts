/** What a problem's body says beyond its code. The widget relies on none of it: members may be missing or malformed. */
import type { HoldEnd, PromotionReason } from "../../shared/wire.ts";
import type { Failure } from "../state/failure.ts";
import { isText } from "./api.ts";

/** The redemption id, if the server names it although the call failed. */
export const referenceOf = ({ problem }: Failure): string | undefined => textOf(problem?.reference);

/** Why a promotion's rewards are not available, and since or until when (a date-time as the service writes it). */
export interface Closed {
  readonly reason: PromotionReason;
  readonly date?: string;
}

/** For each reason, the member that holds the date. */
const DATES: Record<PromotionReason, string | undefined> = {
  not_started: "start_datetime",
  ended: "end_datetime",
  not_enabled: undefined,
  not_ready: undefined,
};

const isReason = (value: unknown): value is PromotionReason => isText(value) && Object.hasOwn(DATES, value);

export function closedOf({ code, problem }: Failure): Closed | undefined {
  const reason = problem?.promotion_reason;
  if (code !== "promotion_unavailable" || !isReason(reason)) return undefined;
  const member = DATES[reason];
  return { reason, date: member && textOf(problem?.[member]) };
}

const HOLD_ENDS: Record<HoldEnd, true> = { canceled: true, failed: true, expired: true };

/** The state in which the service ended a reservation before its time. */
export function holdEndOf({ code, problem }: Failure): HoldEnd | undefined {
  const end = problem?.hold_ended;
  return code === "not_booked" && isText(end) && Object.hasOwn(HOLD_ENDS, end) ? (end as HoldEnd) : undefined;
}

/** Why the site did not allow a confirmation, in its own words. */
export const denialOf = ({ code, problem }: Failure): string | undefined =>
  code === "confirmation_denied" ? textOf(problem?.site_reason)?.replace(UNENDED, "$&.") : undefined;

/** A sentence without its end, before another one: in scripts that put a full stop there. */
const UNENDED =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{N}]$/u;

const textOf = (value: unknown): string | undefined => (isText(value) && value !== "" ? value : undefined);
