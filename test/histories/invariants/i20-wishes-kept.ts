/** Judged by the answers to one generation of the ledger. */
import type { Invariant } from "../judge.ts";
import type { Plan } from "../plan.ts";

export const wishesKept: Invariant = {
  id: "I20",
  says: "a wish that was answered with success is never lost; `canceled` is final",
  watch: ({ departures, control }) => {
    const canceled = new Map<Plan, { readonly seq: number; readonly generation: number }>();
    const confirmed = new Map<string, number>();
    return {
      answered(ask, { status, data, seq }) {
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
          confirmed.set(`${generation} ${plan.prefix}${body?.attempt}`, seq);
        return undefined;
      },
      ended() {
        for (const key of confirmed.keys()) {
          const [generation, orderId] = key.split(" ");
          const isSent = departures.some(
            (each) =>
              each.orderId === orderId &&
              (each.operation === "redeem" ||
                each.operation === "activate" ||
                each.generation !== Number(generation)),
          );
          const isOther = departures.some((each) => each.generation > Number(generation));
          // What the service ended before the call left is that confirmation's outcome.
          const isEnded = control
            .redemptions()
            .some((each) => each.orderId === orderId && each.state !== "booked");
          if (!isSent && !isOther && !isEnded)
            return `the confirmation of ${orderId} was answered with success and never sent`;
        }
        return undefined;
      },
    };
  },
};
