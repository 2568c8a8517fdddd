/** Judged by the requests that reached the service, within one generation of the ledger, and by the pins of the order. */
import { CHANGES, type Departure, dataOf, type Json, planOf } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

/** The calls that make a redemption. */
const MAKES: ReadonlySet<string> = new Set(["book", "create", "create_and_redeem"]);
/** Answers to these calls that prove that nothing was made: token refused, not found, or invalid request. */
const REFUSED: ReadonlySet<Departure["heard"]> = new Set([401, 404, 422]);

export const sameParameters: Invariant = {
  id: "I3",
  says: "all changing calls for one upstream order id carry the same promotion, sku, amount and e-mail bytes",
  watch: ({ plans, control, departures }) => {
    const known = new Map<string, string>();
    return {
      // A call that never left never reached the service.
      arrived({ operation, orderId, url, body, generation, redemptionId }) {
        if (!CHANGES.has(operation) || operation === "cancel" || operation === "refund") return undefined;
        const plan = planOf(plans, orderId);
        const data = dataOf(body);
        const email = (data.user as Json | undefined)?.email;
        if (plan && email !== plan.email)
          return `${operation} for ${orderId} carries another e-mail than its site gave`;
        const { pathname } = new URL(url);
        const record = redemptionId === undefined ? undefined : control.redemption(redemptionId);
        // A redemption that an earlier generation of the ledger left under the id was adopted unchanged (docs/proof/rules.md, rule
        // 16).
        const isMade = (each: Departure): boolean =>
          each.generation === generation &&
          each.orderId === orderId &&
          MAKES.has(each.operation) &&
          !REFUSED.has(each.heard);
        if (record && generation > 0 && !departures.some(isMade)) return undefined;
        const carried = record
          ? [
              record.promotionId,
              record.reward.sku,
              typeof record.reward.worth === "number" ? null : String(record.amount),
            ]
          : [
              Number(/\/promotions\/([^/]+)/.exec(pathname)?.[1]),
              (data.reward as Json | undefined)?.sku ?? /\/rewards\/([^/]+)/.exec(pathname)?.[1],
              (data.value as Json | undefined)?.amount ?? null,
            ];
        const key = `${generation} ${orderId}`;
        const text = JSON.stringify(carried);
        const before = known.get(key) ?? text;
        known.set(key, before);
        return before === text
          ? undefined
          : `${operation} for ${orderId} carries ${text} and an earlier call ${before}`;
      },
    };
  },
};
