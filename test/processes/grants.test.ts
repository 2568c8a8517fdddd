/**
 * A grant of 100 that is spent while processes are killed in the middle of it, and by eight tabs at once: all of it becomes codes, and
 * never more (docs/proof/invariants.md, I21). Two token servers on one ledger, the service in a third process. `KILLS=<count>` as
 * in killing.ts.
 */
import { describe, expect, it } from "vitest";
import type { Cluster } from "./cluster.ts";
import { FINISHED_WITHIN, type Killed, killAll, type Point, pointsOf, tellOf } from "./killing.ts";
import { eachLedger } from "./ledgers.ts";
import { AMOUNT, LEAST, playGrant, type Spent } from "./player.ts";

const MINUTE = 60_000;
const TABS = 8;

/** A point in the life of the grant's k-th order. */
interface Planned extends Point {
  readonly k: number;
}

const around = (k: number, point: string, nth = 1): Planned[] => [
  { k, point, when: "before", nth },
  { k, point, when: "after", nth },
];
const answering = (k: number, path: string): Planned => ({
  k,
  point: `answer ${path}`,
  when: "before",
  nth: 1,
});

/** From the first order's code on: the second one opens, is chosen and confirmed, and the third one opens. */
const PLAN: readonly Planned[] = [
  ...around(1, "succeed"),
  answering(2, "/v1/grant/next"),
  ...around(2, "write", 1),
  ...around(2, "call book"),
  ...around(2, "write", 2),
  answering(2, "/v1/order/book"),
  ...around(2, "write", 3),
  ...around(2, "call redeem"),
  ...around(2, "write", 4),
  answering(2, "/v1/order/redeem"),
  ...around(2, "succeed"),
  answering(3, "/v1/grant/next"),
  ...around(3, "call redeem"),
  ...around(3, "write", 4),
];
const points = pointsOf(PLAN);
const nameOf = ({ k, point, when, nth }: Planned): string => `order ${k}: ${when} ${point} ${nth}`;

/** What the codes of a grant cost. */
async function costOf(cluster: Cluster, grant: string): Promise<number[]> {
  const codes = (await cluster.codes()).filter(({ order_id }) => order_id.startsWith(`shop.${grant}.`));
  return codes.map(({ amount }) => amount);
}
const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);

async function expectSpent(cluster: Cluster, results: readonly (Spent & Killed<Planned>)[]): Promise<void> {
  for (const { id, planned, left, codes, since, endedAt } of results) {
    const name = `${id}, ${nameOf(planned)}`;
    expect(await costOf(cluster, id), name).toEqual([40, 40, 20]);
    expect(left, name).toBe("0");
    expect(codes, name).toHaveLength(3);
    expect(endedAt - since, name).toBeLessThanOrEqual(FINISHED_WITHIN);
  }
}

describe.concurrent.each(eachLedger())("a grant on %s", (ledger, open) => {
  it("becomes codes for all of it, and no more, wherever a process is killed", {
    timeout: 30 * MINUTE,
  }, async () => {
    const cluster = await open("grants");
    const results = await killAll(cluster, points, {
      nameOf,
      orderOf: (id, { k }) => `${id}~${k}`,
      play: (route, id, _, until) => playGrant(route, id, 40, until),
    });
    tellOf(`grants on ${ledger}`, results);
    await expectSpent(cluster, results);
  });

  it("is never exceeded by eight tabs at two instances", { timeout: 5 * MINUTE }, async () => {
    const cluster = await open("tabs");
    const instances = await Promise.all([cluster.start(), cluster.start()]);
    const until = Date.now() + 2 * MINUTE;
    const played = await Promise.all(
      Array.from({ length: TABS }, (_, tab) =>
        playGrant(
          () => instances[tab % 2] as (typeof instances)[0],
          "shared",
          30 + tab,
          () => until,
        ),
      ),
    );
    const amounts = await costOf(cluster, "shared");
    const left = AMOUNT - sum(amounts);
    // Less than the least amount of the reward buys nothing.
    expect([left >= 0, left < LEAST]).toEqual([true, true]);
    for (const tab of played) expect(tab.left).toBe(String(left));
    expect(amounts.length).toBeGreaterThan(2);
  });
});
