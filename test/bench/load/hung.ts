/** The service stands still, connections and all: what still answers, and what becomes of the orders afterwards. */
import type { Client } from "./client.ts";
import { sleep } from "./numbers.ts";
import { newUser, poll, take, type User } from "./users.ts";

const HUNG_FOR = 15_000;
/** Between two rounds of questions. Milliseconds. */
const EVERY = 200;
/** Users who confirm as it begins, who book, and who only look. */
const EACH = 10;
const POLL_AFTER = 2_000;
export const FINISH_WITHIN = 60_000;

export interface HungResult {
  readonly users: readonly User[];
  /** How long after its end the last order came to rest, ms. */
  readonly finishedAfter: number;
  /** Orders at work a minute after its end. */
  readonly unfinished: number;
}

async function ready(client: Client, name: string, until: User["step"]): Promise<User[]> {
  return Promise.all(
    Array.from({ length: EACH }, async (_, n) => {
      const user = newUser(`${name}-${n}`, "redeem");
      for (let turn = 0; turn < 20 && user.step !== until; turn++) {
        await (user.isWaiting ? poll : take)(client, user);
        if (user.isWaiting) await sleep(POLL_AFTER);
      }
      return user;
    }),
  );
}

/** @param quiet sends what prepares @param loud sends what is measured */
export async function hang(quiet: Client, loud: Client, pid: number): Promise<HungResult> {
  const open = await ready(quiet, "hung-open", "book");
  const booked = await ready(quiet, "hung-booked", "confirm");
  const lookers = await ready(quiet, "hung-looks", "confirm");
  process.kill(pid, "SIGSTOP");
  const end = performance.now() + HUNG_FOR;
  const looks: Promise<unknown>[] = [];
  const steps = [...open, ...booked].map((user) => take(loud, user));
  try {
    for (let n = 0; performance.now() < end; n++) {
      const user = lookers[n % lookers.length] as User;
      const finished = booked[n % booked.length] as User;
      looks.push(
        loud.send({ route: "GET order (booked)", path: "/v1/order", token: user.token }),
        loud.send({ route: "GET order (processing)", path: "/v1/order", token: finished.token }),
        loud.send({ route: "GET catalog (kept)", path: "/v1/catalog", token: user.token }),
        loud.send({ route: "GET healthz", path: "/healthz" }),
        loud.send({ route: "GET readyz", path: "/readyz" }),
      );
      await sleep(EVERY);
    }
  } finally {
    process.kill(pid, "SIGCONT");
  }
  const over = performance.now();
  await Promise.all([...looks, ...steps]);
  // Each goes on as its page would: it asks until it knows, and confirms.
  const users = [...open, ...booked];
  let finishedAfter = 0;
  const settle = async (user: User): Promise<void> => {
    while (
      performance.now() - over < FINISH_WITHIN &&
      !["order later", "site view", "done"].includes(user.step)
    ) {
      await (user.isWaiting ? poll : take)(quiet, user);
      finishedAfter = Math.max(finishedAfter, performance.now() - over);
      if (user.isWaiting || user.problem) await sleep(POLL_AFTER);
    }
  };
  await Promise.all(users.map(settle));
  const unfinished = users.filter(({ state }) => state !== "redeemed").length;
  return { users: [...users, ...lookers], finishedAfter: Math.round(finishedAfter), unfinished };
}
