/** Mistakes in interpreting lists, refusals, clocks and readings: I1, I6, I7 and I8. */
import type { Order } from "../../../server/redemption/model.ts";
import { type Mutant, WITHIN } from "./mutant.ts";
import { absorbing, atService, evidence, holdOrLink, products, rowTimes, timing } from "./seams.ts";

/** Whether the address belongs to no user. */
const isNobodys = (email: string): boolean => email.endsWith(".invalid");

/** Longer than any wait: a wait stored by a wrong clock is then obeyed. */
const _ANY_WAIT = 1_000_000_000;

export const EVIDENCE_MUTANTS: readonly Mutant[] = [
  {
    name: "repeat-without-a-look",
    says: "a book or create without an answer is repeated at once",
    invariants: ["I17"],
    within: WITHIN,
    plants: [evidence.isObserved(() => () => true)],
  },
  {
    name: "order-id-proves-the-user",
    says: "whatever the service lists under an order id is taken for the order's user's",
    invariants: ["I8"],
    within: 600,
    plants: [
      atService((service) => ({
        async findUserRedemptions({ email, ...filter }) {
          return isNobodys(email) ? [] : service.findRedemptions(filter);
        },
      })),
    ],
  },
  {
    name: "refused-create-frees-at-once",
    says: "after a Create that was refused the next attempt opens with the first list that shows nothing",
    invariants: ["I1", "I4"],
    within: 5_000,
    passing: 3_200,
    plants: [
      absorbing.absorb(
        (absorb) => (order, n, observation, now) =>
          absorb(
            order,
            n,
            observation.kind === "listed"
              ? { ...observation, askedAt: Number.POSITIVE_INFINITY }
              : observation,
            now,
          ),
      ),
    ],
  },
  {
    name: "any-reading-names-the-link",
    says: "a reading that lags behind an Activate names the link",
    invariants: ["I8"],
    within: 1_000,
    passing: 400,
    plants: [
      products.Products(
        (Products) =>
          class extends Products {
            override async fresh(...given: Parameters<typeof Products.prototype.fresh>) {
              const { redemption, order } = await super.fresh(...given);
              return { redemption: { ...redemption, state: "pending" }, order };
            }
          },
      ),
    ],
  },
  {
    name: "codes-are-not-waited-for",
    says: "codes that are not there with the redeem are called unreadable at once",
    invariants: ["I6"],
    within: 600,
    plants: [timing.CODES_WITHIN(0)],
  },
  {
    name: "pending-hold-is-a-link",
    says: "a Book that is answered pending is activated",
    invariants: ["I6"],
    within: 5_000,
    plants: [holdOrLink.isLinkOut((isLinkOut) => (order, state) => isLinkOut(order, state, undefined))],
  },
  {
    name: "times-as-stored",
    says: "what another clock wrote is read as if it were this process's own",
    invariants: ["I7"],
    within: 3_000,
    plants: [
      rowTimes.RowTimes(
        (RowTimes) =>
          class extends RowTimes {
            override of(order: Order): Order {
              return order;
            }
          },
      ),
    ],
  },
];
