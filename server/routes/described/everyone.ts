/** The routes for liveness, readiness and this description. Source: docs/server/routes.md. */
import { z } from "zod";
import { field } from "../../../shared/wire/field.ts";
import { environment } from "../../../shared/wire.ts";
import { ALWAYS, type RouteDescription } from "./route.ts";

const everyone = { tag: "everyone" } as const;

const warning = z.object({
  code: field(z.string(), "What runs low, or who is needed", "budget_low"),
  message: field(z.string(), "The same in words", "The budget of client 7 is low (90 USD)."),
  site: field(z.string().optional(), "The site that it is about", "shop"),
});

const budget = z.object({
  client_id: field(z.string().optional(), "The client at the service, where it has an id", "7"),
  name: field(z.string().optional(), "Its name, where it has one", "Linden Club"),
  balance: field(z.number().optional(), "In units of the currency; absent where it could not be read", 1250),
  currency: field(z.string().optional(), "ISO 4217, where the service names it", "USD"),
  thresholds: field(z.array(z.number()), "The client's alerts, smallest first", [100, 1000]),
});

const stock = z.object({
  sku: field(z.string(), "The reward", "GIFT-20"),
  in_stock: field(z.boolean(), "Whether it can be had now", true),
  quantity: field(z.number().nullable(), "Codes in stock; null where a budget decides", 12),
});

const readiness = z
  .object({
    status: field(z.enum(["ready", "unavailable"]), "Whether requests should be sent here", "ready"),
    environment: field(environment, "Which service stands behind it", "production"),
    warnings: field(
      z.array(warning).optional(),
      "With `details`: what an operator should do something about",
    ),
    budgets: field(
      z.array(budget).nullable().optional(),
      "With `details`: null where they could not be read",
    ),
    stocks: field(z.array(stock).nullable().optional(), "With `details`: null where they could not be read"),
  })
  .meta({ id: "Readiness", description: "Whether the server can work" });

const readinessQuery = z.object({
  details: field(z.string().optional(), "For operators: adds what runs low, whatever its value", ""),
});

export const EVERYONES_ROUTES: readonly RouteDescription[] = [
  {
    ...everyone,
    method: "get",
    path: "/healthz",
    id: "readHealth",
    summary: "Whether the process runs",
    responses: {
      200: { says: "It runs", data: z.object({ status: field(z.literal("ok"), "Always the same", "ok") }) },
    },
    problems: ALWAYS,
  },
  {
    ...everyone,
    method: "get",
    path: "/readyz",
    id: "readReadiness",
    summary: "Whether the server can work: its ledger answers, and it is not about to end",
    query: readinessQuery,
    responses: {
      200: { says: "It can", data: readiness },
      503: { says: "It cannot now", data: readiness },
    },
    problems: [...ALWAYS, "operator_key_invalid", "origin_not_allowed", "not_found", "rate_limited"],
  },
  {
    ...everyone,
    method: "get",
    path: "/openapi.json",
    id: "readDescription",
    summary: "This description",
    responses: { 200: { says: "An OpenAPI 3.1 document", type: "application/json" } },
    problems: [...ALWAYS, "rate_limited"],
  },
];
