/**
 * Every problem a client of the token server can meet: one closed list of stable codes (RFC 9457 problem details).
 * The server turns errors into these in one place; the widget turns them into words in its texts.
 */

interface ProblemRow {
  readonly status: number;
  readonly title: string;
  /** Whether the same request may succeed later without anything else changing. */
  readonly retryable: boolean;
}

const row = (status: number, title: string, retryable = false): ProblemRow => ({ status, title, retryable });

export const PROBLEMS = {
  invalid_json: row(400, "The body is not valid JSON"),
  site_key_invalid: row(401, "The site key is missing or not known"),
  session_invalid: row(401, "The session is not known"),
  session_expired: row(401, "The session has ended"),
  operator_key_invalid: row(401, "The operator key is missing or not known"),
  operator_role: row(403, "This key may look and change nothing"),
  origin_not_allowed: row(403, "This page may not use this session"),
  promotion_not_allowed: row(403, "The site may not use this promotion"),
  not_found: row(404, "Nothing is here"),
  order_not_found: row(404, "The order is not known"),
  grant_not_found: row(404, "The grant is not known"),
  user_not_found: row(404, "The member is not known"),
  promotion_not_found: row(404, "The promotion is not known"),
  reward_not_found: row(404, "The reward is not part of this promotion"),
  method_not_allowed: row(405, "The method is not allowed here"),
  too_large: row(413, "The body is too large"),
  unsupported_media_type: row(415, "The body must be application/json"),
  order_conflict: row(409, "The order exists with other values"),
  grant_conflict: row(409, "The grant exists with other values"),
  grant_spent: row(409, "Nothing more can be chosen of this grant"),
  confirmation_denied: row(409, "The site does not allow this confirmation"),
  order_processing: row(409, "The order is being worked on", true),
  order_finished: row(409, "The order is finished"),
  delivery_mismatch: row(409, "The order is delivered in another way"),
  not_booked: row(409, "Nothing is booked"),
  hold_expired: row(409, "The reservation has run out"),
  confirmation_mismatch: row(409, "The confirmation differs from what is booked"),
  reward_unavailable: row(409, "The reward is not available"),
  out_of_stock: row(409, "The reward is out of stock"),
  promotion_unavailable: row(409, "The promotion is not available"),
  not_redeemed: row(409, "The order is not redeemed"),
  not_cancelable: row(409, "The order cannot be canceled"),
  invalid_request: row(422, "The request is not valid"),
  amount_required: row(422, "An amount is required"),
  amount_not_allowed: row(422, "An amount is not allowed for this reward"),
  amount_invalid: row(422, "The amount is not a whole number"),
  amount_out_of_range: row(422, "The amount is outside the range"),
  balance_unavailable: row(422, "The balance cannot be read"),
  rate_limited: row(429, "Too many requests", true),
  attempts_exhausted: row(429, "Too many attempts for this order", true),
  upstream_invalid: row(502, "The fulfillment service answered something unreadable", true),
  codes_unreadable: row(502, "The codes could not be read"),
  upstream_unavailable: row(503, "The fulfillment service cannot be reached", true),
  authorization_unavailable: row(503, "The site could not be asked whether it allows this", true),
  upstream_forbidden: row(503, "The fulfillment service refused access"),
} as const satisfies Record<string, ProblemRow>;

/** A stable problem code. Source: docs/server/problems.md. */
export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]];

/** Whether a string is one of our codes; anything else did not come from the token server. */
export function isProblemCode(value: unknown): value is ProblemCode {
  return typeof value === "string" && Object.hasOwn(PROBLEMS, value);
}
