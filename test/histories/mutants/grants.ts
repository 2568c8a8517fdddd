/** Mistakes in the chain of a grant and in what a site allows (docs/proof/rules.md): I21 and I24. */
import type * as Authorize from "../../../server/authorize/authorize.ts";
import type * as Chain from "../../../server/grants/chain.ts";
import { withAttempt } from "../../../server/rows/order.ts";
import { type Mutant, seamsOf, WITHIN } from "./mutant.ts";
import { atLedger, upstreamIds } from "./seams.ts";

const chain = seamsOf<typeof Chain>();
const authorizing = seamsOf<typeof Authorize>();
const MANY = 1_000;

export const GRANT_MUTANTS: readonly Mutant[] = [
  {
    name: "successor-without-mark",
    says: "the next order of a grant opens, and the last one is not marked as succeeded",
    invariants: ["I21"],
    within: WITHIN,
    plants: [
      chain.followingOf((inner) => (of, now) => {
        const following = inner(of, now);
        return following.kind === "next" ? { ...following, marked: of.last.order } : following;
      }),
    ],
  },
  {
    name: "stopped-not-counted",
    says: "an order of a grant that is stopped for a person counts for nothing",
    invariants: ["I21"],
    within: 4 * MANY,
    plants: [
      chain.balanceOf((inner) => (of) => {
        const [first, ...others] = of.rows.map((row) => {
          const stopped = row.order.known.attempts.find(({ phase }) => phase === "stuck");
          return stopped ? { ...row, order: withAttempt(row.order, stopped.n, { phase: "over" }) } : row;
        });
        return first ? inner({ ...of, rows: [first, ...others] }) : inner(of);
      }),
    ],
  },
  {
    name: "next-without-transaction",
    says: "the next order of a grant is stored first, and the last one marked in a second write, as it is by then",
    invariants: ["I21"],
    within: 2 * MANY,
    plants: [
      atLedger((ledger) => ({
        async succeedOrder(marked, next) {
          const isMade = await ledger.createOrder(next);
          const row = await ledger.readOrder(marked);
          const grant = row?.order.grant;
          if (row && grant)
            await ledger.replaceOrder(
              { ...row.order, grant: { ...grant, is_succeeded: true } },
              { kind: "leave" },
            );
          return isMade;
        },
      })),
    ],
  },
  {
    name: "passed-order-goes-on",
    says: "after a lost ledger an order of a grant can be chosen again beside a later one that was made",
    invariants: ["I21"],
    within: 4 * MANY,
    plants: [upstreamIds.isOfLaterOrder(() => () => false)],
  },
  {
    name: "authorize-fails-open",
    says: "a site that cannot be asked counts as allowing",
    invariants: ["I24"],
    within: 400,
    passing: 200,
    plants: [
      authorizing.createAuthorize((create) => (options) => {
        const ask = create(options);
        return async (asked) => {
          await ask(asked).catch((error) => {
            if (error?.code !== "authorization_unavailable") throw error;
          });
        };
      }),
    ],
  },
];
