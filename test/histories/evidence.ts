/** The observations of a history from outside: calls, rows, answers, log lines. The invariants use only these. */
import type { Control } from "../../demo/fulfillment/app.ts";
import type { CodeRecord } from "../../demo/fulfillment/standings.ts";
import type { Order as Row } from "../../server/redemption/model.ts";
import type { LedgerBed } from "./ledger-bed.ts";
import { isOf, type Plan } from "./plan.ts";

/** The calls that may change a redemption. */
export const CHANGES: ReadonlySet<string> = new Set([
  "book",
  "create",
  "create_and_redeem",
  "redeem",
  "activate",
  "cancel",
  "refund",
]);
/** The calls that only follow a user's confirmation. */
export const CONFIRMING: ReadonlySet<string> = new Set(["create", "create_and_redeem", "redeem", "activate"]);

/** A request that an instance handed to the network. */
export interface Departure {
  readonly seq: number;
  /** History time, ms. */
  readonly at: number;
  readonly instance: string;
  /** The generation of the ledger: counts losses and restorations. */
  readonly generation: number;
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly body: Json | undefined;
  readonly bearer: string | undefined;
  /** The upstream order id, of calls about one redemption. */
  readonly orderId: string | undefined;
  readonly redemptionId: string | undefined;
  /** The client's request that caused the call. */
  readonly cause: Ask | undefined;
  /** When it reached the service. */
  arrivedAt?: number;
  arrivedSeq?: number;
  /** When the instance had its answer. */
  answeredAt?: number;
  answeredSeq?: number;
  /** The service's status; undefined if the connection broke. */
  status?: number;
  text?: string;
  /** What the instance received: a status, or the reason without one. */
  heard?: number | "timeout" | "broken" | "not_sent";
}

export type Json = Readonly<Record<string, unknown>>;

/** A request to the token server. */
export interface Ask {
  readonly seq: number;
  readonly at: number;
  readonly who: string;
  readonly as: "browser" | "site" | "operator";
  readonly plan: Plan | undefined;
  readonly method: string;
  readonly path: string;
  readonly body: Json | undefined;
  readonly instance: string;
  readonly generation: number;
  /** How long the instance had been held up before, ms. */
  readonly stalledBefore: number;
  hungUp: boolean;
  /** The instance died during the request. */
  lost: boolean;
  answer?: Answer;
}

export interface Answer {
  readonly seq: number;
  readonly at: number;
  readonly status: number;
  readonly text: string;
  readonly data: Json | undefined;
  readonly code: string | undefined;
  readonly headers: Headers;
  /** How long the instance was held up meanwhile, ms. */
  readonly stalled: number;
}

export interface Write {
  readonly seq: number;
  readonly at: number;
  readonly instance: string;
  readonly generation: number;
  readonly before: Row | undefined;
  readonly after: Row;
}

export interface LogLine {
  readonly instance: string;
  readonly line: string;
}

/** A process from its start to its end. */
export interface Boot {
  readonly instance: string;
  readonly seq: number;
  readonly at: number;
  readonly generation: number;
  /** Whether the wall clocks of this history are right. */
  readonly trueClock: boolean;
}

/** The end of a ledger and the start of its next generation. */
export interface GenerationChange {
  readonly seq: number;
  readonly at: number;
  readonly kind: "lost" | "restored";
  /** Whether sites use other addresses for their users from then on. */
  readonly isRenamed?: boolean;
}

