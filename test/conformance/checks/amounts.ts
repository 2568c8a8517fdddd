/** Amounts of free-value rewards: which are accepted and which are refused. Source: docs/proof/interface.md, R9 and "Limits". */
import { beginningOf, type Check, looksAt } from "../check.ts";
import { dataIn, holds, isRefused, kindOf, NotSupported, succeeded } from "../judge.ts";
import { dataOf, member, type Range } from "../reading.ts";
import { amounts, freeValueOf } from "../scenarios/amounts.ts";
import { inState, isOnlyOne, isUnchanged, makesNoSecond } from "./orders.ts";

const SECTION = "Behavior rules, R9";

/** Checks that Book refuses an amount; `amountFor` returns undefined if the range has no such amount. */
const refuses = (id: string, what: string, amountFor: (range: Range) => string | undefined): Check => ({
  id,
  section: SECTION,
  rule: `Book of a free-value reward refuses ${what}.`,
  needs: ["promotion", "create", "free_value_reward"],
  risks: { redemptions: 1, codes: 1 },
  async run(ctx) {
    const range = freeValueOf(ctx);
    const amount = amountFor(range);
    if (amount === undefined) throw new NotSupported("the range leaves no such amount");
    isRefused(await ctx.api.book(ctx.newOrder({ sku: range.sku, amount })), what);
  },
});

export const amountChecks: readonly Check[] = [
  beginningOf(
    amounts,
    {
      id: "amount.lowest",
      section: SECTION,
      rule: "Book takes the lower end of the range, and the redemption's value is that amount, as a number.",
    },
    ({ lowest, min }) => {
      inState(lowest, 201, "booked");
      const amount = member(dataOf(lowest), "value", "amount");
      holds(amount === min, "the amount that was sent", amount === undefined ? "none" : kindOf(amount));
    },
  ),
  looksAt(
    amounts,
    {
      id: "amount.highest",
      section: SECTION,
      rule: "Book takes the upper end of the range, and the redemption's value is that amount.",
    },
    ({ highest, max }) => {
      inState(highest, 201, "booked");
      const amount = member(dataOf(highest), "value", "amount");
      holds(amount === max, "the amount that was sent", kindOf(amount));
    },
  ),
  looksAt(
    amounts,
    {
      id: "amount.other",
      section: "Limits, order_id",
      rule: "Book with an order id that exists and another amount makes no second redemption and changes no amount.",
    },
    ({ withOther, id, ofOrder, after, lowest }) => {
      makesNoSecond(withOther, id);
      isOnlyOne(ofOrder);
      isUnchanged(after, { ...lowest, status: 200 });
      const [now, then] = [after, lowest].map((answer) => member(dataOf(answer), "value", "amount"));
      holds(now === then, "the amount as before", "another one");
    },
  ),
  refuses("amount.decimal", "an amount with cents", ({ min }) => `${min}.50`),
  refuses("amount.below", "an amount below the range", ({ min }) => (min > 1 ? String(min - 1) : undefined)),
  refuses("amount.above", "an amount above the range", ({ max }) => String(max + 1)),
  refuses("amount.zero", "an amount of 0", ({ min }) => (min > 0 ? "0" : undefined)),
  refuses("amount.negative", "an amount below 0", ({ min, max }) => `-${min || max}`),
  refuses("amount.words", "an amount that is no number", () => "ten"),
  {
    id: "amount.missing",
    section: SECTION,
    rule: "Book of a free-value reward without an amount is refused, or its value lies in the range.",
    needs: ["promotion", "create", "free_value_reward"],
    risks: { redemptions: 1, codes: 1 },
    async run(ctx) {
      const { sku, min, max } = freeValueOf(ctx);
      const answer = await ctx.api.book(ctx.newOrder({ sku }));
      if (!succeeded(answer)) return isRefused(answer, "no amount");
      const amount = Number(member(dataIn(answer, 201), "value", "amount"));
      holds(
        Number.isInteger(amount) && amount >= min && amount <= max,
        "a value in the range",
        "another one",
      );
    },
  },
  {
    id: "amount.fixed-reward",
    section: "Endpoints, Create a redemption request body",
    rule: "An amount for a reward with a fixed value is refused, or it changes nothing about the value.",
    needs: ["promotion", "create", "fixed_reward"],
    risks: { redemptions: 1, codes: 1 },
    async run({ api, newOrder }) {
      // No reward is worth this much, so an equal value was taken from the request.
      const amount = 987_654;
      const answer = await api.book(newOrder({ amount: String(amount) }));
      if (!succeeded(answer)) return isRefused(answer, "an amount");
      const taken = member(dataIn(answer, 201), "value", "amount");
      holds(Number(taken) !== amount, "the value of the reward", "the amount of the request");
    },
  },
];
