/** The routes of operators. Source: docs/operate/index.md, "The list". */
import { z } from "zod";
import type { ProblemCode } from "../../../shared/problems.ts";
import { field } from "../../../shared/wire/field.ts";
import {
  attentionOrder,
  attentionQuery,
  ledgerNotice,
  operatorDeed,
  releasedOrder,
  releaseRequest,
} from "../../operators/attention-query.ts";
import { findQuery, foundOrder } from "../../operators/find-orders.ts";
import { operatorOrder } from "../../operators/operator-order.ts";
import { operatorSession, signIn } from "../../operators/operator-session.ts";
import { situation } from "../../operators/situation.ts";
import { webhookOff, webhookTest } from "../../operators/webhooks.ts";
import { ALWAYS, BODY, type RouteDescription, UPSTREAM } from "./route.ts";

const OPERATOR: readonly ProblemCode[] = [...ALWAYS, "operator_key_invalid", "not_found", "rate_limited"];
/** A key of the role `read` changes nothing. */
const CHANGING: readonly ProblemCode[] = [...OPERATOR, "operator_role", "origin_not_allowed"];
const operator = { tag: "operator", security: "operatorKey" } as const;

export const OPERATOR_ROUTES: readonly RouteDescription[] = [
  {
    ...operator,
    method: "get",
    path: "/v1/attention",
    id: "listAttention",
    summary: "The orders that need a person, with the reason; those that wait longest first",
    query: attentionQuery,
    paged: true,
    beside: {
      webhooks: field(z.array(webhookOff), "The webhooks that are off, on every page"),
      ledger: field(z.array(ledgerNotice), "That the ledger went back, on every page"),
    },
    responses: { 200: { says: "A page of orders", data: z.array(attentionOrder) } },
    problems: [...OPERATOR, "invalid_request"],
  },
  {
    ...operator,
    method: "post",
    path: "/v1/attention/{site}/{order_id}/release",
    id: "releaseOrder",
    summary: "A person allows the next attempt, or acknowledges the present one",
    request: releaseRequest,
    mayBeEmpty: true,
    responses: { 200: { says: "The order; `done` says what came of it", data: releasedOrder } },
    problems: [
      ...CHANGING,
      "order_not_found",
      "confirmation_mismatch",
      "order_processing",
      "order_finished",
      ...BODY,
      ...UPSTREAM,
    ],
  },
  {
    ...operator,
    method: "get",
    path: "/v1/sites/{site}/orders",
    id: "findOrders",
    summary: "A site's orders by number, reference, user or the person who acted",
    query: findQuery,
    responses: { 200: { says: "What was found", data: z.array(foundOrder) } },
    problems: [...OPERATOR, "invalid_request"],
  },
  {
    ...operator,
    method: "get",
    path: "/v1/sites/{site}/orders/{order_id}",
    id: "readOperatorOrder",
    summary: "An order: state, attempts, and its course as a list of what happened when",
    responses: { 200: { says: "The order", data: operatorOrder } },
    problems: [...OPERATOR, "order_not_found"],
  },
  {
    ...operator,
    method: "post",
    path: "/v1/sites/{site}/orders/{order_id}/cancel",
    id: "cancelOrderAsOperator",
    summary: "Cancels an order, as its site may",
    request: operatorDeed,
    mayBeEmpty: true,
    responses: { 200: { says: "The order", data: operatorOrder } },
    problems: [...CHANGING, "order_not_found", "order_processing", "not_cancelable", ...BODY, ...UPSTREAM],
  },
  {
    ...operator,
    method: "post",
    path: "/v1/sites/{site}/orders/{order_id}/refund",
    id: "refundOrderAsOperator",
    summary: "Refunds an order, as its site may",
    request: operatorDeed,
    mayBeEmpty: true,
    responses: { 200: { says: "The order, as the service left it", data: operatorOrder } },
    problems: [...CHANGING, "order_not_found", "order_processing", "not_redeemed", ...BODY, ...UPSTREAM],
  },
  {
    ...operator,
    method: "post",
    path: "/v1/webhooks/{site}/test",
    id: "testWebhook",
    summary: "Sends a `webhook.test` event to a site's webhook now, and says what became of it",
    responses: { 200: { says: "What became of it, also where it was not taken", data: webhookTest } },
    problems: CHANGING,
  },
  {
    ...operator,
    method: "post",
    path: "/v1/webhooks/{site}/resume",
    id: "resumeWebhook",
    summary: "Turns a webhook on again; what waits is sent at once",
    request: operatorDeed,
    mayBeEmpty: true,
    responses: { 204: { says: "It is on" } },
    problems: [...CHANGING, ...BODY],
  },
  {
    ...operator,
    method: "get",
    path: "/operator/state",
    id: "readSituation",
    summary: "How things are, in one answer for the operator's page",
    responses: { 200: { says: "How things are", data: situation } },
    problems: OPERATOR,
  },
  {
    tag: "operator",
    method: "post",
    path: "/operator/session",
    id: "signIn",
    summary: "Signs in at the operator's page: a cookie of eight hours; from the page alone",
    request: signIn,
    responses: { 201: { says: "Who is signed in", data: operatorSession } },
    problems: [...OPERATOR, "origin_not_allowed", ...BODY],
  },
  {
    ...operator,
    method: "get",
    path: "/operator/session",
    id: "readOperatorSession",
    summary: "Who is signed in, and how",
    responses: { 200: { says: "The operator", data: operatorSession } },
    problems: OPERATOR,
  },
  {
    tag: "operator",
    method: "post",
    path: "/operator/session/end",
    id: "signOut",
    summary: "Signs out, on every instance; from the page alone",
    responses: { 204: { says: "It has ended" } },
    problems: [...OPERATOR, "origin_not_allowed"],
  },
  {
    ...operator,
    method: "get",
    path: "/metrics",
    id: "readMetrics",
    summary: "Prometheus text: budgets, their alerts, stocks, the orders that need a person",
    responses: { 200: { says: "The metrics", type: "text/plain" } },
    problems: OPERATOR,
  },
];
