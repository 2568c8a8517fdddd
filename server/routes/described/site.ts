/** The routes of a site's own backend. Source: docs/server.md, "Routes". */
import { z } from "zod";
import type { ProblemCode } from "../../../shared/problems.ts";
import * as wire from "../../../shared/wire.ts";
import { redemptionsQuery, siteRedemption } from "../../site-redemptions/query.ts";
import { ALWAYS, BODY, type RouteDescription, UPSTREAM } from "./route.ts";

const SITE: readonly ProblemCode[] = [...ALWAYS, "site_key_invalid", "rate_limited"];
const site = { tag: "site", security: "siteKey" } as const;

export const SITE_ROUTES: readonly RouteDescription[] = [
  {
    ...site,
    method: "post",
    path: "/v1/sessions",
    id: "openSession",
    summary: "Opens a session for an order of the site; the first one pins the order's values",
    request: wire.sessionRequest,
    responses: { 201: { says: "The session, in every state of the order", data: wire.session } },
    problems: [
      ...SITE,
      "promotion_not_allowed",
      "promotion_not_found",
      "order_conflict",
      ...BODY,
      ...UPSTREAM,
    ],
  },
  {
    ...site,
    method: "post",
    path: "/v1/orders/{order_id}/sessions",
    id: "reopenOrder",
    summary: "Opens another session of an order that is there, with all that is pinned to it",
    request: wire.reopeningRequest,
    mayBeEmpty: true,
    responses: { 201: { says: "The session, in every state of the order", data: wire.session } },
    problems: [
      ...SITE,
      "order_not_found",
      "promotion_not_allowed",
      "order_conflict",
      "invalid_request",
      ...BODY,
    ],
  },
  {
    ...site,
    method: "post",
    path: "/v1/sessions/end",
    id: "endSessions",
    summary: "Ends all sessions of an order: on every instance within seconds",
    request: wire.sessionsEnd,
    responses: { 204: { says: "They have ended" } },
    problems: [...SITE, "order_not_found", ...BODY],
  },
  {
    ...site,
    method: "get",
    path: "/v1/events",
    id: "listEvents",
    summary: "What happened to the site's orders, in the order in which it was stored, 30 days back",
    query: wire.eventsQuery,
    responses: {
      200: { says: "Events; fewer than `per_page`: the newest is there", data: z.array(wire.event) },
    },
    problems: [...SITE, "invalid_request", "not_found"],
  },
  {
    ...site,
    method: "post",
    path: "/v1/events/{event_id}/deliver",
    id: "deliverEvent",
    summary: "Sends an event to the site's webhook again, with the same id",
    responses: { 202: { says: "It will be sent" } },
    problems: [...SITE, "invalid_request", "not_found"],
  },
  {
    ...site,
    method: "get",
    path: "/v1/orders/{order_id}",
    id: "readSiteOrder",
    summary: "The order as the browser sees it, never with codes or a link",
    responses: { 200: { says: "The order", data: wire.siteOrder } },
    problems: [...SITE, "order_not_found"],
  },
  {
    ...site,
    method: "post",
    path: "/v1/orders/{order_id}/cancel",
    id: "cancelOrder",
    summary: "Ends an order that gave nothing yet, for good; what is only booked lapses by itself",
    responses: { 200: { says: "The canceled order; again: the same", data: wire.siteOrder } },
    problems: [...SITE, "order_not_found", "order_processing", "not_cancelable", ...UPSTREAM],
  },
  {
    ...site,
    method: "post",
    path: "/v1/orders/{order_id}/refund",
    id: "refundOrder",
    summary: "Asks the service for a refund; asking again is safe",
    responses: {
      200: { says: "The order; `refunded` says whether the service did it", data: wire.refundedOrder },
    },
    problems: [...SITE, "order_not_found", "order_processing", "not_redeemed", ...UPSTREAM],
  },
  {
    ...site,
    method: "delete",
    path: "/v1/orders/{order_id}/user",
    id: "forgetUser",
    summary: "Forgets the e-mail address, PDF message and sender name of a finished order now",
    responses: { 204: { says: "They are forgotten" } },
    problems: [...SITE, "order_not_found", "order_processing"],
  },
  {
    ...site,
    method: "post",
    path: "/v1/orders/{order_id}/user/forget",
    id: "forgetUserByPost",
    summary: "The same as `DELETE /v1/orders/{order_id}/user`, where a firewall lets no DELETE pass",
    responses: { 204: { says: "They are forgotten" } },
    problems: [...SITE, "order_not_found", "order_processing"],
  },
  {
    ...site,
    method: "get",
    path: "/v1/promotions",
    id: "listPromotions",
    summary: "The site's promotions with their usable rewards, in pages",
    query: wire.pagingQuery,
    paged: true,
    responses: { 200: { says: "A page of promotions", data: z.array(wire.sitePromotion) } },
    problems: [...SITE, "invalid_request", ...UPSTREAM],
  },
  {
    ...site,
    method: "get",
    path: "/v1/redemptions",
    id: "listRedemptions",
    summary:
      "The redemptions of the site's orders, filtered, sorted, in pages or as a CSV file; never codes, links or users",
    query: redemptionsQuery,
    paged: true,
    responses: {
      200: {
        says: "A page of redemptions; with `format=csv` a file of all of them",
        data: z.array(siteRedemption),
        type: "text/csv",
      },
    },
    problems: [...SITE, "invalid_request", "promotion_not_allowed", ...UPSTREAM],
  },
];
