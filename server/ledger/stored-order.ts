/**
 * Converts an order to its stored row and back. Two versions of the server may write to one ledger while one replaces the other, so
 * the stored form keeps the members that the previous version understands. Pure. Source: contract, "a published version … two
 * versions of the server may run on one ledger".
 */
import type { Delivery } from "../../shared/wire.ts";
import { reasonOf } from "../redemption/attention.ts";
import {
  type Attempt,
  type AttemptChange,
  changed,
  type Evidence,
  type Order,
  type Phase,
  type Send,
  type SiteRequest,
  type Stop,
} from "../redemption/model.ts";
import { storedRow } from "./stored-json.ts";

/** In a stored row the phases `confirmed` and `linked` have a name for each delivery. */
const CONFIRMED = { redeem: "redeeming", activate: "activating", notify: "creating" } as const;
const LINKED = { redeem: "activated", activate: "activated", notify: "notified" } as const;

type StoredPhase =
  | Exclude<Phase, "confirmed" | "linked">
  | (typeof CONFIRMED)[Delivery]
  | (typeof LINKED)[Delivery];

/** The outcomes of a call have other names in a stored row. */
const ANSWERS = { unanswered: "none", doubt: "doubt", clear: "clear", turned_away: "nothing" } as const;
const OUTCOMES = { none: "unanswered", doubt: "doubt", clear: "clear", nothing: "turned_away" } as const;

type StoredSend = Omit<Send, "outcome"> & { readonly answer: keyof typeof OUTCOMES };

/** An attempt as any version stored it: all members on one level. */
type StoredAttempt = Omit<
  Attempt,
  "phase" | "stop" | "evidence" | "sends" | "retry" | "refusal" | "request"
> &
  Omit<Evidence, "state" | "revision" | "observed"> &
  Partial<Pick<Evidence, "revision" | "observed">> & {
    readonly phase: StoredPhase;
    /** An earlier version knows no `redemption_taken`: it reads `other_parameters`, and `taken` has the exact reason. */
    readonly stop: Exclude<Stop, "redemption_taken"> | null;
    readonly taken?: true;
    readonly sends: readonly StoredSend[];
    readonly seen: Evidence["state"];
    readonly tries: number;
    readonly wait_until: number;
    readonly refusal: NonNullable<Attempt["refusal"]>["code"] | null;
    readonly refused_at?: number;
    readonly closing?: SiteRequest;
    readonly closing_at?: number;
    /** Whether a given-up attempt's user has a link: derived in this version, and written for the previous one. */
    readonly linked?: true;
    /** Of an earlier version: whether the service was asked since the last call. */
    readonly looked?: boolean;
    /** Of an earlier version: whether a given-up or refused attempt was asked about once. */
    readonly checked?: boolean;
    /** Of an earlier version: calls before this time were refused for the token. */
    readonly closing_from?: number;
  };

export type StoredOrder = Omit<Order, "attempts"> & { readonly attempts: readonly StoredAttempt[] };

/** The row as it is stored. */
export function toStored(order: Order): StoredOrder {
  return { ...order, attempts: order.attempts.map((attempt) => storedAttempt(order, attempt)) };
}

/** The order of a row's body. @throws LedgerUnavailable `damaged` */
export const orderOf = (body: unknown, version: number): Order =>
  fromStored(
    storedRow<StoredOrder>(body, ({ attempts }) => Array.isArray(attempts)),
    version,
  );

/** @param version of the row: rises with every change by any version of the server */
export function fromStored(row: StoredOrder, version: number): Order {
  const attempts = row.attempts.map((stored): Attempt => {
    const attempt = readAttempt(stored, version);
    return stored.n === row.current ? changed(attempt, calledFor(row, attempt)) : attempt;
  });
  return { ...row, version, attempts };
}

