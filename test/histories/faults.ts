/** The possible faults of each call, and their weights. */
import type { Fault, FaultKind } from "../../demo/fulfillment/app.ts";
import type { Delivery } from "../../shared/wire.ts";
import type { Draws } from "./draws.ts";
import { CHANGES } from "./evidence.ts";
import type { Trouble } from "./network.ts";
import { MINUTE, SECOND } from "./stage.ts";

/**
 * The effects of an answered call come within the bounds of server/timing.ts: a second delivery within SECOND_COPY_WITHIN, a slow
 * effect within EFFECT_WITHIN, a list within LIST_LAG. An effect that comes later is that of a call without an answer: of these the
 * longest delay, ms.
 */
export const LATEST_EFFECT = 5 * MINUTE;

const OPERATIONS = [
  "book",
  "create",
  "redeem",
  "activate",
  "cancel",
  "refund",
  "get_redemption",
  "list_redemptions",
  "token",
  "get_promotion",
  "list_rewards",
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** The operations of an order, by delivery: a fault of an unused operation would have no effect. */
const WEIGHTS = {
  redeem: {
    book: 8,
    redeem: 18,
    get_redemption: 12,
    list_redemptions: 8,
    token: 4,
    get_promotion: 1,
    refund: 4,
    list_rewards: 1,
  },
  activate: {
    book: 8,
    activate: 18,
    get_redemption: 12,
    list_redemptions: 8,
    token: 4,
    get_promotion: 1,
    cancel: 10,
    refund: 5,
  },
  notify: {
    create: 18,
    get_redemption: 8,
    list_redemptions: 12,
    token: 4,
    get_promotion: 1,
    cancel: 10,
    refund: 5,
    list_rewards: 1,
  },
} as const;

/** A fault without its operation. */
type Kind = { readonly kind: FaultKind } & Readonly<Record<string, unknown>>;

/** Faults by kind of call. `late` and `state` have no effect on reads. */
const OF_CHANGES: readonly Kind[] = [
  { kind: "timeout_before" },
  { kind: "timeout_after" },
  { kind: "timeout_after" },
  { kind: "reset_before" },
  { kind: "reset_after" },
  { kind: "late", delay_ms: 20 * SECOND },
  { kind: "late", delay_ms: 90 * SECOND },
  { kind: "late", delay_ms: LATEST_EFFECT },
  { kind: "slow", delay_ms: 9 * SECOND, effect: "first" },
  { kind: "slow", delay_ms: 20 * SECOND, effect: "last" },
  { kind: "slow", delay_ms: 50 * SECOND, effect: "last" },
  { kind: "server_error", status: 503 },
  { kind: "server_error", status: 500, after: true },
  { kind: "garbled", variant: "truncated" },
  { kind: "garbled", variant: "wrong_shape" },
  { kind: "garbled", variant: "html" },
  { kind: "unauthorized" },
  { kind: "forbidden" },
  { kind: "unreadable_unauthorized" },
  { kind: "invalid_request" },
  { kind: "not_found" },
  { kind: "rate_limited", retry_after: 5 },
];

const STATES: readonly Kind[] = [
  { kind: "state", state: "failed" },
  { kind: "state", state: "failed" },
  { kind: "state", state: "failed", debited: true },
  { kind: "state", state: "failed", codes: true },
  { kind: "state", state: "denied" },
  { kind: "state", state: "blocked" },
  { kind: "state", state: "expired" },
  { kind: "state", state: "on_hold" },
  { kind: "state", state: "canceled" },
];

/** Whether the call changes a redemption and does not end it. */
const isMaking = (operation: string): boolean =>
  CHANGES.has(operation) && operation !== "cancel" && operation !== "refund";

/** A Book never makes a code, because no user confirmed it. A hold may be called `pending`. */
const statesOf = (operation: string): readonly Kind[] =>
  operation === "book"
    ? [...STATES.filter((fault) => !("codes" in fault)), { kind: "state", state: "pending" }]
    : operation === "redeem"
      ? [...STATES, ...LATE_CODES]
      : STATES;

const LATE_CODES: readonly Kind[] = [
  { kind: "codes_late", delay_ms: 4 * SECOND },
  { kind: "codes_late", delay_ms: 40 * SECOND },
  { kind: "codes_late", delay_ms: 5 * MINUTE },
];

/** A service that denies an existing redemption is not among the faults. */
const OF_READS = OF_CHANGES.filter(({ kind }) => !["late", "not_found", "invalid_request"].includes(kind));
const OF_TOKENS = OF_CHANGES.filter(
  ({ kind }) => !["late", "forbidden", "invalid_request", "not_found", "unauthorized"].includes(kind),
);

/** `forbidden` is an answer about a single resource. */
const OF_LISTS = OF_READS.filter(({ kind }) => kind !== "forbidden");

const poolOf = (operation: string) =>
  operation === "token" ? OF_TOKENS : operation.startsWith("list_") ? OF_LISTS : OF_READS;

const TROUBLES: readonly Trouble[] = [
  { kind: "not_connected" },
  { kind: "late_arrival", ms: 15 * SECOND },
  { kind: "late_arrival", ms: 50 * SECOND },
  { kind: "late_arrival", ms: 4 * MINUTE },
  { kind: "answer_lost" },
  { kind: "slow_answer", ms: 11 * SECOND },
  { kind: "slow_answer", ms: 40 * SECOND },
  { kind: "delivered_twice", ms: 0 },
  { kind: "delivered_twice", ms: 30 * SECOND },
  { kind: "delivered_twice", ms: 55 * SECOND },
  { kind: "gateway_page" },
];

/** The operation of a fault: mostly one that an order with this delivery uses. */
export function drawOperation(draws: Draws, delivery: Delivery): Operation {
  return draws.oneIn(12)
    ? draws.one(OPERATIONS)
    : draws.weighted(WEIGHTS[delivery] as Record<Operation, number>);
}

/** A fault of the service at the next calls of an operation. */
export function drawFault(draws: Draws, operation: Operation): Fault {
  const isChange = CHANGES.has(operation);
  const pool = !isChange
    ? poolOf(operation)
    : isMaking(operation) && draws.oneIn(5)
      ? statesOf(operation)
      : OF_CHANGES;
  const times = draws.oneIn(5) ? draws.between(2, 6) : 1;
  return { operation, times, ...draws.one(pool) } as Fault;
}

/** A list that lags. */
export const drawListFault = (draws: Draws): Fault => ({
  operation: "list_redemptions",
  kind: "lag",
  newer_than_ms: draws.one([20, 60, 120]) * SECOND,
  times: "always",
});

/** A fault of the network at the next call of an operation. */
export function drawTrouble(draws: Draws, operation: Operation): Trouble {
  return draws.one(troublesOf(operation));
}

const troublesOf = (operation: Operation): readonly Trouble[] =>
  TROUBLES.filter(
    ({ kind }) =>
      (operation !== "token" || !["late_arrival", "delivered_twice"].includes(kind)) &&
      (CHANGES.has(operation) || kind !== "delivered_twice"),
  );

/** The names of all drawable faults at all steps, for the counts. */
export function everyFault(): string[] {
  const names = OPERATIONS.flatMap((operation) => {
    const kinds = CHANGES.has(operation)
      ? [...OF_CHANGES, ...(isMaking(operation) ? statesOf(operation) : [])]
      : poolOf(operation);
    const met = kinds.map(({ kind, state }) => (kind === "state" ? `state ${state}` : kind));
    const troubles = troublesOf(operation).map(({ kind }) => kind);
    return [...met, ...troubles].map((what) => `${operation} ${what}`);
  });
  return [...new Set([...names, "list_redemptions lag"])].sort();
}
