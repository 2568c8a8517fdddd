/** Create and redeem: one call that makes codes, and the same answer ever after. Source: docs/proof/interface.md, R1, R3 and R4. */
import { beginningOf, type Check, looksAt } from "../check.ts";
import { bodyIsRefused, dataIn, holds, isRefused, NotSupported } from "../judge.ts";
import { codesKey, dataOf, idOf } from "../reading.ts";
import { delivered } from "../scenarios/delivered.ts";
import { holdDelivered } from "../scenarios/hold-delivered.ts";
import { holdRedeemed } from "../scenarios/hold-redeemed.ts";
import {
  isOnlyOne,
  isOrder,
  isRedeemed,
  isSame,
  isUnchanged,
  keepsSku,
  makesNoSecond,
  otherFormIsNoSecond,
  withSecond,
} from "./orders.ts";

export const deliverChecks: readonly Check[] = [
  beginningOf(
    delivered,
    {
      id: "deliver.redeemed",
      section: "Endpoints, Create and redeem",
      rule: "Create and redeem answers 201 with the redemption of the order, redeemed, with its moment and its codes.",
    },
    (played) => {
      isOrder(played.delivered, 201, "redeemed", played.order);
      isRedeemed(played.delivered, 201);
    },
  ),
  looksAt(
    delivered,
    {
      id: "deliver.kept",
      section: "Endpoints, Get a redemption",
      rule: "Get a redemption shows the redeemed redemption with the same codes.",
    },
    (played) => {
      isRedeemed(played.read, 200);
      isSame(played.read, played.delivered);
    },
  ),
  looksAt(
    delivered,
    {
      id: "deliver.repeated",
      section: "Behavior rules, R1, R2 and R3",
      rule: "The same Create and redeem once more gives the same redemption with the same codes.",
    },
    (played) => {
      isSame(played.again, played.delivered);
      isOnlyOne(played.ofOrder);
    },
  ),
  looksAt(
    delivered,
    {
      id: "deliver.redeemed-by-id",
      section: "Behavior rules, R1",
      rule: "Redeem on a redemption that Create and redeem made gives the same redemption with the same codes.",
    },
    (played) => isSame(played.redeemed, played.delivered),
  ),
  looksAt(
    delivered,
    {
      id: "deliver.forms",
      section: "Endpoints, Summary",
      rule: "Create and redeem works in one form of its path; where both work, both lead to the same redemption.",
    },
    (played) => {
      dataIn(played.delivered, 201);
      if (played.inOtherForm === undefined) throw new NotSupported("only one form was to be used");
      otherFormIsNoSecond(played.inOtherForm, played.id);
    },
  ),
  looksAt(
    delivered,
    {
      id: "deliver.other-parameters",
      section: "Behavior rules, R3",
      rule: "Create and redeem with an order id that exists and another user makes no second redemption and no other code.",
    },
    (played) => {
      makesNoSecond(played.withOther, played.id);
      isOnlyOne(played.ofOrder);
      isUnchanged(played.beforeCancel, played.read);
    },
  ),
  looksAt(
    delivered,
    {
      id: "deliver.other-sku",
      section: "Behavior rules, R3",
      rule: "Create and redeem with an order id that exists and another SKU makes no second redemption and changes no SKU.",
    },
    ({ withOtherSku, id, ofOrder, beforeCancel, order }) => {
      makesNoSecond(withSecond(withOtherSku), id);
      isOnlyOne(ofOrder);
      keepsSku(beforeCancel, order.sku);
    },
  ),
  looksAt(
    delivered,
    {
      id: "deliver.after-refund",
      section: "Behavior rules, R3",
      rule: "The same Create and redeem after a refund makes no second redemption.",
    },
    (played) => {
      makesNoSecond(played.afterwards, played.id);
      isOnlyOne(played.ofOrderAfterwards);
    },
  ),
  looksAt(
    holdDelivered,
    {
      id: "hold.delivered-other-sku",
      section: "Behavior rules, R4",
      rule: "Create and redeem with another SKU than the Book's makes no second redemption and leaves the hold alone.",
    },
    ({ withOtherSku, id, afterOther, booked, order }) => {
      makesNoSecond(withSecond(withOtherSku), id);
      isUnchanged(afterOther, { ...booked, status: 200 });
      keepsSku(afterOther, order.sku);
    },
  ),
  {
    id: "deliver.no-data",
    section: "Endpoints, Create and redeem / Book request body",
    rule: "Create and redeem refuses a body without data.",
    needs: ["promotion", "create", "bill", "fixed_reward"],
    risks: { redemptions: 1, codes: 1 },
    async run({ api, newOrder }) {
      bodyIsRefused(await api.deliverWith(newOrder(), {}), "a body without data");
    },
  },
  {
    id: "deliver.unknown-reward",
    section: "Errors",
    rule: "Create and redeem refuses a SKU that does not exist.",
    needs: ["promotion", "create", "bill"],
    risks: { redemptions: 1, codes: 1 },
    async run({ api, newOrder }) {
      isRefused(await api.deliver(newOrder({ sku: "CONFORMANCE-NO-SUCH-SKU" })), "a SKU that does not exist");
    },
  },
  looksAt(
    holdDelivered,
    {
      id: "hold.delivered",
      section: "Behavior rules, R4",
      rule: "Create and redeem with the parameters of a Book redeems that hold and makes no second redemption.",
    },
    (played) => {
      isRedeemed(played.delivered, 201);
      holds(idOf(dataOf(played.delivered)) === played.id, "the redemption of the hold", "another one");
      isOnlyOne(played.ofOrder);
      isSame(played.read, played.delivered);
    },
  ),
  looksAt(
    holdDelivered,
    {
      id: "hold.delivered-to-other",
      section: "Behavior rules, R4",
      rule: "Create and redeem with another user than the Book's makes no second redemption and leaves the hold alone.",
    },
    (played) => {
      makesNoSecond(played.withOther, played.id);
      isUnchanged(played.afterOther, { ...played.booked, status: 200 });
    },
  ),
  {
    id: "codes.unique",
    section: "What the service does",
    rule: "Two orders of one reward get different codes.",
    scenarios: [delivered, holdRedeemed],
    async run(ctx) {
      const [one, other] = [
        dataOf((await ctx.played(delivered)).delivered),
        dataOf((await ctx.played(holdRedeemed)).redeemed),
      ];
      const [first, second] = [codesKey(one), codesKey(other)];
      if (first === "" || second === "") throw new NotSupported("no codes to compare");
      holds(first !== second, "different codes", "the same");
    },
  },
];
