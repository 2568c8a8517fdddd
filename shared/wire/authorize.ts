/** What a site is asked before a confirmation is stored. Source: docs/points/authorize.md; openapi.json, webhook `authorize`. */
import { z } from "zod";
import { field } from "./field.ts";
import { metadata } from "./session.ts";
import { money } from "./words.ts";

export const authorizeData = z.object({
  order_id: field(z.string(), "The site's own id of the order", "1042"),
  grant_id: field(z.string().optional(), "The grant that the order is part of", "spring-81"),
  user_id: field(
    z.string().optional(),
    "The site's own id of the user, where a session named it",
    "member-81",
  ),
  attempt: field(
    z.int().min(1),
    "Which try of the order it is; one attempt, and with `notify` one reward of it, has one `webhook-id`",
    1,
  ),
  sku: field(z.string(), "The reward", "GIFT-20"),
  reward_name: field(z.string(), "Its name when it was chosen", "Gift card, 20"),
  value: field(money.optional(), "What it is worth, where the service has said so or it is known"),
  amount: field(z.string().optional(), "The amount that was chosen, for free-value rewards only", "50"),
  metadata: field(metadata.optional(), "The site's own notes on the order", { campaign: "spring" }),
});
export type AuthorizeData = z.infer<typeof authorizeData>;

export const authorizeRequest = z
  .object({
    type: field(z.literal("order.authorize"), "What is asked", "order.authorize"),
    timestamp: field(z.iso.datetime(), "When it was asked", "2026-11-22T12:00:00.000Z"),
    data: field(authorizeData, "What the user confirmed"),
  })
  .meta({
    id: "AuthorizeRequest",
    description: "Whether a confirmation is allowed: the body of a signed request to the site",
  });

export const authorizeAnswer = z
  .object({
    decision: field(z.enum(["allow", "deny"]), "Anything else counts as no answer", "allow"),
    reason: field(
      z.string().max(200).optional(),
      "Of `deny`: shown to the user as text, in the site's own language",
      "You have 30 points less than this reward costs.",
    ),
  })
  .meta({ id: "AuthorizeAnswer", description: "What the site decides" });
