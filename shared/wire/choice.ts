/**
 * A user's choice and confirmation. Unknown members are ignored. Source: openapi.json, POST /v1/order/book, POST
 * /v1/order/redeem, POST /v1/order/activate and POST /v1/order/notify.
 */
import { z } from "zod";
import { AMOUNT_PATTERN } from "../amounts.ts";
import { field } from "./field.ts";
import { skuText, unlessNull } from "./words.ts";

/** The amount is any JSON value here so that each wrong spelling gets its own amount code (shared/amounts.ts). */
export const choice = z
  .object({
    sku: field(skuText, "The reward", "GIFT-20"),
    amount: z
      .unknown()
      .refine((amount) => amount !== null, { error: unlessNull })
      .optional()
      .meta({
        description:
          "For free-value rewards only, also where the session fixes it: whole units, without sign or zeros before",
        examples: ["50"],
        override: { type: "string", pattern: AMOUNT_PATTERN.source },
      }),
  })
  .meta({ id: "Choice", description: "What the user chooses" });
/** A grant's session has several orders. */
export const orderQuery = z.object({
  order_id: field(
    z.string().optional(),
    "In a session of a grant: the order of it that the request is about; absent: the last one",
    "spring-81~2",
  ),
});

export type Choice = { sku: string; amount?: string };

export const confirmation = choice
  .extend({ attempt: field(z.int().min(1), "The attempt that the order named when it was booked", 1) })
  .meta({ id: "Confirmation", description: "What the user confirms: it must equal what is booked" });
export type Confirmation = Choice & { attempt: number };
