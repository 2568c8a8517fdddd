/**
 * Every route of the contract, described once: the OpenAPI document is made of this list, and the app answers 405 for other
 * methods on these paths. Source: contract, section Routes.
 */
import { z } from "zod";
import type { ProblemCode } from "../../shared/problems.ts";
import * as wire from "../../shared/wire.ts";
import { attentionOrder, attentionQuery, releasedOrder, releaseRequest } from "../attention/query.ts";
import { redemptionsQuery, siteRedemption } from "../site-redemptions/query.ts";

export interface RouteDescription {
  readonly method: "get" | "post";
  /** In OpenAPI's spelling: `{name}` for a parameter. */
  readonly path: string;
  readonly summary: string;
  readonly security?: "siteKey" | "sessionToken" | "operatorKey";
  readonly request?: z.ZodType;
  /** The request may come without a body. */
  readonly mayBeEmpty?: true;
  readonly query?: z.ZodObject;
  /** The answer is a page of a list and says which. */
  readonly paged?: true;
  readonly responses: Readonly<Record<string, z.ZodType | null>>;
  readonly problems?: readonly ProblemCode[];
}

const codesAnswer = z.object({ codes: wire.codes });
const BROWSER: readonly ProblemCode[] = [
  "session_invalid",
  "session_expired",
  "origin_not_allowed",
  "rate_limited",
];
const UPSTREAM: readonly ProblemCode[] = ["upstream_invalid", "upstream_unavailable", "upstream_forbidden"];
const BODY: readonly ProblemCode[] = [
  "invalid_json",
  "too_large",
  "unsupported_media_type",
  "invalid_request",
];
const AMOUNT: readonly ProblemCode[] = [
  "amount_required",
  "amount_not_allowed",
  "amount_invalid",
  "amount_out_of_range",
];

/** A choice of the user. */
const CHOOSING: readonly ProblemCode[] = [
  ...BROWSER,
  ...BODY,
  ...AMOUNT,
  "order_processing",
  "order_finished",
  "confirmation_mismatch",
  "delivery_mismatch",
  "reward_not_found",
  "reward_unavailable",
  "out_of_stock",
  "promotion_unavailable",
  "attempts_exhausted",
  ...UPSTREAM,
];
/** A confirmation of what is booked. */
const CONFIRMING: readonly ProblemCode[] = [
  ...BROWSER,
  ...BODY,
  "order_processing",
  "order_finished",
  "not_booked",
  "hold_expired",
  "confirmation_mismatch",
  "delivery_mismatch",
  "codes_unreadable",
  ...UPSTREAM,
];

