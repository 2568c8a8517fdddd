/** The form of every error: RFC 9457 problem details. Source: docs/server/problems.md. */
import { z } from "zod";
import { PROBLEM_CODES } from "../problems.ts";
import { field } from "./field.ts";

/** Why rewards of a promotion cannot be had now, with `promotion_unavailable`. */
export const PROMOTION_REASONS = ["not_started", "ended", "not_enabled", "not_ready"] as const;
export type PromotionReason = (typeof PROMOTION_REASONS)[number];

/** As what the service ended a reservation before it was confirmed, or what was confirmed of it; with `not_booked`. */
export const HOLD_ENDS = ["canceled", "failed", "expired"] as const;
export type HoldEnd = (typeof HOLD_ENDS)[number];

const mistake = z.object({
  path: field(z.string(), "The member it is about, with dots; empty for the whole", "user.email"),
  message: field(z.string(), "What is expected there", "expected an e-mail address"),
});

export const problem = z
  .object({
    type: field(z.string(), "A URN that ends in the code", "urn:reward-redemption:problem:out_of_stock"),
    title: field(z.string(), "What the code means, always the same words", "The reward is out of stock"),
    status: field(z.int(), "The HTTP status", 409),
    code: field(z.enum(PROBLEM_CODES), "The stable code: what to decide by", "out_of_stock"),
    detail: field(
      z.string(),
      "What happened here, with which value and limit, and what to do; safe to show",
      "This reward is out of stock. Choose another one.",
    ),
    retryable: field(
      z.boolean(),
      "Whether the same request may succeed later without any other change",
      false,
    ),
    request_id: field(
      z.string(),
      "Names the request in the server's log",
      "0b0a6f8e-3c0f-4d53-9d0b-5c7f6a1f2d11",
    ),
    reference: field(z.string().optional(), "The redemption's id, for support", "AB12C-34D5E"),
    promotion_reason: field(
      z.enum(PROMOTION_REASONS).optional(),
      "With `promotion_unavailable`: why",
      "not_started",
    ),
    start_datetime: field(
      z.string().optional(),
      "With `not_started`: when it begins",
      "2026-12-01T00:00:00Z",
    ),
    end_datetime: field(z.string().optional(), "With `ended`: when it ended", "2026-10-31T23:59:59Z"),
    hold_ended: field(
      z.enum(HOLD_ENDS).optional(),
      "With `not_booked`: as what the service ended the hold before its time",
      "canceled",
    ),
    site_reason: field(
      z.string().optional(),
      "With `confirmation_denied`: why, in the site's own words, where it gave any; for the user to read",
      "You have 30 points less than this reward costs.",
    ),
    errors: field(z.array(mistake).optional(), "With `invalid_request`: each mistake, 50 at most"),
  })
  .meta({ id: "Problem", description: "Why a request was refused" });
export type Problem = z.infer<typeof problem>;