export interface Evidence {
  readonly seed: number;
  readonly plans: readonly Plan[];
  readonly departures: Departure[];
  readonly asks: Ask[];
  readonly writes: Write[];
  readonly logs: LogLine[];
  readonly boots: Boot[];
  /** Paused instances, and until when; history time, ms. */
  readonly pauses: { readonly instance: string; readonly until: number }[];
  /** When the ledger's database began to be locked, full or away. */
  readonly ledgerFaults: { readonly at: number; readonly fault: string }[];
  /** Calls of the ledger that were refused, because its database was locked, full or away; history time, ms. */
  readonly refusals: { readonly at: number; readonly instance: string }[];
  /** Processes that were killed. */
  readonly deaths: { readonly seq: number; readonly at: number; readonly instance: string }[];
  /** When instances stored shared values, mostly tokens. */
  readonly shares: { readonly seq: number; readonly instance: string; readonly generation: number }[];
  readonly generations: GenerationChange[];
  /** When the `Date` of all answers moved: from then on no process can know the service's time. */
  readonly dateMoves: number[];
  /** Released attempts by upstream order id, and the time. */
  readonly released: Map<string, number>;
  readonly errors: string[];
  readonly control: Control;
  readonly bed: LedgerBed;
  /** The start of the service's and the history's time, epoch ms. */
  readonly start: number;
  readonly secrets: readonly string[];
  /** History time, ms. */
  now(): number;
  /** The codes that were made for an order. */
  codesOf(plan: Plan): CodeRecord[];
}

/** The order that an upstream order id belongs to. */
export const planOf = (plans: readonly Plan[], orderId: string | undefined): Plan | undefined =>
  orderId === undefined ? undefined : plans.find((plan) => isOf(plan, orderId));

/** Whether a site ever uses this address for the order's user; another environment on the account has other users. */
export const isUserOf = ({ email }: Plan, address: string | undefined): boolean =>
  address === email || address === `new.${email}`;

/** The address by which a site names the user of an order in a generation of the ledger. */
export function emailAt(
  { generations }: Pick<Evidence, "generations">,
  { email }: Plan,
  generation: number,
): string {
  return generations.slice(0, generation).some(({ isRenamed }) => isRenamed) ? `new.${email}` : email;
}

/**
 * Whether a code was made and refunded unknown to this ledger: its redemption failed with the code, and was refunded at the service
 * before this generation of the ledger got an answer with the code. No reading shows such a code; by rule 4 the next attempt may
 * open.
 */
export function wasTakenBack(
  {
    control,
    departures,
    generations,
    writes,
    start,
  }: Pick<Evidence, "control" | "departures" | "generations" | "writes" | "start">,
  redemptionId: string,
): boolean {
  const record = control.redemption(redemptionId);
  if (record?.state !== "refunded" || record.redeemedAt !== null) return false;
  const code = control.codes().find(({ redemption_id }) => redemption_id === redemptionId);
  const isIn = (text: string): boolean => code?.codes.some(({ value }) => text.includes(value)) ?? false;
  // An answer to a process whose ledger was lost since is unknown now. A reading asked for before the code was made is outdated
  // (rule 14).
  const madeAt = record.createdAt - start;
  return !departures.some(
    ({ at, heard, text, generation, instance }) =>
      heard === 200 &&
      at >= madeAt &&
      generation === generations.length &&
      isIn(text ?? "") &&
      // An answer that a process received and died before storing is unknown, too.
      writes.some(
        (write) =>
          write.instance === instance &&
          write.at >= at &&
          write.after.attempts.some((attempt) => attempt.upstream_order_id === record.orderId),
      ),
  );
}

/**
 * The codes that count as the order's. Excluded: codes that were taken back unknown to the ledger, and codes for another address
 * that an operator found not to be this order's.
 */
export function countedCodes(
  evidence: Pick<
    Evidence,
    "control" | "departures" | "generations" | "writes" | "start" | "released" | "codesOf"
  >,
  plan: Plan,
): CodeRecord[] {
  const email = emailAt(evidence, plan, evidence.generations.length);
  return evidence
    .codesOf(plan)
    .filter(
      (code) =>
        !wasTakenBack(evidence, code.redemption_id) &&
        (code.email === email || !evidence.released.has(code.order_id)),
    );
}

/** `data` of a body, or of an answer. */
export function dataOf(body: Json | undefined): Json {
  const data = body?.data;
  return typeof data === "object" && data !== null ? (data as Json) : {};
}
