/** Faults of a changing call, with and without its effect. Shared by all tests of calls in doubt. */
import type { Fault } from "../../demo/fulfillment/app.ts";
import { MINUTE } from "../support/rewards.ts";

export type FaultyOperation = "book" | "create" | "redeem" | "activate" | "cancel" | "refund";

/** Names and faults. The end is always the same: the requested change happened once. */
export const faultsOf = (operation: FaultyOperation): [string, Fault[]][] => {
  const f = (fault: Record<string, unknown>): Fault => ({ operation, ...fault }) as Fault;
  return [
    ["a 504 before the effect", [f({ kind: "timeout_before" })]],
    ["a 504 after the effect", [f({ kind: "timeout_after" })]],
    ["two 504 after the effect", [f({ kind: "timeout_after", times: 2 })]],
    ["a reset before the effect", [f({ kind: "reset_before" })]],
    ["a reset after the effect", [f({ kind: "reset_after" })]],
    ["a 503", [f({ kind: "server_error", status: 503 })]],
    ["a 500 after the effect", [f({ kind: "server_error", status: 500, after: true })]],
    ["a truncated answer", [f({ kind: "garbled", variant: "truncated" })]],
    ["an HTML answer", [f({ kind: "garbled", variant: "html" })]],
    ["an empty answer", [f({ kind: "garbled", variant: "empty" })]],
    ["an answer of the wrong shape", [f({ kind: "garbled", variant: "wrong_shape" })]],
    ["an effect that arrives two minutes late", [f({ kind: "late", delay_ms: 2 * MINUTE })]],
    ["an answer that takes 50 s", [f({ kind: "slow", delay_ms: 50_000, effect: "first" })]],
    ["a 429", [f({ kind: "rate_limited", retry_after: 3 })]],
    ["a 401 unauthorized", [f({ kind: "unauthorized" })]],
    ["a 401 nobody can read", [f({ kind: "unreadable_unauthorized" })]],
    [
      "a 504 after the effect, and lists that lag for five minutes",
      [
        f({ kind: "timeout_after" }),
        { operation: "list_redemptions", kind: "lag", newer_than_ms: 5 * MINUTE, times: "always" } as Fault,
      ],
    ],
    [
      "a 504 after the effect, and reads that fail for a while",
      [
        f({ kind: "timeout_after" }),
        ...(["get_redemption", "list_redemptions"] as const).map(
          (read) => ({ operation: read, kind: "server_error", status: 503, times: 3 }) as Fault,
        ),
      ],
    ],
    [
      "a 504 after the effect, and a list that ignores its filter",
      [
        f({ kind: "timeout_after" }),
        { operation: "list_redemptions", kind: "unfiltered", times: "always" } as Fault,
      ],
    ],
  ];
};
