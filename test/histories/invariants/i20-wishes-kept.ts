/** Judged by the answers to one generation of the ledger. */
import { type Ask, planOf } from "../evidence.ts";
import type { Invariant } from "../judge.ts";
import type { Plan } from "../plan.ts";
import { reportedOf } from "./told.ts";

export const wishesKept: Invariant = {
  id: "I20",
  says: "a wish that was answered with success is never lost; `canceled` is final",
  watch: ({ asks, departures, plans }) => {
    const canceled = new Map<Plan, { readonly seq: number; readonly generation: number }>();
    const confirmed = new Map<string, number>();
    const refunded = new Map<Plan, number>();
    return {
      departed({ operation, orderId, seq }) {
        const plan = planOf(plans, orderId);
        const since = plan && refunded.get(plan);
        if (since === undefined || (operation !== "book" && operation !== "create") || seq < since)
          return undefined;
        return `${operation} for ${orderId} leaves, and the order was shown as refunded`;
      },
      answered(ask, { status, data, seq }) {
        if (ask.plan && data?.state === "refunded" && ask.as !== "operator" && !refunded.has(ask.plan))
          refunded.set(ask.plan, seq);
        const { plan, generation, path, as, body } = ask;
        if (!plan || !data) return undefined;
        const known = canceled.get(plan);
        const { state } = data;
        if (
          known?.generation === generation &&
          known.seq < ask.seq &&
          typeof state === "string" &&
          as !== "operator" &&
          state !== "canceled" &&
          state !== "refunded"
        )
          return `${state} is shown of ${plan.order_id}, which was canceled`;
        if (as === "site" && path.endsWith("/cancel") && status === 200 && !known)
          canceled.set(plan, { seq, generation });
        if (as === "browser" && /\/(redeem|activate)$/.test(path) && status < 300 && state !== "redeemed")
          // A repeat may be answered after the outcome of an earlier confirmation without an answer.
          confirmed.set(`${generation} ${plan.prefix}${body?.attempt}`, firstOf(asks, ask));
        return undefined;
      },
      ended() {
        for (const [key, seq] of confirmed) {
          const [generation, orderId] = key.split(" ");
          const isSent = departures.some(
            (each) =>
              each.orderId === orderId &&
              (each.operation === "redeem" ||
                each.operation === "activate" ||
                each.generation !== Number(generation)),
          );
          const isOther = departures.some((each) => each.generation > Number(generation));
          // What the service ended before the call left is that confirmation's outcome, where a process was told so afterwards.
          const isEnded = reportedOf(departures.filter(({ seq: left }) => left > seq)).some(
            (each) => each.orderId === orderId && each.state !== "booked",
          );
          if (!isSent && !isOther && !isEnded)
            return `the confirmation of ${orderId} was answered with success and never sent`;
        }
        return undefined;
      },
    };
  },
};

/** When this confirmation was first asked for. */
const firstOf = (asks: readonly Ask[], { plan, path, body, seq }: Ask): number =>
  asks.find((each) => each.plan === plan && each.path === path && each.body?.attempt === body?.attempt)
    ?.seq ?? seq;
