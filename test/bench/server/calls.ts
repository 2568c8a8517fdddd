/** Calls at the service for a confirmed order, fault-free: of users with one order each, and of one user with all of them. */
import { CLOCK_SPREAD, LIST_LAG } from "../../../server/timing.ts";
import type { Call } from "../../processes/cluster.ts";
import type { Client } from "../load/client.ts";
import { inWords, sleep, tally } from "../load/numbers.ts";
import { newUser, SKU, type Step, take, type User } from "../load/users.ts";
import { eachOf } from "./costs.ts";
import type { Sides } from "./sides.ts";

/** The book and the redeem; catalog reads, token and the ledger's proof are the rest. Source: issue 15, "To show". */
export const CALLS_MAX = 2.05;
/** A proof is a few reads of the service. Tries, and milliseconds between them. */
const PROOF_TRIES = 60;
const PROOF_EVERY = 500;
const STEPS: readonly Step[] = ["session", "book", "confirm"];

export interface Counted {
  readonly whose: string;
  readonly orders: number;
  readonly confirmed: number;
  /** At the service, for each confirmed order. */
  readonly calls: number;
  /** How often each operation was called. */
  readonly operations: string;
}

async function confirm(client: Client, user: User): Promise<void> {
  for (const step of STEPS) {
    user.step = step;
    await take(client, user);
  }
}

const callsSince = async ({ cluster }: Sides, seq: number): Promise<Call[]> =>
  (await cluster.calls()).filter((call) => call.seq > seq);

const lastSeq = async ({ cluster }: Sides): Promise<number> => (await cluster.calls()).at(-1)?.seq ?? 0;

/**
 * Waits until the server's ledger is proven: a list of the service may lag behind its start, and the first confirmation after that time
 * begins the proof. It is proven when a confirmation costs no call but its own.
 * @returns false where it does not come to that: servers of older revisions prove nothing
 */
export async function isProven(sides: Sides, client: Client): Promise<boolean> {
  const left = LIST_LAG + CLOCK_SPREAD - (performance.now() - sides.startedAt);
  await sleep(Math.max(0, left));
  for (let n = 0; n < PROOF_TRIES; n++) {
    const seq = await lastSeq(sides);
    await confirm(client, newUser(`proof-${n}`, "redeem"));
    const calls = await callsSince(sides, seq);
    if (calls.every(({ operation }) => operation === "book" || operation === "redeem")) return true;
    await sleep(PROOF_EVERY);
  }
  return false;
}

export interface CountOptions {
  /** Begins the ids of the orders. */
  readonly name: string;
  readonly orders: number;
  /** At once. */
  readonly users: number;
  /** Whose the orders are; default: each has a user of its own. */
  readonly email?: string;
}

export async function countCalls(
  sides: Sides,
  client: Client,
  { name, orders, users, email }: CountOptions,
): Promise<Counted> {
  const seq = await lastSeq(sides);
  const all = Array.from({ length: orders }, (_, n) => newUser(`${name}-${n}`, "redeem", SKU, email));
  await eachOf(all, users, (user) => confirm(client, user));
  const calls = await callsSince(sides, seq);
  const confirmed = all.filter(({ state }) => state === "redeemed").length;
  return {
    whose: email === undefined ? `${orders} users` : "one user",
    orders,
    confirmed,
    calls: calls.length / Math.max(1, confirmed),
    operations: inWords(tally(calls.map(({ operation }) => operation))),
  };
}

/** What is broken, in sentences. */
export const brokenCalls = (counted: readonly Counted[]): string[] =>
  counted.flatMap(({ whose, orders, confirmed, calls }) => [
    ...(confirmed < orders
      ? [`of ${whose}: ${orders - confirmed} of ${orders} orders were not confirmed`]
      : []),
    ...(calls > CALLS_MAX
      ? [`of ${whose}: a confirmed order cost ${calls.toFixed(3)} calls at the service`]
      : []),
  ]);
