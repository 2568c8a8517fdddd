/**
 * What goes wrong, and what the service's back office does meanwhile. Faults are the service's own (its control) and the
 * network's; each is named, so that what was met at which step can be counted.
 */
import type { Control, Fault, FaultKind } from "../../demo/fulfillment/app.ts";
import type { Draws } from "./draws.ts";
import { CHANGES } from "./evidence.ts";
import type { Trouble } from "./network.ts";
import type { Plan } from "./plan.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A fault without the operation that it meets. */
type Kind = { readonly kind: FaultKind } & Readonly<Record<string, unknown>>;

/** By what the call does: what it meets. `late` and `state` mean nothing where nothing is changed. */
const OF_CHANGES: readonly Kind[] = [
  { kind: "timeout_before" },
  { kind: "timeout_after" },
  { kind: "timeout_after" },
  { kind: "reset_before" },
  { kind: "reset_after" },
  { kind: "late", delay_ms: 20 * SECOND },
  { kind: "late", delay_ms: 90 * SECOND },
  { kind: "late", delay_ms: 5 * MINUTE },
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
];

/** A book makes no code, however it ends: nobody confirmed one. */
const statesOf = (operation: string) =>
  operation === "book" ? STATES.filter((fault) => !("codes" in fault)) : STATES;

/** A service that denies what it has is none of the faults: a read is not answered by "no". */
const OF_READS = OF_CHANGES.filter(({ kind }) => !["late", "not_found", "invalid_request"].includes(kind));
const OF_TOKENS = OF_CHANGES.filter(
  ({ kind }) => !["late", "forbidden", "invalid_request", "not_found", "unauthorized"].includes(kind),
);

/** `forbidden` is an answer about one thing. */
const OF_LISTS = OF_READS.filter(({ kind }) => kind !== "forbidden");

const poolOf = (operation: string) =>
  operation === "token" ? OF_TOKENS : operation.startsWith("list_") ? OF_LISTS : OF_READS;

/** Every fault at every step that may be drawn, as they are counted. */
export function everyFault(): string[] {
  const names = OPERATIONS.flatMap((operation) => {
    const isMaking = CHANGES.has(operation) && operation !== "cancel" && operation !== "refund";
    const kinds = CHANGES.has(operation)
      ? [...OF_CHANGES, ...(isMaking ? statesOf(operation) : [])]
      : poolOf(operation);
    return kinds.map(({ kind }) => `${operation} ${kind}`);
  });
  return [...new Set([...names, "list_redemptions lag", "list_redemptions unfiltered"])].sort();
}

const TROUBLES: readonly Trouble[] = [
  { kind: "not_connected" },
  { kind: "late_arrival", ms: 15 * SECOND },
  { kind: "late_arrival", ms: 50 * SECOND },
  { kind: "late_arrival", ms: 4 * MINUTE },
  { kind: "answer_lost" },
  { kind: "slow_answer", ms: 11 * SECOND },
  { kind: "slow_answer", ms: 40 * SECOND },
];

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

/** Which operations an order of a delivery uses: a fault that nothing meets is none. */
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

export interface WeatherOptions {
  readonly draws: Draws;
  readonly control: Control;
  readonly plans: readonly Plan[];
  readonly say: (what: () => string) => void;
  /** What an order will most likely ask of the service next. */
  readonly nextCall: (plan: Plan) => Operation;
  /** The user follows a link that was shown or mailed. */
  readonly mayOpen: (redemptionId: string) => boolean;
  readonly elsewhere: (redemptionId: string, action: "refund" | "cancel") => void;
}

export class Weather {
  readonly #options: WeatherOptions;
  #troubles: { readonly operation: string; readonly trouble: Trouble }[] = [];

  constructor(options: WeatherOptions) {
    this.#options = options;
  }

  /** What the network does to the next call of an operation; each once. */
  trouble(operation: string): Trouble | undefined {
    const index = this.#troubles.findIndex((each) => each.operation === operation);
    return index < 0 ? undefined : this.#troubles.splice(index, 1)[0]?.trouble;
  }

  /** Everything works again; what was under way goes on. */
  clear(): void {
    this.#troubles = [];
    this.#options.control.clearFaults();
  }

