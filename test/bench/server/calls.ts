/** Calls at the service for a confirmed order, fault-free: of users with one order each, and of one user with all of them. */
import type { Call } from "../../processes/cluster.ts";
import type { Client } from "../load/client.ts";
import { inWords, tally } from "../load/numbers.ts";
import { newUser, SKU, type Step, take, type User } from "../load/users.ts";
import { eachOf } from "./costs.ts";
import type { Sides } from "./sides.ts";

/** The book and the redeem; catalog reads and the token are the rest. */
export const CALLS_MAX = 2.05;
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
