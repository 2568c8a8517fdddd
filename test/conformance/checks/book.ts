/** Book, and the end of a hold. Source: docs/proof/interface.md, R5, R7, "Redemption states" and "Limits". */
import { beginningOf, type Check, looksAt } from "../check.ts";
import { bodyIsRefused, dataIn, holds, isRefused } from "../judge.ts";
import { member } from "../reading.ts";
import { customized } from "../scenarios/customized.ts";
import { hold } from "../scenarios/hold.ts";
import { lapsed } from "../scenarios/lapsed.ts";
import {
  inState,
  isOnlyOne,
  isOrder,
  isUnchanged,
  keepsSku,
  makesNoSecond,
  wasIn,
  withoutCodes,
  withSecond,
} from "./orders.ts";
import { pageIn } from "./paging.ts";

/** One booking that an incorrect service may accept. */
const ONE_HOLD = { redemptions: 1, codes: 1 };

export const bookChecks: readonly Check[] = [
  beginningOf(
    hold,
    {
      id: "book.booked",
      section: "Endpoints, Book",
      rule: "Book answers 201 with the redemption of the order in state booked.",
    },
    ({ booked, order }) => isOrder(booked, 201, "booked", order),
  ),
  looksAt(
    hold,
    {
      id: "book.no-codes",
      section: "States and transitions, Book",
      rule: "While a redemption is booked no code is shown.",
    },
    ({ booked, read, again }) => withoutCodes(booked, read, again),
  ),
  looksAt(
    hold,
    {
      id: "book.kept",
      section: "States and transitions, Book",
      rule: "Get a redemption shows the hold in state booked.",
    },
    ({ read }) => inState(read, 200, "booked"),
  ),
  looksAt(
    hold,
    {
      id: "book.listed",
      section: "Endpoints, List redemptions",
      rule: "List redemptions finds the hold by its order id.",
    },
    ({ listed, order }) => {
      const found = pageIn(listed).items.some((item) => member(item, "order_id") === order.orderId);
      holds(found, "the hold is listed", "it is not");
    },
  ),
  looksAt(
    hold,
    {
      id: "book.repeated",
      section: "Limits, order_id",
      rule: "The same Book once more makes no second redemption.",
    },
    ({ again, id, ofOrder }) => {
      makesNoSecond(again, id);
      isOnlyOne(ofOrder);
    },
  ),
  looksAt(
    hold,
    {
      id: "book.other-parameters",
      section: "Limits, order_id",
      rule: "Book with an order id that exists and another user makes no second redemption.",
    },
    ({ withOther, id, ofOrder }) => {
      makesNoSecond(withOther, id);
      isOnlyOne(ofOrder);
    },
  ),
  looksAt(
    hold,
    {
      id: "book.other-sku",
      section: "Limits, order_id",
      rule: "Book with an order id that exists and another SKU makes no second redemption and changes no SKU.",
    },
    ({ withOtherSku, id, ofOrder, beforeCancel, order }) => {
      makesNoSecond(withSecond(withOtherSku), id);
      isOnlyOne(ofOrder);
      keepsSku(beforeCancel, order.sku);
    },
  ),
  looksAt(
    hold,
    {
      id: "book.not-canceled",
      section: "Behavior rules, R7",
      rule: "Cancel changes nothing about a hold, which lapses by itself.",
    },
    ({ afterCancel, beforeCancel }) => {
      wasIn(beforeCancel, "booked");
      isUnchanged(afterCancel, beforeCancel);
    },
  ),
  beginningOf(
    customized,
    {
      id: "book.customization",
      section: "Endpoints, Create a redemption request body",
      rule: "Book takes a message and a sender's name for the PDF.",
    },
    ({ booked }) => inState(booked, 201, "booked"),
  ),
  {
    id: "book.no-data",
    section: "Endpoints, Create and redeem / Book request body",
    rule: "Book refuses a body without data.",
    needs: ["promotion", "create", "fixed_reward"],
    risks: ONE_HOLD,
    async run({ api, newOrder }) {
      bodyIsRefused(await api.bookWith(newOrder(), {}), "a body without data");
    },
  },
  {
    id: "book.no-json",
    section: "Errors",
    rule: "Book refuses a body that cannot be read.",
    needs: ["promotion", "create", "fixed_reward"],
    risks: ONE_HOLD,
    async run({ api, newOrder }) {
      bodyIsRefused(await api.bookWith(newOrder(), '{"data":'), "a body that is no JSON");
    },
  },
  {
    id: "book.unknown-reward",
    section: "Errors",
    rule: "Book refuses a SKU that does not exist.",
    needs: ["promotion", "create"],
    risks: ONE_HOLD,
    async run({ api, newOrder }) {
      isRefused(await api.book(newOrder({ sku: "CONFORMANCE-NO-SUCH-SKU" })), "a SKU that does not exist");
    },
  },
  looksAt(
    lapsed,
    {
      id: "hold.lasts",
      section: "Limits, Booking hold",
      rule: "A minute before its half hour is over, a hold is still booked.",
    },
    ({ before }) => inState(before, 200, "booked"),
  ),
  looksAt(
    lapsed,
    {
      id: "hold.lapses",
      section: "Limits, Booking hold",
      rule: "A minute after its half hour, a hold that was left alone is canceled.",
    },
    ({ after }) => {
      inState(after, 200, "canceled");
      withoutCodes(after);
    },
  ),
  looksAt(
    lapsed,
    {
      id: "hold.activated-stays",
      section: "States and transitions, booked",
      rule: "A hold that was activated in time is still pending after its half hour.",
    },
    ({ activated, activatedAfter }) => {
      dataIn(activated, 200);
      inState(activatedAfter, 200, "pending");
    },
  ),
];
