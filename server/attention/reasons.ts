/** Every reason for which an order may need a person, as values; docs/runbook.md explains each. */
import type { Attention } from "../redemption/model.ts";

const ALL = {
  failed: true,
  denied: true,
  blocked: true,
  expired: true,
  unknown_state: true,
  other_parameters: true,
  other_user: true,
  debited: true,
  later_attempt: true,
  outcome_unknown: true,
  codes_unreadable: true,
  debited_hold: true,
  redemption_taken: true,
} as const satisfies Record<Attention, true>;

export const REASONS = Object.keys(ALL) as [Attention, ...Attention[]];
