/** The routes of the browser. Source: docs/server/browser-routes.md. */
import { z } from "zod";
import type { ProblemCode } from "../../../shared/problems.ts";
import { field } from "../../../shared/wire/field.ts";
import { PASS_TYPE } from "../../../shared/wire/pass.ts";
import * as wire from "../../../shared/wire.ts";
import { ALWAYS, type Answered, BODY, type RouteDescription, UPSTREAM } from "./route.ts";

const BROWSER: readonly ProblemCode[] = [
  ...ALWAYS,
  "session_invalid",
  "session_expired",
  "origin_not_allowed",
  "rate_limited",
];
const PROMOTION: readonly ProblemCode[] = ["promotion_not_found", "promotion_unavailable"];

/** The site is asked first, where it wants to be. */
const AUTHORIZING: readonly ProblemCode[] = ["confirmation_denied", "authorization_unavailable"];

/** A choice of the user. What it booked may have ended before the answer. */
const CHOOSING: readonly ProblemCode[] = [
  ...BROWSER,
  ...BODY,
  "amount_required",
  "amount_not_allowed",
  "amount_invalid",
  "amount_out_of_range",
  "order_not_found",
  "order_processing",
  "order_finished",
  "not_booked",
  "hold_expired",
  "delivery_mismatch",
  "reward_not_found",
  "reward_unavailable",
  "out_of_stock",
  ...PROMOTION,
  "attempts_exhausted",
  ...UPSTREAM,
];
/** A confirmation of the booked reward. */
const CONFIRMING: readonly ProblemCode[] = [
  ...BROWSER,
  ...BODY,
  "order_not_found",
  ...AUTHORIZING,
  "order_processing",
  "order_finished",
  "not_booked",
  "hold_expired",
  "confirmation_mismatch",
  "delivery_mismatch",
  "amount_out_of_range",
  "reward_unavailable",
  "promotion_unavailable",
  "codes_unreadable",
  ...UPSTREAM,
];
/** A read of a redeemed order's products; staff are shown none that a customer confirmed. */
const GETTING: readonly ProblemCode[] = [
  ...BROWSER,
  "order_not_found",
  "not_found",
  "not_redeemed",
  "order_finished",
  ...UPSTREAM,
];

const browser = { tag: "browser", security: "sessionToken" } as const;

const UNCHANGED: Answered = { says: "Unchanged since the `ETag` of `If-None-Match`", headers: ["ETag"] };
const IN_DOUBT: Answered = {
  says: "The order, `processing`: the outcome is not known yet; read the order until it is",
  data: wire.order,
  headers: ["Retry-After"],
};
const withOrder = (says: string): Answered => ({ says, data: wire.order });

const codesAnswer = z.object({ codes: field(wire.codes, "The codes, in the order to show them") });

const linkAnswer = z.object({
  url: field(
    z.string(),
    "The link, which is worth as much as the code",
    "https://rewards.example.net/open/AB12C-34D5E",
  ),
});

