/**
 * Kills one process after the other, each at its own point, while another one works all the time. `KILLS=<count>` kills so often on
 * both ledgers together, at each point in turn; without it a few points are killed at, others in each run.
 */
import { expect } from "vitest";
import type { Cluster, Instance } from "./cluster.ts";
import { type Route, sleep } from "./player.ts";
import type { StopAt } from "./points.ts";

/**
 * What I7 (docs/proof/rules.md) allows, from the restart: the time of some leases, because a process may die with other orders in
 * hand. ms
 */
export const FINISHED_WITHIN = 60_000;
/** Kills on each ledger in `npm test`. */
const FEW = 4;
const { KILLS } = process.env;

/** The points of this run. */
export function pointsOf<P>(plan: readonly P[]): P[] {
  const count = KILLS === undefined ? FEW : Math.ceil(Number(KILLS) / 2);
  // Few kills are spread over the plan, from a place that differs from run to run.
  const step = Math.max(1, Math.floor(plan.length / count));
  const start = KILLS === undefined ? Math.floor(Math.random() * plan.length) : 0;
  return Array.from({ length: count }, (_, n) => plan[(start + n * step) % plan.length] as P);
}

export type Point = Pick<StopAt, "point" | "when" | "nth">;

/** What was played, and what became of it. */
export interface Killed<P> {
  readonly id: string;
  readonly planned: P;
  /** When the process died, epoch ms: from then on the ledger had two working instances again. */
  readonly since: number;
}

export interface Killing<P, R> {
  readonly nameOf: (planned: P) => string;
  /** The order at whose point the process dies. */
  readonly orderOf: (id: string, planned: P) => string;
  /** Plays to the end. @param until epoch ms */
  readonly play: (route: Route, id: string, planned: P, until: () => number) => Promise<R>;
}

export async function killAll<P extends Point, R extends object>(
  cluster: Cluster,
  points: readonly P[],
  { nameOf, orderOf, play }: Killing<P, R>,
): Promise<(R & Killed<P>)[]> {
  const steady = await cluster.start();
  const playing: Promise<R & Killed<P>>[] = [];
  const missed: string[] = [];
  // Epoch ms of the death of each one's process.
  const since = new Map<string, number>();
  for (const [n, planned] of points.entries()) {
    const id = `kill-${n}`;
    const { point, when, nth } = planned;
    const order = orderOf(id, planned);
    const victim: Instance = await cluster.start({ order, point, when, nth, signal: "SIGKILL" });
    let alive = true;
    const dead = victim.ended.then(() => {
      alive = false;
      since.set(id, Date.now());
    });
    const deadline = (): number => (since.get(id) ?? Date.now()) + FINISHED_WITHIN;
    const played = play(() => (alive ? victim : steady), id, planned, deadline);
    playing.push(
      played.then((result) => ({
        ...result,
        id,
        planned,
        since: since.get(id) ?? Number.POSITIVE_INFINITY,
      })),
    );
    const isHit = await Promise.race([
      dead.then(() => true),
      played.then(() => sleep(500)).then(() => false),
    ]);
    if (isHit) continue;
    missed.push(nameOf(planned));
    victim.kill("SIGKILL");
    await dead;
  }
  expect(missed, "points that were never reached").toEqual([]);
  return Promise.all(playing);
}

/** Says how soon all was finished. */
export function tellOf(
  ledger: string,
  results: readonly { readonly since: number; readonly endedAt: number }[],
): void {
  const seconds = results.map(({ since, endedAt }) => (endedAt - since) / 1000).toSorted((a, b) => a - b);
  const half = seconds[Math.floor(seconds.length / 2)];
  process.stdout.write(
    `${ledger}: ${results.length} killed, finished after ${half} s (half of them), ${seconds.at(-1)} s (all)\n`,
  );
}
