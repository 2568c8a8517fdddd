/**
 * Faults that can be injected, per operation and count. Source: docs/proof/interface.md, "Errors" (504) and "Limits".
 *
 * A fault says which calls it affects (`operation`, `match`), how many (`times`, after letting `skip` through), and how
 * (`kind`). At most one fault, the oldest, affects a call. Three kinds apply in addition, because they change only what
 * is shown: `lag` and `unfiltered` for List redemptions, and `stale` for Get a redemption.
 */
import { z } from "zod";
import { type Call, OPERATIONS } from "./calls.ts";

const Kinds = z.discriminatedUnion("kind", [
  /** 504 without the effect. */
  z.object({ kind: z.literal("timeout_before") }),
  /** 504 after the effect. */
  z.object({ kind: z.literal("timeout_after") }),
  /** The connection breaks without the effect. */
  z.object({ kind: z.literal("reset_before") }),
  /** The connection breaks after the effect. */
  z.object({ kind: z.literal("reset_after") }),
  /** 504 now; the effect comes `delay_ms` later by the service's clock. */
  z.object({ kind: z.literal("late"), delay_ms: z.number().nonnegative() }),
  /** The answer takes `delay_ms`. The effect comes before the wait (`first`, default) or after it (`last`). */
  z.object({
    kind: z.literal("slow"),
    delay_ms: z.number().nonnegative(),
    effect: z.enum(["first", "last"]).default("first"),
  }),
  /** A 5xx whose body is not JSON; with `after`, after the effect. */
  z.object({
    kind: z.literal("server_error"),
    status: z.union([z.literal(500), z.literal(502), z.literal(503)]).default(500),
    after: z.boolean().default(false),
  }),
  /** After the effect, an answer with status 200 and an unreadable body. */
  z.object({
    kind: z.literal("garbled"),
    variant: z.enum(["truncated", "html", "empty", "wrong_shape"]).default("truncated"),
  }),
  /** 429 with `Retry-After`, without the effect. */
  z.object({ kind: z.literal("rate_limited"), retry_after: z.number().int().nonnegative().default(30) }),
  /** 401 `unauthorized`, without the effect. */
  z.object({ kind: z.literal("unauthorized") }),
  /** 401 `forbidden`, without the effect. */
  z.object({ kind: z.literal("forbidden") }),
  /** 401 with a body that is not JSON, without the effect. */
  z.object({ kind: z.literal("unreadable_unauthorized") }),
  /** 404 `not_found`, without the effect. */
  z.object({ kind: z.literal("not_found") }),
  /** 422 `invalid_request` without a message, without the effect. */
  z.object({ kind: z.literal("invalid_request") }),
  /**
   * The call works, but the redemption ends in this state instead. With `codes` a code is made (and billed) all the
   * same.
   */
  z.object({
    kind: z.literal("state"),
    state: z.string().min(1),
    debited: z.boolean().optional(),
    codes: z.boolean().optional(),
  }),
  /** The call works, but the codes that it makes (and bills) are shown only `delay_ms` later. */
  z.object({ kind: z.literal("codes_late"), delay_ms: z.number().nonnegative() }),
  /** Get a redemption shows the redemption as it was `older_by_ms` before. */
  z.object({ kind: z.literal("stale"), older_by_ms: z.number().nonnegative() }),
  /** List redemptions omits redemptions created in the last `newer_than_ms`. */
  z.object({ kind: z.literal("lag"), newer_than_ms: z.number().nonnegative() }),
  /** List redemptions ignores its filters. */
  z.object({ kind: z.literal("unfiltered") }),
]);

const Meets = z.object({
  operation: z.union([z.enum(OPERATIONS), z.literal("*")]),
  times: z.union([z.number().int().positive(), z.literal("always")]).default(1),
  skip: z.number().int().nonnegative().default(0),
  match: z
    .object({
      order_id: z.string().optional(),
      redemption_id: z.string().optional(),
      sku: z.string().optional(),
    })
    .default({}),
});

export const FaultSchema = Meets.and(Kinds);

/** The argument of `control.fault`; `times` defaults to 1. */
export type Fault = z.input<typeof FaultSchema>;
export type FaultKind = Fault["kind"];
type ReadFault = z.output<typeof FaultSchema>;

type Modifier = Extract<ReadFault, { kind: "lag" | "unfiltered" | "stale" }>;
export type Disruption = Exclude<ReadFault, Modifier>;

/** The faults that affect one call. */
export interface Met {
  readonly disruption: Disruption | undefined;
  readonly lagMs: number;
  readonly staleMs: number;
  readonly unfiltered: boolean;
}

export interface Faults {
  /** Adds a fault. Returns its number, which clears it. */
  add(fault: Fault): number;
  clear(id?: number): void;
  list(): ({ id: number } & ReadFault)[];
  /** The faults that affect this call; the call is counted. */
  meet(call: Call): Met;
}

/** The operation whose answer each kind changes. */
const MODIFIES = {
  lag: "list_redemptions",
  unfiltered: "list_redemptions",
  stale: "get_redemption",
} as const satisfies Record<Modifier["kind"], Call["operation"]>;

const isModifier = (fault: ReadFault): fault is Modifier => Object.hasOwn(MODIFIES, fault.kind);

export function createFaults(): Faults {
  let waiting: { id: number; fault: ReadFault; skip: number; left: number }[] = [];
  let last = 0;

  const fits = ({ operation, match }: ReadFault, call: Call) =>
    (operation === "*" || operation === call.operation) &&
    (match.order_id ?? call.order_id) === call.order_id &&
    (match.redemption_id ?? call.redemption_id) === call.redemption_id &&
    (match.sku ?? call.sku) === call.sku;

  return {
    add(request) {
      const fault = FaultSchema.parse(request);
      last += 1;
      waiting.push({
        id: last,
        fault,
        skip: fault.skip,
        left: fault.times === "always" ? Number.POSITIVE_INFINITY : fault.times,
      });
      return last;
    },
    clear(id) {
      waiting = id === undefined ? [] : waiting.filter((entry) => entry.id !== id);
    },
    list: () =>
      waiting.map(({ id, fault, left, skip }) => ({
        ...fault,
        id,
        skip,
        times: Number.isFinite(left) ? left : "always",
      })),
    meet(call) {
      let disruption: Disruption | undefined;
      let lagMs = 0;
      let staleMs = 0;
      let unfiltered = false;
      for (const entry of waiting) {
        const { fault } = entry;
        if (!fits(fault, call)) continue;
        if (isModifier(fault) ? call.operation !== MODIFIES[fault.kind] : disruption !== undefined) continue;
        if (entry.skip > 0) {
          entry.skip -= 1;
          continue;
        }
        entry.left -= 1;
        if (fault.kind === "lag") lagMs = Math.max(lagMs, fault.newer_than_ms);
        else if (fault.kind === "unfiltered") unfiltered = true;
        else if (fault.kind === "stale") staleMs = Math.max(staleMs, fault.older_by_ms);
        else disruption = fault;
      }
      waiting = waiting.filter((entry) => entry.left > 0);
      return { disruption, lagMs, staleMs, unfiltered };
    },
  };
}
