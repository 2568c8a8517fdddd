/** One round of a side: so many orders, each with a session and a book, by so many users at once. */
import { createClient } from "../load/client.ts";
import { computedMs } from "../load/memory.ts";
import { newUser, take, type User } from "../load/users.ts";
import type { Side } from "./sides.ts";

/** Issue 15: with 32 users at once one sync serves at least so many durable writes. */
export const WRITES_A_SYNC = 4;

export interface Played {
  /** Begins the ids of its orders. */
  readonly name: string;
  readonly orders: number;
  /** At once. */
  readonly users: number;
}

export interface Round {
  readonly side: string;
  readonly booked: number;
  readonly booksPerSecond: number;
  readonly sessionsPerSecond: number;
  readonly writes: number;
  readonly commits: number;
  readonly delayP99: number;
  readonly delayMax: number;
  /** Of the whole process, for a session and a book, milliseconds. */
  readonly computed: number;
}

/** All users take one step, so many at once. @returns seconds */
async function step(
  side: Side,
  all: readonly User[],
  name: "session" | "book",
  users: number,
): Promise<number> {
  const client = createClient([side.server.url], () => {});
  const left = [...all];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: users }, async () => {
      for (let user = left.pop(); user; user = left.pop()) {
        // What the widget reads between the two is no matter here.
        user.step = name;
        await take(client, user);
      }
    }),
  );
  const took = (performance.now() - started) / 1000;
  await client.close();
  return took;
}

export async function play(side: Side, { name, orders, users }: Played): Promise<Round> {
  const all = Array.from({ length: orders }, (_, n) => newUser(`${name}-${n}`, "redeem"));
  await side.probe();
  const [writes, computed] = [side.writes(), computedMs([side.server.pid])];
  const sessionSeconds = await step(side, all, "session", users);
  const bookSeconds = await step(side, all, "book", users);
  const { commits, delay } = await side.probe();
  const booked = all.filter(({ state }) => state === "booked").length;
  return {
    side: side.name,
    booked,
    booksPerSecond: booked / bookSeconds,
    sessionsPerSecond: orders / sessionSeconds,
    writes: side.writes() - writes,
    commits,
    delayP99: delay.p99,
    delayMax: delay.max,
    computed: (computedMs([side.server.pid]) - computed) / orders,
  };
}