function storedAttempt(order: Order, attempt: Attempt): StoredAttempt {
  const { phase, stop, evidence, sends, retry, refusal, request, ...rest } = attempt;
  const { state, ...known } = evidence;
  return {
    ...rest,
    ...known,
    phase: storedPhase(phase, order.pins.delivery),
    ...(stop === "redemption_taken" ? { stop: "other_parameters", taken: true } : { stop }),
    sends: sends.map(({ outcome, ...send }) => ({ ...send, answer: ANSWERS[outcome] })),
    seen: state,
    tries: retry.tries,
    wait_until: retry.until,
    refusal: refusal?.code ?? null,
    ...(refusal?.at !== undefined && { refused_at: refusal.at }),
    ...(request && { closing: request.operation, closing_at: request.at }),
    ...(reasonOf(order, attempt) === "later_attempt" && { linked: true }),
  };
}

function readAttempt(stored: StoredAttempt, version: number): Attempt {
  const { phase, stop, taken, sends, refusal, refused_at, closing, closing_at = 0 } = stored;
  return {
    ...pick(stored, OWN),
    phase: readPhase(phase),
    stop: taken && stop === "other_parameters" ? "redemption_taken" : stop,
    sends: sends.map(({ answer, ...send }) => ({ ...send, outcome: OUTCOMES[answer] })),
    evidence: { ...revisionsOf(stored, version), state: stored.seen, ...pick(stored, EVIDENCE) },
    retry: { tries: stored.tries, until: stored.wait_until },
    refusal: refusal && { code: refusal, ...(refused_at !== undefined && { at: refused_at }) },
    ...(closing && { request: { operation: closing, at: closing_at } }),
  };
}

/** The members that are stored unchanged. */
const OWN = [
  "n",
  "upstream_order_id",
  "sku",
  "amount",
  "reward_name",
  "chosen",
  "opened_at",
  "confirmed_at",
  "hold_ends_at",
  "redemption_id",
  "released_at",
] as const satisfies readonly (keyof Attempt)[];
const EVIDENCE = [
  "value",
  "testing",
  "failures",
  "billed",
  "had_code",
  "hold_state",
  "link_since",
  "answered_at",
  "changed_at",
  "unlisted_since",
  "others",
  "codeless_since",
  "unreadable",
] as const satisfies readonly (keyof Evidence)[];

/** The present ones of the members. */
function pick<T extends object, K extends keyof T>(from: T, members: readonly K[]): Pick<T, K> {
  const picked: Partial<Pick<T, K>> = {};
  for (const member of members) if (from[member] !== undefined) picked[member] = from[member];
  return picked as Pick<T, K>;
}

function revisionsOf(stored: StoredAttempt, version: number): Pick<Evidence, "revision" | "observed"> {
  const { phase, stop, looked, checked, revision = 0, observed = 0 } = stored;
  if (looked === undefined) return { revision, observed };
  // An earlier version, which counts no revisions, wrote the row last: use a revision above any that an observation may carry.
  const beyond = revision + version;
  const isLeft = phase === "given_up" || phase === "refused" || stop === "later_attempt";
  return { revision: beyond, observed: (isLeft ? checked : looked) ? beyond : beyond - 1 };
}

/** An earlier version stored a reason that the current attempt does not show only in the row's `attention`. */
function calledFor({ attention }: StoredOrder, { phase, stop }: Attempt): AttemptChange {
  if (attention === "codes_unreadable" && (phase === "redeemed" || phase === "linked"))
    return { evidence: { unreadable: true } };
  return attention === "redemption_taken" && stop === "other_parameters" ? { stop: attention } : {};
}

function storedPhase(phase: Phase, delivery: Delivery): StoredPhase {
  if (phase === "confirmed") return CONFIRMED[delivery];
  return phase === "linked" ? LINKED[delivery] : phase;
}

function readPhase(phase: StoredPhase): Phase {
  switch (phase) {
    case "redeeming":
    case "activating":
    case "creating":
      return "confirmed";
    case "activated":
    case "notified":
      return "linked";
    default:
      return phase;
  }
}
