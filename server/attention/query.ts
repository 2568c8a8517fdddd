/**
 * What an operator may ask about the orders that need a person, and what is told of each.
 * Source: contract, "For operators".
 */
import { z } from "zod";
import { delivery, ORDER_ID_PATTERN, orderState, pagingQuery } from "../../shared/wire.ts";
import { SITE_ID } from "../env.ts";
import { RELEASES } from "../redemption/release.ts";
import { REASONS } from "./reasons.ts";

const reason = z.enum(REASONS);

export const attentionQuery = pagingQuery.extend({
  site: z.string().regex(SITE_ID).optional(),
  reason: reason.optional(),
});
export type AttentionQuery = z.infer<typeof attentionQuery>;

export const orderKey = z.object({
  site: z.string().regex(SITE_ID),
  order_id: z.string().regex(ORDER_ID_PATTERN),
});

/** What a person who releases may say; all of it optional. */
export const releaseRequest = z
  .object({
    reason: reason.optional().meta({ description: "What was looked at: for another reason nothing is done" }),
    attempt: z
      .int()
      .min(1)
      .optional()
      .meta({ description: "What was looked at: of another nothing is done" }),
    acknowledge: z
      .boolean()
      .optional()
      .meta({ description: "True: takes the order off the list and leaves it as it is" }),
  })
  .meta({ id: "ReleaseRequest" });

/** Enough to find it at the service and to answer its user; no address, code or link. */
export const attentionOrder = z
  .object({
    site: z.string(),
    order_id: z.string(),
    reason,
    since: z.iso.datetime().meta({ description: "By the clock of the token server" }),
    delivery,
    promotion_id: z.string(),
    state: orderState.meta({ description: "The order as its user sees it" }),
    attempt: z.int().min(1).optional(),
    sku: z.string().optional(),
    amount: z.string().optional(),
    value: z.object({ amount: z.number(), currency: z.string().optional() }).optional(),
    upstream_order_id: z
      .string()
      .optional()
      .meta({ description: "The order id under which the service has it" }),
    reference: z.string().optional().meta({ description: "The redemption id, where it is known" }),
    seen: z.string().optional().meta({ description: "The state that the service last named" }),
    release: z.object({
      possible: z.boolean(),
      effect: z
        .enum(["next_attempt", "acknowledged"])
        .optional()
        .meta({ description: "What a release comes to, unless the service says otherwise then" }),
      not_before: z.iso.datetime().optional().meta({
        description: "Until then something that was sent may take effect; by the clock of the service",
      }),
    }),
  })
  .meta({ id: "AttentionOrder" });
export type AttentionOrder = z.infer<typeof attentionOrder>;

/** The order after a release; without `reason` and `since` where it needs nobody any more. */
export const releasedOrder = attentionOrder
  .partial({ reason: true, since: true })
  .extend({ done: z.enum(RELEASES) })
  .meta({ id: "ReleasedOrder" });
export type ReleasedOrder = z.infer<typeof releasedOrder>;
