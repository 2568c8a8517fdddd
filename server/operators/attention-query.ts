/**
 * The queries about orders that need a person, and the answers.
 * Source: docs/operate/index.md, "The list".
 */
import { z } from "zod";
import { field } from "../../shared/wire/field.ts";
import { deedReason, delivery, knownOrderIdText, money, orderState, pagingQuery } from "../../shared/wire.ts";
import { REASONS } from "../redemption/needs-person.ts";
import type { Attempt, Attention } from "../rows/order.ts";
import { SITE_ID } from "../settings/env.ts";

/** The results of a release. */
const RELEASES = [
  /** The confirmed attempt has ended; the user may choose again. */
  "next_attempt",
  /** The attempt of a grant's order that gave way has ended; its value came back to what is left. */
  "ended",
  /** The user is shown the reward that the service has after all. */
  "shown",
  /** The reason is acknowledged; the order stays unchanged. */
  "acknowledged",
  /** The order was not on the list. */
  "nothing",
] as const;
export type Release = (typeof RELEASES)[number];

const reason = z.enum(REASONS);
const isReason = (text: string): text is Attention => (REASONS as readonly string[]).includes(text);

export const siteId = z.string().regex(SITE_ID, "expected 1 to 24 lower-case letters, digits or hyphens");

export const attentionQuery = pagingQuery.extend({
  site: field(siteId.optional(), "Of this site only", "shop"),
  reason: field(reason.optional(), "For this reason only", "outcome_unknown"),
});
export type AttentionQuery = z.infer<typeof attentionQuery>;

export const orderKey = z.object({
  site: siteId,
  order_id: knownOrderIdText,
});

export const ledgerNotice = z
  .object({
    reason: field(z.literal("ledger_recovered"), "Why it is on this list", "ledger_recovered"),
    since: field(z.iso.datetime(), "When it was noticed", "2026-11-22T12:00:00.000Z"),
    remedy: field(z.string(), "What to do", "Runbook: A ledger that went back."),
  })
  .meta({
    id: "LedgerNotice",
    description: "The ledger is older than it was, and nobody had said so; for a day",
  });
export type LedgerNotice = z.infer<typeof ledgerNotice>;

/** The body of a release; all members are optional. Strict: a misspelled condition must not count as absent. */
export const releaseRequest = z
  .strictObject({
    reason: field(
      deedReason
        .refine(
          (text) => !/^\w+$/.test(text) || isReason(text),
          "expected a reason of the list, or a few words",
        )
        .nullish(),
      "Why it is released, in a few words for the audit; or the list's reason that was looked at: where the order needs a person for another one, nothing is done",
      "The customer was called",
    ),
    attempt: field(
      z.int().min(1).nullish(),
      "What was looked at: where another attempt needs a person, nothing is done",
      1,
    ),
    acknowledge: field(
      z.boolean().nullish(),
      "True takes the order off the list and leaves it as it is",
      true,
    ),
  })
  .meta({ id: "ReleaseRequest", description: "What a person saw, and whether they only acknowledge it" });
export const operatorDeed = z
  .strictObject({
    reason: field(deedReason.nullish(), "Why, in a few words for the audit", "The shop is back"),
  })
  .meta({ id: "OperatorDeed", description: "Why an operator does it" });

export type ReleaseWish = z.infer<typeof releaseRequest>;

/** The list's reason that a person has looked at, where they named it. */
export const seenReason = ({ reason }: ReleaseWish): Attention | undefined =>
  reason != null && isReason(reason) ? reason : undefined;

const possibleRelease = z.object({
  possible: field(z.boolean(), "Whether a release would be taken now", true),
  effect: field(
    z.enum(["next_attempt", "ended", "acknowledged"]).optional(),
    "What a release comes to, unless the service says otherwise then",
    "next_attempt",
  ),
});

/** What a person asks first of an attempt: was it paid for, and is there a code? */
export const paidFor = {
  debited: field(z.boolean().optional(), "Whether the service says that it was paid for", false),
  had_code: field(z.boolean().optional(), "Whether the service ever showed a code of it", false),
};
export const paidForOf = ({ debited, had_codes }: Pick<Attempt, "debited" | "had_codes">) => ({
  ...{ debited, had_code: had_codes },
});

/** Enough to find the order at the service and to answer its user; no address, code or link. */
export const attentionOrder = z
  .object({
    site: field(z.string(), "The site's id", "shop"),
    order_id: field(z.string(), "The site's own id of the order", "1042"),
    grant_id: field(z.string().optional(), "The grant that the order is part of", "spring-81"),
    reason: field(reason, "Why it needs a person; what to do is in the runbook", "denied"),
    since: field(z.iso.datetime(), "By the clock of the token server", "2026-11-22T12:00:00.000Z"),
    delivery: field(delivery, "How the reward reaches the user", "redeem"),
    promotion_id: field(z.string(), "The promotion at the service", "4001"),
    state: field(orderState, "The order as its user sees it", "denied"),
    attempt: field(z.int().min(1).optional(), "The attempt that needs a person", 1),
    sku: field(z.string().optional(), "The reward that was chosen", "GIFT-20"),
    amount: field(z.string().optional(), "The amount that was chosen, for free-value rewards only", "50"),
    value: field(money.optional(), "What it is worth, where the service said"),
    upstream_order_id: field(
      z.string().optional(),
      "The order id under which the service has it",
      "shop.1042.1",
    ),
    reference: field(z.string().optional(), "The redemption's id, where it is known", "AB12C-34D5E"),
    seen: field(z.string().optional(), "The state that the service last named", "denied"),
    ...paidFor,
    release: field(possibleRelease, "What a person may do about it"),
  })
  .meta({ id: "AttentionOrder", description: "An order that needs a person" });
export type AttentionOrder = z.infer<typeof attentionOrder>;

/** The order after a release, about the attempt that was released; `release` says whether it needs a person for more. */
export const releasedOrder = attentionOrder
  .omit({ reason: true, since: true })
  .extend({ done: field(z.enum(RELEASES), "What came of it", "next_attempt") })
  .meta({ id: "ReleasedOrder", description: "The order after a release" });
export type ReleasedOrder = z.infer<typeof releasedOrder>;
