/** One start of the server: how long until it is ready, and what it holds while nothing is asked of it. */
import type { Cluster, Deployment, Instance } from "../../processes/cluster.ts";
import { createClient } from "../load/client.ts";
import { residentMiB } from "../load/memory.ts";
import { sleep } from "../load/numbers.ts";
import { newUser, type Step, take } from "../load/users.ts";

/** What follows a start is done by then, and V8 has given memory back: it waits some eight seconds for the next request. Milliseconds. */
const SETTLED_AFTER = 15_000;
const READY_EVERY = 5;
const STEPS: readonly Step[] = ["session", "order", "catalog", "book", "confirm", "codes"];
/** A few people with an order each. */
const USERS = 5;

export interface Idle {
  /** From the start of the process until `/readyz` is 200. Milliseconds. */
  readonly readyMs: number;
  /** MiB, after the start; NaN where the system does not tell. */
  readonly started: number;
  /** MiB, after a few requests. */
  readonly used: number;
}

interface Started {
  readonly server: Instance;
  readonly readyMs: number;
  stop(): Promise<void>;
}

export async function startReady(cluster: Cluster, deployment: Deployment): Promise<Started> {
  const startedAt = performance.now();
  const server = await cluster.start(undefined, deployment);
  while (!(await fetch(`${server.url}/readyz`)).ok) await sleep(READY_EVERY);
  const readyMs = performance.now() - startedAt;
  const stop = async (): Promise<void> => {
    server.kill("SIGTERM");
    await server.ended;
  };
  return { server, readyMs, stop };
}

/**
 * Starts a server, measures, and stops it.
 * @param name begins the ids of the orders, which are confirmed
 */
export async function measureIdle(cluster: Cluster, deployment: Deployment, name: string): Promise<Idle> {
  const { server, readyMs, stop } = await startReady(cluster, deployment);
  const held = async (): Promise<number> => {
    await sleep(SETTLED_AFTER);
    return residentMiB(server.pid) ?? Number.NaN;
  };
  const started = await held();
  const client = createClient([server.url], () => {});
  for (let n = 0; n < USERS; n++) {
    const user = newUser(`${name}-${n}`, "redeem");
    for (const step of STEPS) {
      user.step = step;
      await take(client, user);
    }
    if (user.state !== "redeemed") throw new Error(`${user.order}: not confirmed`);
  }
  const used = await held();
  await client.close();
  await stop();
  return { readyMs, started, used };
}
