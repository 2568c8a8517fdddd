/**
 * What happened to an order, as its site is told. Source: docs/webhooks.md; openapi.json, GET /v1/events; Standard Webhooks,
 * "Payload".
 */
import { z } from "zod";
import { field } from "./field.ts";
import { perPage } from "./paging.ts";
import { metadata } from "./session.ts";
import { delivery, money, orderState } from "./words.ts";

export const EVENT_TYPES = [
  "order.booked",
  "order.redeemed",
  "order.activated",
  "order.notified",
  "order.canceled",
  "order.refunded",
  "order.reopened",
  "order.attention",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Sent when an operator tries a webhook; about no order, and not in the list. */
export const TEST_EVENT = "webhook.test";

const eventData = z.object({
  event_id: field(
    z.string(),
    "Equal to the header `webhook-id`; a second delivery has the same",
    "evt_4f7a0c",
  ),
  sequence: field(z.int(), "Counts the events of the order: drop one that is not above the last", 2),
  order_id: field(z.string(), "The site's own id of the order", "1042"),
  grant_id: field(z.string().optional(), "The grant that the order is part of", "spring-81"),
  grant: field(
    z
      .object({
        amount: field(z.string(), "What all its rewards may be worth together, in whole units", "100"),
        spent: field(z.string(), "The values of its rewards that were confirmed and not refunded", "40"),
        left: field(z.string(), "The rest of the amount", "60"),
      })
      .optional(),
    "Of an order of a grant: its money then",
  ),
  delivery: field(delivery, "How the reward reaches the user", "redeem"),
  state: field(orderState, "The order's state when it happened", "redeemed"),
  attempt: field(z.int().optional(), "Which try of the order it is about", 1),
  sku: field(z.string().optional(), "The reward", "GIFT-20"),
  reference: field(z.string().optional(), "The redemption's id, for support", "AB12C-34D5E"),
  value: field(money.optional(), "What it is worth, once the service has said"),
  reason: field(
    z.string().optional(),
    "Of `order.reopened`: `lapsed`, `refused`, `above_limit` or `ended`; of `order.attention`: the reason of the operators' list",
    "lapsed",
  ),
  confirmed_by: field(
    z.string().optional(),
    "Who confirmed in place of the user: the session's `actor`, or `staff`",
    "counter 3",
  ),
  metadata: field(metadata.optional(), "The site's own notes on the order", { campaign: "spring" }),
});
export type EventData = z.infer<typeof eventData>;

export const event = z
  .object({
    type: field(z.enum([...EVENT_TYPES, TEST_EVENT]), "What happened", "order.redeemed"),
    timestamp: field(z.iso.datetime(), "When it was stored", "2026-11-22T12:00:00.000Z"),
    data: field(eventData, "The order then: never a code, PIN, link or e-mail address"),
  })
  .meta({ id: "Event", description: "What happened to an order: the body of a webhook" });
export type Event = z.infer<typeof event>;

/** A parameter of a query that is more than text; the document shows what is written. */
const asText = <T extends z.ZodType>(schema: T, shown: object, description: string, example: unknown) =>
  schema.optional().meta({
    description,
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      for (const name of Object.keys(jsonSchema)) delete jsonSchema[name];
      Object.assign(jsonSchema, shown, { description, examples: [example] });
    },
  });

export const eventsQuery = z.object({
  after: field(
    z.string().min(1).max(64).optional(),
    "What came after this event; absent: from the oldest that is kept",
    "evt_4f7a0c",
  ),
  types: asText(
    z
      .string()
      .transform((text) => text.split(","))
      .pipe(z.array(z.enum(EVENT_TYPES))),
    { type: "string" },
    "Only these types, separated by commas",
    "order.redeemed,order.refunded",
  ),
  undelivered: asText(
    z.enum(["true", "false"]).transform((text) => text === "true"),
    { type: "boolean" },
    "`true`: only events that no webhook has delivered",
    true,
  ),
  per_page: perPage,
});
export type EventsQuery = z.infer<typeof eventsQuery>;
