/** Mistakes in interpreting, showing, finishing and reporting: I1, I6 to I11, I13 and I14. */
import { type Mutant, SOON, WITHIN } from "./mutant.ts";
import {
  answeredAs,
  atLedger,
  atNetwork,
  atService,
  attention,
  auth,
  desk,
  orders,
  products,
  reconciler,
  runner,
  stepping,
  timing,
  tokenStore,
  usable,
  usages,
  view,
} from "./seams.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The simulated service's refusal of an expired token. */
const UNAUTHORIZED = new TextEncoder().encode('{"error_name":"unauthorized"}');

/** An unreadable store: each token source asks for its own token. */
const UNREADABLE_STORE = {
  get: () => Promise.reject(new Error("unreadable")),
  swapValue: () => Promise.reject(new Error("unreadable")),
};

export const REPORTING_MUTANTS: readonly Mutant[] = [
  {
    name: "status-believed",
    says: "a 2xx answer to a redeem is success, whatever its state",
    invariants: ["I6"],
    within: 2_000,
    plants: [
      atService((service) => ({
        async redeem(request, leaving) {
          const outcome = await service.redeem(request, leaving);
          return outcome.kind === "answered"
            ? { ...outcome, redemption: { ...outcome.redemption, state: "redeemed" } }
            : outcome;
        },
      })),
      usages.lacksCodes(() => () => false),
    ],
  },
  {
    name: "redeemed-shown-on-504",
    says: "a redeem whose answer was lost is taken for done",
    invariants: ["I6"],
    within: 600,
    plants: [
      atService((service) => ({
        async redeem(request, leaving) {
          const outcome = await service.redeem(request, leaving);
          return outcome.kind === "unknown" ? answeredAs("redeemed", request) : outcome;
        },
      })),
      usages.lacksCodes(() => () => false),
    ],
  },
  {
    name: "confirmed-shown-as-redeemed",
    says: "an order is shown as redeemed as soon as it was confirmed",
    invariants: ["I6"],
    within: WITHIN,
    plants: [
      view.viewOrder((viewOrder) => (...given) => {
        const order = viewOrder(...given);
        return order.step === "redeem" ? { ...order, state: "redeemed" } : order;
      }),
    ],
  },
  {
    name: "first-of-an-unfiltered-list",
    says: "the first entry of a list is taken for the requested redemption, also another user's",
    invariants: ["I8", "called"],
    within: 10_000,
    plants: [
      atService((service) => ({
        async findRedemptions({ promotionId, orderId }) {
          const found = [];
          for await (const item of service.listRedemptions(promotionId, { order_id: orderId }))
            found.push(item);
          return found;
        },
        async findUserRedemptions({ promotionId, orderId, email }) {
          if (email.endsWith(".invalid")) return [];
          const found = [];
          for await (const item of service.listRedemptions(promotionId, { order_id: orderId, email }))
            found.push(item);
          return found;
        },
      })),
    ],
  },
  {
    name: "reconciler-off",
    says: "nobody takes up what a dead process left",
    invariants: ["I7"],
    within: SOON,
    plants: [
      reconciler.reconcile((reconcile) => (options, signal) => {
        const { ledger } = options;
        const blind = new Proxy(ledger, {
          get: (_, name: keyof typeof ledger) => (name === "dueOrders" ? async () => [] : ledger[name]),
        });
        return reconcile({ ...options, ledger: blind }, signal);
      }),
    ],
  },
  {
    name: "list-of-nobody",
    says: "the operator's list is always empty",
    invariants: ["I7"],
    within: WITHIN,
    plants: [
      desk.AttentionDesk(
        (AttentionDesk) =>
          class extends AttentionDesk {
            override page: typeof AttentionDesk.prototype.page = async () => ({ data: [], total: 0 });
          },
      ),
    ],
  },
  {
    name: "change-of-mind-calls-a-person",
    says: "an order whose hold was given up is on the operator's list for good",
    invariants: ["called"],
    within: WITHIN,
    plants: [
      attention.attentionOf((attentionOf) => (order, now) => {
        const isGivenUp = order.attempts.some(({ phase }) => phase === "given_up");
        return attentionOf(order, now) ?? (isGivenUp ? "debited_hold" : null);
      }),
    ],
  },
  {
    name: "claim-for-ever",
    says: "a dead process keeps its claim",
    // Alternatively the loop never rests: the redemption of a forbidden call is read again and again.
    invariants: ["I7", "loop"],
    within: SOON,
    plants: [timing.CLAIM(DAY), timing.OUTCOME_UNKNOWN_AFTER(DAY)],
  },
  {
    name: "given-up-hold-not-read",
    says: "a hold that was given up is never looked at again",
    invariants: ["I7"],
    within: SOON,
    plants: [
      stepping.next((next) => (order, moment) => {
        const action = next(order, moment);
        const isOther = (action.do === "read" || action.do === "list") && action.n !== order.current;
        return isOther ? { do: "rest" } : action;
      }),
    ],
  },
  {
    name: "one-session-for-all",
    says: "a session is looked up once for everybody",
    invariants: ["I8"],
    within: SOON,
    plants: [
      atLedger((ledger) => {
        let kept: Awaited<ReturnType<typeof ledger.readSession>>;
        return {
          async readSession(hash) {
            kept ??= await ledger.readSession(hash);
            return kept;
          },
        };
      }),
    ],
  },
  {
    name: "other-order-shared-read",
    says: "one read of a redemption serves all concurrent requests, also of other orders",
    invariants: ["I6", "I8"],
    within: 2_000,
    plants: [
      atService((service) => {
        let shared: ReturnType<typeof service.readRedemption> | undefined;
        return {
          readRedemption(id) {
            shared ??= service.readRedemption(id).finally(() => {
              shared = undefined;
            });
            return shared;
          },
        };
      }),
    ],
  },
  {
    name: "catalog-age-ignored",
    says: "a catalog of half an hour is good enough to book on",
    invariants: ["I9"],
    within: SOON,
    plants: [timing.CATALOG_MAX_AGE(30 * MINUTE)],
  },
  {
    name: "repeat-unchecked",
    says: "a book or create is repeated without a look at the promotion",
    invariants: ["I9"],
    within: SOON,
    plants: [
      runner.Runner(
        (Runner) =>
          class extends Runner {
            constructor(options: ConstructorParameters<typeof Runner>[0]) {
              super({ ...options, isBookable: async () => "yes" });
            }
          },
      ),
    ],
  },
  {
    name: "paused-is-usable",
    says: "the status of a reward is not looked at",
    invariants: ["I9"],
    within: 1_500,
    plants: [usable.unusableBecause((because) => (reward) => because({ ...reward, status: "enabled" }))],
  },
  {
    name: "forbidden-refreshes",
    says: "a 401 `forbidden` costs the token",
    invariants: ["I10"],
    within: WITHIN,
    plants: [
      atNetwork((send) => async (request) => {
        const answer = await send(request);
        return answer.status === 401 ? { ...answer, body: UNAUTHORIZED } : answer;
      }),
    ],
  },
  {
    name: "every-waiting-call-asks",
    says: "each call that waits for a token asks for one",
    invariants: ["I10"],
    within: SOON,
    plants: [
      auth.createAuth((create) => (options) => {
        const shared = create(options);
        let waiting = 0;
        return {
          async authorize() {
            const source = waiting++ > 0 ? create({ ...options, store: UNREADABLE_STORE }) : shared;
            try {
              return await source.authorize();
            } finally {
              waiting--;
            }
          },
          refused: (...given) => shared.refused(...given),
          accepted: (...given) => shared.accepted(...given),
        };
      }),
    ],
  },
  {
    name: "restart-asks-again",
    says: "a start asks for a token whatever the ledger keeps",
    invariants: ["I10"],
    within: SOON,
    plants: [
      tokenStore.TokenStore(
        (TokenStore) =>
          class extends TokenStore {
            override async read() {
              return undefined;
            }
          },
      ),
    ],
  },
  {
    name: "token-in-a-log-line",
    says: "the log names the credentials of a call",
    invariants: ["I11"],
    within: SOON,
    plants: [
      atNetwork((send, { log }) => (request) => {
        log.debug("fulfillment call", { code: request.headers.authorization });
        return send(request);
      }),
    ],
  },
  {
    name: "email-in-a-log-line",
    says: "the log names the user of a changing call",
    invariants: ["I11"],
    within: SOON,
    plants: [
      atService((service, { log }) => ({
        book(request, leaving) {
          log.info("changing call", { code: request.email });
          return service.book(request, leaving);
        },
      })),
    ],
  },
  {
    name: "code-in-the-order",
    says: "the ledger's view of a redemption shows its codes to the site",
    invariants: ["I11"],
    within: WITHIN,
    plants: [
      products.Products(
        (Products) =>
          class extends Products {
            override async fresh(...given: Parameters<typeof Products.prototype.fresh>) {
              const { redemption, order } = await super.fresh(...given);
              const name = JSON.stringify(redemption.codes);
              return { redemption, order: { ...order, promotion: { ...order.promotion, name } } };
            }
          },
      ),
    ],
  },
  {
    name: "call-never-taken-back",
    says: "who was called for a paid hold is called for what was refunded since",
    invariants: ["called"],
    within: 2_000,
    plants: [
      attention.attentionOf(
        (attentionOf) => (order, now) =>
          order.attention === "debited_hold" ? order.attention : attentionOf(order, now),
      ),
    ],
  },
  {
    name: "redeemed-goes-back",
    says: "what was redeemed and refunded is shown as open again",
    invariants: ["I13"],
    within: WITHIN,
    plants: [
      view.viewOrder((viewOrder) => (...given) => {
        const order = viewOrder(...given);
        return order.state === "refunded" ? { ...order, state: "open" } : order;
      }),
    ],
  },
  {
    name: "swap-without-compare",
    says: "a row is replaced whatever its version is",
    invariants: ["alike", "I5", "I6", "I7", "I13", "I15"],
    within: 600,
    plants: [
      atLedger((ledger) => ({
        async replaceOrder(order) {
          const stored = await ledger.replaceOrder(order);
          const newest = stored ? undefined : await ledger.readOrder(order);
          return newest ? ledger.replaceOrder({ ...order, version: newest.version }) : stored;
        },
      })),
    ],
  },
  {
    name: "get-that-confirms",
    says: "looking at a booked order redeems it",
    invariants: ["I14"],
    within: WITHIN,
    plants: [
      orders.Orders(
        (Orders) =>
          class extends Orders {
            override async view(...given: Parameters<typeof Orders.prototype.view>) {
              const order = await super.view(...given);
              const { attempt, sku, amount, state, delivery } = order;
              if (state !== "booked" || delivery !== "redeem" || !attempt || !sku) return order;
              const [key, locale] = given;
              return (await this.redeem(key, { attempt, sku, ...(amount && { amount }) }, locale)).order;
            }
          },
      ),
    ],
  },
];
