/** The observations of a history from outside: calls, rows, answers, log lines. The invariants use only these. */
import type { Control } from "../../demo/fulfillment/app.ts";
import type { CodeRecord } from "../../demo/fulfillment/standings.ts";
import type { Order as Row } from "../../server/rows/order.ts";
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
  /** Of a grant that names none of its orders: the one that its answer is about. */
  plan: Plan | undefined;
  /** Whether the request itself says which order it is about. */
  readonly isNamed: boolean;
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

/** An event that an instance handed to the network for a site's webhook. */
export interface Delivery {
  readonly at: number;
  readonly instance: string;
  readonly id: string;
  readonly body: string;
  /** Whether the site's backend answered with 2xx, also where the answer was lost. */
  isTaken: boolean;
}

/** A site's backend was asked whether a confirmation may be stored. */
export interface Authorization {
  readonly seq: number;
  readonly order_id: unknown;
  readonly attempt: unknown;
  /** When the instance heard that it may. */
  allowedSeq?: number;
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
}

/** The end of a ledger and the start of its next generation. */
export interface GenerationChange {
  readonly seq: number;
  readonly at: number;
  readonly kind: "lost" | "restored";
}

export interface Evidence {
  readonly seed: number;
  readonly plans: readonly Plan[];
  readonly departures: Departure[];
  readonly asks: Ask[];
  readonly writes: Write[];
  readonly deliveries: Delivery[];
  readonly authorizations: Authorization[];
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
  /** When the clock of the machines was set, and by how much; ms. */
  readonly leaps: { readonly at: number; readonly ms: number }[];
  /** The instance behind each lease. */
  readonly leases: Map<string, string>;
  /** Released attempts by upstream order id, and the time. */
  readonly released: Map<string, number>;
  /** Attempts that an operator has only seen to. */
  readonly acknowledged: Map<string, number>;
  readonly errors: string[];
  readonly control: Control;
  readonly bed: LedgerBed;
  /** The start of the service's and the history's time, epoch ms. */
  readonly start: number;
  readonly secrets: readonly string[];
  /** History time, ms. */
  now(): number;
  /** The clock of the machines, epoch ms. */
  machine(): number;
  /** The codes that were made for an order. */
  codesOf(plan: Plan): CodeRecord[];
}

/** Whether the clock of the machines leaped ahead since: what is counted by it was then over early. */
export const leapedSince = ({ leaps }: Evidence, since: number): boolean =>
  leaps.some(({ at, ms }) => ms > 0 && at >= since);

/** Whether the clock was set ahead or back since then: either ends every lease, at once or by rule 19 (docs/proof/rules.md). */
export const leasesEndedSince = (
  { leaps }: Evidence,
  since: number,
  until = Number.POSITIVE_INFINITY,
): boolean => leaps.some(({ at }) => at >= since && at <= until);

/** The order that an upstream order id belongs to. */
export const planOf = (plans: readonly Plan[], orderId: string | undefined): Plan | undefined =>
  orderId === undefined ? undefined : plans.find((plan) => isOf(plan, orderId));

/** Whether an address is that of the order's user: another environment on the account has other users. */
export const isUserOf = ({ email }: Plan, address: string | undefined): boolean => address === email;

/** `data` of a body, or of an answer. */
export function dataOf(body: Json | undefined): Json {
  const data = body?.data;
  return typeof data === "object" && data !== null ? (data as Json) : {};
}
