/**
 * Open loop: requests leave on a fixed schedule whatever became of the ones before, and each is timed from its moment on the
 * schedule, so that waiting is not hidden. Every tenth of them is of one step; where nobody stands at that step, whoever is
 * farthest on goes, and where nobody stands anywhere, a second tab looks at some order: a slow server is not asked for
 * more new orders than a quick one.
 */
import type { Client } from "./client.ts";
import { type Delivery, newUser, poll, STEPS, type Step, take, type User } from "./users.ts";

/** Of ten orders seven are redeemed on the page. */
const DELIVERIES: readonly Delivery[] = [
  "redeem",
  "redeem",
  "activate",
  "redeem",
  "redeem",
  "notify",
  "redeem",
  "redeem",
  "redeem",
  "activate",
];
/** As the server says in `Retry-After`. Milliseconds. */
const POLL_AFTER = 2_000;
/** Everything comes to its end within this of the end of the schedule, where the faults end with it. Milliseconds. */
const FINISH_WITHIN = 60_000;

export interface TrafficOptions {
  readonly client: Client;
  readonly rate: number;
  readonly seconds: number;
  /** Begins the names of its orders. */
  readonly name: string;
}

export interface Traffic {
  readonly users: readonly User[];
  /** The last request of the schedule has left. */
  readonly sent: Promise<void>;
  /** Every request is answered, the polls included; who still waits after a minute waits in vain. */
  readonly done: Promise<void>;
}

export function startTraffic({ client, rate, seconds, name }: TrafficOptions): Traffic {
  const users: User[] = [];
  const standing = new Map<Step, User[]>(STEPS.map((step) => [step, []]));
  const underWay = new Set<Promise<void>>();
  let giveUpAt = Number.POSITIVE_INFINITY;
  const track = (work: Promise<void>): void => {
    const settled = work.finally(() => underWay.delete(settled));
    underWay.add(settled);
  };

  async function go(user: User, due: number): Promise<void> {
    await take(client, user, due);
    // Polls come beside the schedule, as they come at a server.
    while (user.isWaiting && performance.now() < giveUpAt) {
      const next = performance.now() + POLL_AFTER;
      await new Promise((done) => setTimeout(done, POLL_AFTER));
      await poll(client, user, next);
    }
    standing.get(user.step)?.push(user);
  }

  /** Undefined where everybody is waiting for an answer. */
  function nextUser(slot: number): User | undefined {
    const wanted = STEPS[slot % STEPS.length] ?? "session";
    if (wanted !== "session") {
      for (const step of [wanted, ...[...STEPS].reverse()]) {
        const user = standing.get(step)?.shift();
        if (user) return user;
      }
      if (users.some(({ token }) => token !== undefined)) return undefined;
    }
    const delivery = DELIVERIES[users.length % DELIVERIES.length] ?? "redeem";
    const user = newUser(`${name}-${users.length}`, delivery);
    users.push(user);
    return user;
  }

  async function lookAgain(slot: number, due: number): Promise<void> {
    const known = users.filter(({ token }) => token !== undefined);
    const { token, order } = known[slot % known.length] as User;
    await client.send({ route: "GET order (second tab)", path: "/v1/order", token, order, due });
  }

  const sent = (async () => {
    const start = performance.now();
    const slots = rate * seconds;
    for (let slot = 0; slot < slots; ) {
      const due = start + (slot * 1_000) / rate;
      const wait = due - performance.now();
      if (wait > 0) await new Promise((tick) => setTimeout(tick, wait));
      else {
        const user = nextUser(slot);
        track(user ? go(user, due) : lookAgain(slot, due));
        slot++;
      }
    }
    giveUpAt = performance.now() + FINISH_WITHIN;
  })();
  const done = sent.then(async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  });
  return { users, sent, done };
}