export const ROUTES: readonly RouteDescription[] = [
  {
    method: "post",
    path: "/v1/sessions",
    summary: "Opens a session for an order of the site",
    security: "siteKey",
    request: wire.sessionRequest,
    responses: { 201: wire.session },
    problems: [
      "site_key_invalid",
      "promotion_not_allowed",
      "promotion_not_found",
      "order_conflict",
      "rate_limited",
      ...BODY,
      ...UPSTREAM,
    ],
  },
  {
    method: "get",
    path: "/v1/orders/{order_id}",
    summary: "An order of the site, never with its codes",
    security: "siteKey",
    responses: { 200: wire.siteOrder },
    problems: ["site_key_invalid", "order_not_found", "rate_limited"],
  },
  {
    method: "post",
    path: "/v1/orders/{order_id}/cancel",
    summary: "Ends an order that gave nothing yet, for good; what is only booked lapses by itself",
    security: "siteKey",
    responses: { 200: wire.siteOrder },
    problems: [
      "site_key_invalid",
      "order_not_found",
      "order_processing",
      "not_cancelable",
      "rate_limited",
      ...UPSTREAM,
    ],
  },
  {
    method: "post",
    path: "/v1/orders/{order_id}/refund",
    summary: "Asks the service for a refund; `refunded` says whether it did, and asking again is safe",
    security: "siteKey",
    responses: { 200: wire.refundedOrder },
    problems: [
      "site_key_invalid",
      "order_not_found",
      "order_processing",
      "not_redeemed",
      "rate_limited",
      ...UPSTREAM,
    ],
  },
  {
    method: "get",
    path: "/v1/promotions",
    summary: "The site's promotions with their usable rewards",
    security: "siteKey",
    query: wire.pagingQuery,
    paged: true,
    responses: { 200: z.array(wire.sitePromotion) },
    problems: ["site_key_invalid", "invalid_request", "rate_limited", ...UPSTREAM],
  },
  {
    method: "get",
    path: "/v1/redemptions",
    summary: "The redemptions of the site's orders, never with codes",
    security: "siteKey",
    query: redemptionsQuery,
    paged: true,
    responses: { 200: z.array(siteRedemption) },
    problems: ["site_key_invalid", "invalid_request", "promotion_not_allowed", "rate_limited", ...UPSTREAM],
  },
  {
    method: "get",
    path: "/v1/order",
    summary: "The session's order",
    security: "sessionToken",
    responses: { 200: wire.order },
    problems: [...BROWSER, "order_not_found"],
  },
  {
    method: "get",
    path: "/v1/catalog",
    summary: "The rewards the session may choose from; 304 when unchanged",
    security: "sessionToken",
    responses: { 200: z.array(wire.reward), 304: null },
    problems: [...BROWSER, "promotion_not_found", "promotion_unavailable", ...UPSTREAM],
  },
  {
    method: "get",
    path: "/v1/rewards/{sku}",
    summary: "One reward with instructions and terms",
    security: "sessionToken",
    responses: { 200: wire.rewardDetails, 304: null },
    problems: [...BROWSER, "reward_not_found", "promotion_not_found", "promotion_unavailable", ...UPSTREAM],
  },
  {
    method: "post",
    path: "/v1/order/book",
    summary: "Books a reward: 201 a new attempt, 200 the live hold, 202 when the outcome is not known yet",
    security: "sessionToken",
    request: wire.choice,
    responses: { 200: wire.order, 201: wire.order, 202: wire.order },
    problems: CHOOSING,
  },
  {
    method: "post",
    path: "/v1/order/redeem",
    summary: "Redeems what the user confirmed: 200 with codes, 202 when the outcome is not known yet",
    security: "sessionToken",
    request: wire.confirmation,
    responses: { 200: wire.order, 202: wire.order },
    problems: CONFIRMING,
  },
  {
    method: "post",
    path: "/v1/order/activate",
    summary:
      "Makes the link of what the user confirmed, or names it again; 202 when the outcome is not known yet",
    security: "sessionToken",
    request: wire.confirmation,
    responses: { 200: wire.order, 202: wire.order },
    problems: CONFIRMING,
  },
  {
    method: "post",
    path: "/v1/order/notify",
    summary:
      "Has the service mail the user a link to the chosen reward; 202 when the outcome is not known yet",
    security: "sessionToken",
    request: wire.choice,
    responses: { 200: wire.order, 202: wire.order },
    problems: CHOOSING,
  },
  {
    method: "post",
    path: "/v1/order/codes",
    summary: "The codes of a redeemed order, again",
    security: "sessionToken",
    responses: { 200: codesAnswer },
    problems: [...BROWSER, "not_redeemed", "order_finished", "codes_unreadable", ...UPSTREAM],
  },
  {
    method: "post",
    path: "/v1/order/balance",
    summary: "What is left on the card of a redeemed order",
    security: "sessionToken",
    responses: { 200: wire.balance },
    problems: [...BROWSER, "not_redeemed", "order_finished", "balance_unavailable", ...UPSTREAM],
  },
  {
    method: "get",
    path: "/v1/attention",
    summary: "The orders that need a person, with the reason; those that wait longest first",
    security: "operatorKey",
    query: attentionQuery,
    paged: true,
    responses: { 200: z.array(attentionOrder) },
    problems: ["operator_key_invalid", "invalid_request", "rate_limited"],
  },
  {
    method: "post",
    path: "/v1/attention/{site}/{order_id}/release",
    summary:
      "A person allows the next attempt, or says that they have seen to it; `done` says what came of it",
    security: "operatorKey",
    request: releaseRequest,
    mayBeEmpty: true,
    responses: { 200: releasedOrder },
    problems: [
      "operator_key_invalid",
      "order_not_found",
      "confirmation_mismatch",
      "order_processing",
      "order_finished",
      "rate_limited",
      ...BODY,
      ...UPSTREAM,
    ],
  },
  {
    method: "get",
    path: "/metrics",
    summary: "Prometheus text: budgets, their alerts, stocks, the orders that need a person",
    security: "operatorKey",
    responses: { 200: null },
    problems: ["operator_key_invalid"],
  },
  {
    method: "get",
    path: "/healthz",
    summary: "The process runs",
    responses: { 200: z.object({ status: z.literal("ok") }) },
  },
  {
    method: "get",
    path: "/readyz",
    summary: "The server can work: its ledger answers; with `details`, for operators, what runs low",
    responses: { 200: z.object({ status: z.literal("ready"), environment: wire.environment }), 503: null },
    problems: ["operator_key_invalid"],
  },
];
