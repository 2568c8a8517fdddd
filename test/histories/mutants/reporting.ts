/** Mistakes in interpreting, showing, finishing and reporting (docs/proof/rules.md): I1, I6 to I11, I13 and I14. */
import { type Mutant, SOON, WITHIN } from "./mutant.ts";
import {
  answeredAs,
  answers,
  atLedger,
  atNetwork,
  atService,
  attention,
  attentionList,
  auth,
  orders,
  products,
  reconciler,
  timing,
  tokenStore,
  usages,
  view,
} from "./seams.ts";

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
    name: "a-member-nobody-described",
    says: "an order is shown with a member that openapi.json does not name",
    invariants: ["described"],
    within: SOON,
    plants: [
      view.viewOrder((viewOrder) => (...given) => ({ ...viewOrder(...given), tries: 1 })),
    ],
  },
  {
    name: "codes-are-not-waited-for",
    says: "codes that are not there with the redeem are called unreadable at once",
    invariants: ["I6"],
    within: 1_000,
    plants: [timing.CODES_WITHIN(0)],
  },
  {
    name: "pending-hold-is-a-link",
    says: "a Book that is answered pending is taken for a link",
    invariants: ["I6"],
    within: 1_000,
    plants: [
      answers.wordOf(
        (wordOf) => (order, attempt, redemption) => wordOf(order, attempt, redemption, "reading"),
      ),
    ],
  },
  {
    name: "order-id-proves-the-user",
    says: "whatever the service lists under an order id is taken for the order's user's",
    invariants: ["I8"],
    within: 20_000,
    isRare: true,
    plants: [
      atService((service) => ({
        async findUserRedemptions({ promotionId, orderId }) {
          const found = [];
          for await (const each of service.listRedemptions(promotionId, { order_id: orderId }))
            if (each.order_id === orderId) found.push(each);
          return found;
        },
      })),
    ],
  },
  {
    name: "stuck-calls-nobody",
    says: "an attempt that stands still is on no list",
    invariants: ["I7"],
    within: 5_000,
    plants: [
      attention.attentionOf((attentionOf) => (...given) => {
        const subject = attentionOf(...given);
        return subject?.attempt?.phase === "stuck" ? undefined : subject;
      }),
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
      attentionList.AttentionList(
        (AttentionList) =>
          class extends AttentionList {
            override page: typeof AttentionList.prototype.page = async () => ({ data: [], total: 0 });
          },
      ),
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
            override async read(...given: Parameters<typeof Products.prototype.read>) {
              const { redemption, row } = await super.read(...given);
              const promotion = { ...row.order.promotion, name: JSON.stringify(redemption.codes) };
              return { redemption, row: { ...row, order: { ...row.order, promotion } } };
            }
          },
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
    invariants: ["alike", "I2", "I5", "I6", "I7", "I13", "I15", "I20"],
    within: 600,
    plants: [
      atLedger((ledger) => ({
        async replaceOrder(order, lease) {
          const stored = await ledger.replaceOrder(order, lease);
          const newest = stored ? undefined : await ledger.readOrder(order);
          return newest ? ledger.replaceOrder({ ...order, version: newest.order.version }, lease) : stored;
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
              return (await this.redeem(...given, { attempt, sku, ...(amount && { amount }) })).order;
            }
          },
      ),
    ],
  },
];
