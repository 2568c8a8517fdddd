/** Create a redemption. Source: docs/proof/interface.md, "Operations", "Redemption states" and "Limits". */
import { beginningOf, type Check, type Ctx, looksAt } from "../check.ts";
import { bodyIsRefused, dataIn, holds, kindOf, NotSupported } from "../judge.ts";
import { dataOf, member } from "../reading.ts";
import { pending } from "../scenarios/pending.ts";
import {
  inState,
  isOnlyOne,
  isOrder,
  keepsSku,
  makesNoSecond,
  otherFormIsNoSecond,
  withoutCodes,
  withSecond,
} from "./orders.ts";

const BODY = "Endpoints, Create a redemption request body";

/** Checks that Create refuses a body. */
const refuses = (
  id: string,
  what: string,
  dataFor: (order: ReturnType<Ctx["newOrder"]>) => object | undefined,
): Check => ({
  id,
  section: BODY,
  rule: `Create a redemption refuses ${what}.`,
  needs: ["promotion", "create", "fixed_reward"],
  risks: { redemptions: 1, codes: 1 },
  async run({ api, newOrder }) {
    const order = newOrder();
    bodyIsRefused(await api.createWith(order, dataFor(order)), what);
  },
});

export const createChecks: readonly Check[] = [
  beginningOf(
    pending,
    {
      id: "create.pending",
      section: "Endpoints, Create a redemption",
      rule: "Create a redemption answers 201 with the redemption of the order in state pending.",
    },
    ({ created, order }) => isOrder(created, 201, "pending", order),
  ),
  looksAt(
    pending,
    {
      id: "create.no-codes",
      section: "States and transitions, Create a redemption",
      rule: "While a redemption is pending no code is shown.",
    },
    ({ created, read, again }) => withoutCodes(created, read, again),
  ),
  looksAt(
    pending,
    {
      id: "create.kept",
      section: "States and transitions, Create a redemption",
      rule: "Get a redemption shows the created redemption in state pending, with its link.",
    },
    ({ read }) => {
      inState(read, 200, "pending");
      const url = member(dataOf(read), "url");
      holds(typeof url === "string" && URL.canParse(url), "a link in url", kindOf(url));
    },
  ),
  looksAt(
    pending,
    {
      id: "create.repeated",
      section: "Limits, order_id",
      rule: "The same Create once more makes no second redemption.",
    },
    ({ again, id, ofOrder }) => {
      makesNoSecond(again, id);
      isOnlyOne(ofOrder);
    },
  ),
  looksAt(
    pending,
    {
      id: "create.other-parameters",
      section: "Limits, order_id",
      rule: "Create with an order id that exists and another user makes no second redemption.",
    },
    ({ withOther, id, ofOrder }) => {
      makesNoSecond(withOther, id);
      isOnlyOne(ofOrder);
    },
  ),
  looksAt(
    pending,
    {
      id: "create.other-sku",
      section: "Limits, order_id",
      rule: "Create with an order id that exists and another SKU makes no second redemption and changes no SKU.",
    },
    ({ withOtherSku, id, ofOrder, afterRefund, order }) => {
      makesNoSecond(withSecond(withOtherSku), id);
      isOnlyOne(ofOrder);
      keepsSku(afterRefund, order.sku);
    },
  ),
  looksAt(
    pending,
    {
      id: "create.forms",
      section: "Endpoints, Summary",
      rule: "Create works with the reward in the body or in the path; where both work, both lead to the same redemption.",
    },
    ({ created, inOtherForm, id }) => {
      dataIn(created, 201);
      if (inOtherForm === undefined) throw new NotSupported("only one form was to be used");
      otherFormIsNoSecond(inOtherForm, id);
    },
  ),
  refuses("create.no-data", "a body without data", () => undefined),
  refuses("create.no-order-id", "an order without an order id", ({ email }) => ({
    user: { email },
  })),
  refuses("create.no-user", "an order without a user", ({ orderId }) => ({
    order_id: orderId,
  })),
];