  /** Something begins to go wrong. */
  worsen(): void {
    const { draws, control, plans, say } = this.#options;
    const plan = draws.one(plans);
    const next = draws.oneIn(2) ? this.#options.nextCall(plan) : undefined;
    const operation =
      next ??
      (draws.oneIn(12)
        ? draws.one(OPERATIONS)
        : draws.weighted(WEIGHTS[plan.delivery] as Record<Operation, number>));
    if (operation === "list_redemptions" && draws.oneIn(3)) {
      const fault: Fault = draws.oneIn(2)
        ? { operation, kind: "unfiltered", times: draws.between(2, 8) }
        : { operation, kind: "lag", newer_than_ms: draws.one([20, 60, 120]) * SECOND, times: "always" };
      say(() => `fault: ${operation} ${fault.kind}`);
      control.fault(fault);
      return;
    }
    if (draws.oneIn(5)) {
      const trouble = draws.one(
        TROUBLES.filter(({ kind }) => kind !== "late_arrival" || operation !== "token"),
      );
      say(() => `fault: ${operation} ${trouble.kind}${"ms" in trouble ? ` ${trouble.ms / SECOND} s` : ""}`);
      this.#troubles.push({ operation, trouble });
      return;
    }
    const isChange = CHANGES.has(operation);
    const isMaking = isChange && operation !== "cancel" && operation !== "refund";
    const pool = !isChange
      ? poolOf(operation)
      : isMaking && draws.oneIn(5)
        ? statesOf(operation)
        : OF_CHANGES;
    const times = draws.oneIn(5) ? draws.between(2, 6) : 1;
    const fault = { operation, times, ...draws.one(pool) } as Fault;
    say(() => `fault: ${operation} ${describe(fault)}`);
    control.fault(fault);
  }

  /** The user follows the link they have. @returns whether there is one */
  openLink(plan: Plan): boolean {
    const { draws, control, say, mayOpen } = this.#options;
    const own = control.redemptions().filter(({ orderId }) => orderId.startsWith(plan.prefix));
    const out = own.filter(({ id, state }) => state === "pending" && mayOpen(id));
    if (out.length === 0) return false;
    const { id, orderId } = draws.one(out);
    say(() => `the user opens the link of ${orderId}`);
    attempt(() => control.openLink(id));
    return true;
  }

  /** Somebody at the service, or the end user outside of our pages, does something. */
  meddle(): void {
    const { draws, control, plans, say, elsewhere } = this.#options;
    const plan = draws.one(plans);
    const { sku } = draws.one(plan.choices);
    const own = control.redemptions().filter(({ orderId }) => orderId.startsWith(plan.prefix));
    const one = own.length > 0 ? draws.one(own) : undefined;
    switch (
      draws.weighted({
        open: 6,
        refund: 3,
        cancel: 3,
        force: 3,
        pause: 2,
        resume: 2,
        stock: 2,
        end: 2,
        revoke: 2,
      })
    ) {
      case "open":
        this.openLink(plan);
        return;
      case "refund":
      case "cancel": {
        if (!one) return;
        const action = one.state === "redeemed" || one.debited ? "refund" : "cancel";
        say(() => `the service's back office: ${action} of ${one.orderId}`);
        elsewhere(one.id, action);
        return;
      }
      case "force": {
        if (!one || !["booked", "pending", "failed"].includes(one.state)) return;
        const state = draws.one(["failed", "denied", "blocked", "expired", "on_hold"]);
        say(() => `the service's back office: ${one.orderId} is ${state}`);
        attempt(() => control.forceState(one.id, state, { debited: one.debited || draws.oneIn(6) }));
        return;
      }
      case "pause":
      case "resume": {
        const status = draws.oneIn(3) ? "paused" : "enabled";
        say(() => `${sku} is ${status}`);
        control.setRewardStatus(sku, { status }, plan.promotion);
        return;
      }
      case "stock": {
        const change = draws.oneIn(3)
          ? { quantity: draws.below(2), drop_reservations: true }
          : { quantity: null, in_stock: !draws.oneIn(3) };
        say(() => `stock of ${sku}: ${JSON.stringify(change)}`);
        control.setStock(sku, change);
        return;
      }
      case "end":
        if (draws.oneIn(3)) {
          say(() => `promotion ${plan.promotion} ends`);
          control.endPromotion(plan.promotion);
        } else {
          say(() => `promotion ${plan.promotion} goes on`);
          control.setPromotion(plan.promotion, { end_datetime: null });
        }
        return;
      default:
        say(() => "all tokens are revoked");
        control.revokeTokens();
    }
  }
}

function describe(fault: Fault): string {
  const { operation: _, kind, ...rest } = fault as Record<string, unknown>;
  const more = Object.values(rest).filter((value) => value !== undefined && value !== 1);
  return [kind, ...more].join(" ");
}

/** The service may say no to its own back office. */
function attempt(act: () => void): void {
  try {
    act();
  } catch {}
}
