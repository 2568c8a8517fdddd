/**
 * Refusals by every call that makes an order or reads: of rewards that cannot be delivered, of unknown promotions and
 * clients, and of other clients' resources. Source: docs/proof/interface.md, "Promotions and rewards" and "Errors".
 */
import { type Api, type Order, userBody } from "../api.ts";
import { type Check, type Ctx, looksAt, type Need } from "../check.ts";
import type { Answer } from "../exchange.ts";
import { holds, isRefused, refused, refusedAs } from "../judge.ts";
import { itemsOf } from "../reading.ts";
import { unallocated } from "../scenarios/unallocated.ts";
import { known } from "../target.ts";
import { inState } from "./orders.ts";

/** Far above the ids of any service. */
const UNKNOWN_ID = "999999999";

/** The three calls that make an order. */
const ORDERS: readonly {
  readonly id: "book" | "create" | "deliver";
  readonly operation: string;
  readonly needs: readonly Need[];
  send(api: Api, order: Order): Promise<Answer>;
}[] = [
  { id: "book", operation: "Book", needs: [], send: (api, order) => api.book(order) },
  { id: "create", operation: "Create a redemption", needs: [], send: (api, order) => api.create(order) },
  {
    id: "deliver",
    operation: "Create and redeem",
    needs: ["bill"],
    send: (api, order) => api.deliver(order),
  },
];

/** One redemption for each status and state in which a reward must not be delivered. */
const ONE_OF_EACH = { redemptions: 4, codes: 4 };
const ONE = { redemptions: 1, codes: 1 };

const unusable = ORDERS.map(
  ({ id, operation, needs, send }): Check => ({
    id: `${id}.unusable-reward`,
    section: "Resources, Promotion reward",
    rule: `${operation} refuses a reward that its promotion says is paused, disabled or invalid.`,
    needs: ["promotion", "create", ...needs, "unusable_reward"],
    risks: ONE_OF_EACH,
    async run({ api, newOrder, target }) {
      for (const sku of target.unusable)
        isRefused(await send(api, newOrder({ sku })), "a reward that is not usable");
    },
  }),
);

const inUnknownPromotion = ORDERS.map(
  ({ id, operation, needs, send }): Check => ({
    id: `${id}.unknown-promotion`,
    section: "Errors",
    rule: `${operation} refuses a promotion that does not exist.`,
    needs: ["promotion", "create", ...needs, "fixed_reward"],
    risks: ONE,
    async run({ api, newOrder }) {
      isRefused(await send(api, newOrder({ promotion: UNKNOWN_ID })), "a promotion that does not exist");
    },
  }),
);

/** Refused, or an empty list, because the interface does not show the answer. */
function nothingListed(answer: Answer, what: string): void {
  if (refused(answer)) {
    isRefused(answer, what);
    return;
  }
  const { length } = itemsOf(answer);
  holds(answer.status === 200 && length === 0, `${what} is refused, or has an empty list`, `${length} items`);
}

const listsOfUnknown: readonly Check[] = [
  {
    id: "redemptions.unknown-promotion",
    section: "Endpoints, List redemptions",
    rule: "List redemptions of a promotion that does not exist is refused, or empty.",
    async run({ api }) {
      nothingListed(await api.redemptions(UNKNOWN_ID), "a promotion that does not exist");
    },
  },
  {
    id: "promotions.unknown-client",
    section: "Endpoints, List promotions of a client",
    rule: "List promotions of a client that does not exist is refused, or empty.",
    async run({ api }) {
      nothingListed(await api.promotions(UNKNOWN_ID), "a client that does not exist");
    },
  },
];

/** The section that limits credentials to the caller's own resources. */
const FORBIDDEN = "Errors";

const inForeignPromotion = ORDERS.filter(({ id }) => id !== "create").map(
  ({ id, operation, needs, send }): Check => ({
    id: `${id}.foreign`,
    section: FORBIDDEN,
    rule: `${operation} answers 401 forbidden for a promotion that the account may not see.`,
    needs: ["promotion", "create", ...needs, "fixed_reward", "refused_foreign_promotion"],
    risks: ONE,
    async run({ api, newOrder, target }) {
      const promotion = known(target.foreignPromotionId);
      refusedAs(await send(api, newOrder({ promotion })), 401, "forbidden");
    },
  }),
);

/** An operation on another client's redemption. */
const onForeign = (
  id: string,
  operation: string,
  needs: readonly Need[],
  ask: (ctx: Ctx, redemption: string) => Promise<Answer>,
): Check => ({
  id: `${id}.foreign`,
  section: FORBIDDEN,
  rule: `${operation} answers 401 forbidden for a redemption that the account may not see.`,
  needs,
  async run(ctx) {
    refusedAs(await ask(ctx, known(ctx.target.foreignRedemption)), 401, "forbidden");
  },
});

const change = ["create", "refused_foreign_redemption"] as const;

export const refusalChecks: readonly Check[] = [
  ...unusable,
  looksAt(
    unallocated,
    {
      id: "book.unallocated-reward",
      section: "Resources, Promotion reward",
      rule: "Book takes a reward in state no_allocation.",
    },
    ({ booked }) => inState(booked, 201, "booked"),
  ),
  ...inUnknownPromotion,
  ...listsOfUnknown,
  ...inForeignPromotion,
  {
    id: "reward.foreign",
    section: FORBIDDEN,
    rule: "Get a reward answers 401 forbidden for a reward that the account may not see.",
    needs: ["foreign_sku"],
    async run({ api, target }) {
      refusedAs(await api.reward(known(target.foreignSku)), 401, "forbidden");
    },
  },
  onForeign("redemption", "Get a redemption", ["foreign_redemption"], ({ api }, id) => api.redemption(id)),
  onForeign("activate", "Activate", change, ({ api, email }, id) => api.activate(id, userBody(email))),
  onForeign("cancel", "Cancel", change, ({ api }, id) => api.cancel(id)),
  onForeign("refund", "Refund", change, ({ api }, id) => api.refund(id)),
  onForeign("redeem", "Redeem", [...change, "bill"], ({ api, email }, id) => api.redeem(id, userBody(email))),
];