export const BROWSER_ROUTES: readonly RouteDescription[] = [
  {
    tag: "browser",
    method: "post",
    path: "/v1/opening",
    id: "readOpening",
    summary:
      "All that the first screen needs, in one answer. The session stands in the body and the body is a form, so that the browser sends no preflight and firewalls let it pass; older widgets send the same as `text/plain`",
    request: wire.openingRequest,
    requestTypes: ["application/x-www-form-urlencoded", "application/json", "text/plain"],
    query: wire.orderQuery,
    responses: {
      200: { says: "The order, and what there is to choose from; or a member's rewards", data: wire.opening },
    },
    problems: [...BROWSER, ...BODY, "order_not_found"],
  },
  {
    ...browser,
    method: "get",
    path: "/v1/order",
    id: "readOrder",
    summary: "The session's order",
    query: wire.orderQuery,
    responses: { 200: withOrder("The order") },
    problems: [...BROWSER, "order_not_found"],
  },
  {
    ...browser,
    method: "get",
    path: "/v1/catalog",
    id: "readCatalog",
    summary: "The rewards that the session may choose from",
    query: wire.orderQuery,
    responses: {
      200: { says: "The rewards, in the promotion's order", data: z.array(wire.reward), headers: ["ETag"] },
      304: UNCHANGED,
    },
    problems: [...BROWSER, "order_not_found", ...PROMOTION, ...UPSTREAM],
  },
  {
    ...browser,
    method: "get",
    path: "/v1/rewards/{sku}",
    id: "readReward",
    summary: "One reward with its instructions and terms",
    query: wire.orderQuery,
    responses: {
      200: { says: "The reward", data: wire.rewardDetails, headers: ["ETag"] },
      304: UNCHANGED,
    },
    problems: [
      ...BROWSER,
      "order_not_found",
      "reward_not_found",
      "reward_unavailable",
      "amount_out_of_range",
      ...PROMOTION,
      ...UPSTREAM,
    ],
  },
  {
    ...browser,
    method: "post",
    path: "/v1/order/book",
    id: "bookReward",
    summary: "Books a reward: the service holds a code for half an hour, where it can",
    request: wire.choice,
    query: wire.orderQuery,
    responses: {
      200: withOrder("The live hold that equals the choice"),
      201: withOrder("A new attempt, booked"),
      202: IN_DOUBT,
    },
    problems: CHOOSING,
  },
  {
    ...browser,
    method: "post",
    path: "/v1/order/redeem",
    id: "redeemReward",
    summary: "Redeems what the user confirmed; equal requests are answered alike for ever",
    request: wire.confirmation,
    responses: { 200: withOrder("The order with its `codes`"), 202: IN_DOUBT },
    query: wire.orderQuery,
    problems: CONFIRMING,
  },
  {
    ...browser,
    method: "post",
    path: "/v1/order/activate",
    id: "activateReward",
    summary: "Makes the link of what the user confirmed; again: the same link",
    request: wire.confirmation,
    responses: { 200: withOrder("The order with its `url`"), 202: IN_DOUBT },
    query: wire.orderQuery,
    problems: CONFIRMING,
  },
  {
    ...browser,
    method: "post",
    path: "/v1/order/notify",
    id: "notifyUser",
    summary: "Has the service mail the user a link to the chosen reward; again: the same, no second mail",
    request: wire.choice,
    query: wire.orderQuery,
    responses: { 200: withOrder("The order, `notified`"), 202: IN_DOUBT },
    problems: [...CHOOSING, ...AUTHORIZING],
  },
  {
    ...browser,
    method: "post",
    path: "/v1/order/codes",
    id: "readCodes",
    summary: "The codes of a redeemed order, again; by POST, so that no cache keeps them",
    query: wire.orderQuery,
    responses: { 200: { says: "The codes", data: codesAnswer } },
    problems: [...GETTING, "codes_unreadable"],
  },
  {
    ...browser,
    method: "post",
    path: "/v1/order/balance",
    id: "readBalance",
    summary: "What is left on the card of a redeemed order",
    query: wire.orderQuery,
    responses: { 200: { says: "The balance", data: wire.balance } },
    problems: [...GETTING, "balance_unavailable"],
  },
  {
    ...browser,
    method: "post",
    path: "/v1/order/pass",
    id: "makePass",
    summary:
      "The code of a redeemed order as a pass for the phone's wallet, where the operator has set it up; made for the request, and never stored",
    request: wire.passRequest,
    query: wire.orderQuery,
    responses: {
      200: {
        says: "A file for Apple Wallet, or where Google Wallet adds the pass",
        data: wire.passLink,
        type: PASS_TYPE,
      },
    },
    problems: [...GETTING, ...BODY, "codes_unreadable"],
  },
  {
    ...browser,
    method: "post",
    path: "/v1/grant/next",
    id: "openNextOrder",
    summary: "Opens the next order of the session's grant, with what is left as its limit",
    responses: {
      200: withOrder("The last order, which can be chosen from already"),
      201: withOrder("A new order"),
    },
    problems: [
      ...BROWSER,
      "order_not_found",
      "grant_not_found",
      "grant_spent",
      "order_processing",
      ...PROMOTION,
      ...UPSTREAM,
    ],
  },
  {
    ...browser,
    method: "get",
    path: "/v1/rewards",
    id: "listOwnRewards",
    summary: "The rewards of the session's grant or member, newest first, and what still can be chosen",
    query: wire.rewardsQuery,
    responses: { 200: { says: "A page of rewards, never with codes", data: wire.rewardsList } },
    problems: [...BROWSER, "order_not_found", "not_found", "invalid_request"],
  },
  {
    ...browser,
    method: "post",
    path: "/v1/rewards/{order_id}/session",
    id: "goOnChoosing",
    summary:
      "A session of one of the list, or of an order or grant that still can be chosen; it ends with this one",
    responses: { 201: { says: "The session", data: wire.choosingSession } },
    problems: [...BROWSER, "order_not_found", "not_found"],
  },
  {
    ...browser,
    method: "post",
    path: "/v1/rewards/{order_id}/codes",
    id: "readOwnCodes",
    summary: "The codes of one of the rewards, read from the service; by POST, so that no cache keeps them",
    responses: { 200: { says: "The codes", data: codesAnswer } },
    problems: [...GETTING, "codes_unreadable"],
  },
  {
    ...browser,
    method: "post",
    path: "/v1/rewards/{order_id}/balance",
    id: "readOwnBalance",
    summary: "What is left on the card of one of the rewards",
    responses: { 200: { says: "The balance", data: wire.balance } },
    problems: [...GETTING, "balance_unavailable"],
  },
  {
    ...browser,
    method: "post",
    path: "/v1/rewards/{order_id}/link",
    id: "readOwnLink",
    summary: "The link of one of the rewards, again",
    responses: { 200: { says: "The link", data: linkAnswer } },
    problems: [...GETTING, "order_processing", "delivery_mismatch", "rate_limited", "codes_unreadable"],
  },
  {
    ...browser,
    method: "put",
    path: "/v1/rewards/{order_id}/used",
    id: "markOwnReward",
    summary: "Sets or takes back the user's own mark; the service is told nothing",
    request: wire.usedMark,
    responses: { 204: { says: "It is marked so" } },
    problems: [...BROWSER, ...BODY, "order_not_found", "not_found", "order_processing"],
  },
];
