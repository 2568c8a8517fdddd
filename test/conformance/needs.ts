/** Whether a check's needs are met, and the message if they are not. */
import { type Check, type Need, needsOf } from "./check.ts";
import { HOLD_WAIT_MS, MINUTE, MONTH_WAIT_MS } from "./limits.ts";
import type { Target } from "./target.ts";

export interface Allowed {
  readonly auth: "oauth" | "headers";
  readonly create: boolean;
  readonly bill: boolean;
  /** How long a run may wait, or how far its time can be moved, in milliseconds. */
  readonly longestWaitMs: number;
}

function missing(need: Need, target: Target, allowed: Allowed): string | undefined {
  const unless = (there: unknown, reason: string) => (there ? undefined : reason);
  switch (need) {
    case "oauth":
      return unless(allowed.auth === "oauth", "needs --auth oauth");
    case "promotion":
      return unless(target.promotionId, "needs --promotion");
    case "client":
      return unless(target.clientId, "needs --client, or a promotion that names its client");
    case "foreign_promotion":
      return unless(target.foreignPromotionId, "needs --foreign-promotion");
    case "refused_foreign_promotion":
      if (target.foreignPromotionId === undefined) return "needs --foreign-promotion";
      return unless(!target.foreignIsShown, "the foreign promotion is shown: no orders are made there");
    case "create":
      return unless(allowed.create, "needs --create");
    case "bill":
      return unless(allowed.bill, "needs --bill");
    case "fixed_reward":
      return unless(target.fixed, "no reward with a fixed value can be had in the promotion");
    case "free_value_reward":
      return unless(target.freeValue, "no free-value reward with a range can be had in the promotion");
    case "unusable_reward":
      return unless(target.unusable[0], "the promotion has no paused, disabled or invalid reward");
    case "other_fixed_reward":
      return unless(target.otherFixed, "the promotion has no second reward with a fixed value");
    case "unallocated_reward":
      return unless(
        target.notAllocated,
        "the promotion has no reward in state no_allocation that can be had",
      );
    case "foreign_sku":
      return unless(target.foreignSku, "needs --foreign-sku");
    case "foreign_redemption":
      return unless(target.foreignRedemption, "needs --foreign-redemption");
    case "refused_foreign_redemption":
      if (target.foreignRedemption === undefined) return "needs --foreign-redemption";
      return unless(
        !target.foreignRedemptionIsShown,
        "the foreign redemption is shown: nothing is tried on it",
      );
    case "reward":
      return unless(target.anySku, "the catalog shows no reward");
    case "hold_wait":
      return unless(
        allowed.longestWaitMs >= HOLD_WAIT_MS,
        `needs ${HOLD_WAIT_MS / MINUTE} minutes of waiting: run with --wait`,
      );
    case "month_wait":
      return unless(allowed.longestWaitMs >= MONTH_WAIT_MS, "needs a redemption of an earlier month");
    default:
      return need satisfies never;
  }
}

/** Why a check cannot be tried; undefined if it can. */
export function whyNot(check: Check, target: Target, allowed: Allowed): string | undefined {
  for (const need of needsOf(check)) {
    const reason = missing(need, target, allowed);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
