/**
 * Processes that are killed, and processes that stand still for longer than a lease: two token servers on one ledger, and the service
 * in a third process. Nothing is lost, nothing doubled, everything is finished within a minute. `KILLS=<count>` kills so often on both
 * ledgers together, at each point in turn; without it a process is killed at a few points, others in each run.
 */
import { describe, expect, it } from "vitest";
import { LEASE } from "../../server/timing.ts";
import { until } from "../support/until.ts";
import type { Cluster, Instance } from "./cluster.ts";
import { FINISHED_WITHIN, killAll, pointsOf, tellOf } from "./killing.ts";
import { eachLedger } from "./ledgers.ts";
import { nameOf, PLAN, type Planned } from "./plan.ts";
import { close, type Played, play, type Route, sleep } from "./player.ts";

/** Long enough for another process to have taken the order over. */
const PAUSE = LEASE + 10_000;
const MINUTE = 60_000;

const points = pointsOf(PLAN);

const ENDS = { redeem: "redeemed", activate: "activated", notify: "notified" };
const CLOSED = { cancel: "canceled", refund: "refunded" };
const endOf = ({ delivery, closing }: Planned): string => (closing ? CLOSED[closing] : ENDS[delivery]);

/** What became of an order whose process was stopped. */
interface Result extends Played {
  readonly order: string;
  readonly planned: Planned;
  /** Epoch ms: from then on the ledger had two working instances again. */
  readonly since: number;
}

/** How many codes an order has before its user opened a link, and after they opened every link that there is. */
function codesOf({ delivery, closing }: Planned): readonly [before: number, after: number] {
  if (delivery === "redeem") return [1, 1];
  return [0, closing === "cancel" ? 0 : 1];
}

async function expectUnharmed(cluster: Cluster, results: readonly Result[]): Promise<void> {
  const [billed, redemptions, mails] = await Promise.all([
    cluster.codes(),
    cluster.redemptions(),
    cluster.mails(),
  ]);
  const story = results
    .map(
      ({ order, planned, state, since, endedAt }) =>
        `${order} ${nameOf(planned)}: ${state} after ${endedAt - since} ms`,
    )
    .join("\n");
  const total = (at: 0 | 1): number => results.reduce((sum, { planned }) => sum + codesOf(planned)[at], 0);
  expect(billed.length, story).toBe(total(0));
  for (const { order, planned, state, shown, since, endedAt } of results) {
    const name = `${order} ${nameOf(planned)}`;
    expect(state, name).toBe(endOf(planned));
    expect(endedAt - since, name).toBeLessThanOrEqual(FINISHED_WITHIN);
    const isOwn = (upstream: string): boolean => upstream.startsWith(`shop.${order}.`);
    const codes = billed.filter(({ order_id }) => isOwn(order_id));
    expect(codes, name).toHaveLength(codesOf(planned)[0]);
    const own = redemptions.filter(({ orderId }) => isOwn(orderId));
    const sent = mails.filter(({ redemptionId }) => own.some(({ id }) => id === redemptionId));
    const values = codes.flatMap((made) => made.codes.map(({ value }) => value));
    const pending = own.filter((each) => each.state === "pending");
    switch (planned.delivery) {
      case "redeem":
        for (const value of shown) expect(values, name).toContain(value);
        break;
      case "activate":
        expect(shown, name).toEqual(pending.map(({ flow_url }) => flow_url));
        expect(shown, name).toHaveLength(1);
        break;
      case "notify":
        // A second redemption is a second mail, and with it a second code.
        expect(own, name).toHaveLength(1);
        expect(
          sent.map(({ to }) => to),
          name,
        ).toEqual([`${order}@example.com`]);
        break;
      default:
        planned.delivery satisfies never;
    }
  }
  // Whoever got a link opens it, and so would somebody who got another one by mistake.
  const given = redemptions.filter(({ state }) => state !== "redeemed" && state !== "refunded");
  for (const { id } of given) await cluster.openLink(id);
  const after = await cluster.codes();
  expect(after.length, story).toBe(total(1));
  for (const { order, planned } of results)
    expect(
      after.filter(({ order_id }) => order_id.startsWith(`shop.${order}.`)),
      `${order} ${nameOf(planned)}, its links opened`,
    ).toHaveLength(codesOf(planned)[1]);
}

const killEach = (cluster: Cluster): Promise<Result[]> =>
  killAll(cluster, points, {
    nameOf,
    orderOf: (id) => id,
    play: (route, order, planned, deadline) => playAll(route, order, planned, deadline),
  }).then((killed) => killed.map(({ id, ...result }) => ({ ...result, order: id })));

/** An order to its end, and to the end that its site makes of it. */
async function playAll(
  route: Route,
  order: string,
  { delivery, closing }: Planned,
  until: () => number,
): Promise<Played> {
  const played = await play(route, order, delivery, until);
  return closing ? { ...played, ...(await close(route, order, closing, until)) } : played;
}

/** One instance stands still in the middle of a redeem, and wakes up when another one has finished the order. */
async function pause(cluster: Cluster, when: "before" | "after", steady: Instance): Promise<Result> {
  const planned: Planned = { delivery: "redeem", point: "call redeem", when, nth: 1 };
  const order = `pause-${when}`;
  const sleeper = await cluster.start({ order, point: planned.point, when, nth: 1, signal: "SIGSTOP" });
  const startedAt = Date.now();
  let isAsleep = false;
  // The load balancer does not know yet at the redeem, which is given up.
  const route: Route = (path) => {
    if (isAsleep) return steady;
    isAsleep = path === "/v1/order/redeem";
    return sleeper;
  };
  const played = play(route, order, "redeem", () => startedAt + 2 * MINUTE);
  await sleep(PAUSE);
  const result = await played;
  sleeper.kill("SIGCONT");
  const isLeaseLost = (): boolean =>
    sleeper.said().some((line) => line.startsWith("an order's lease was lost"));
  await until(isLeaseLost, "the answer of the one that stood still is not stored");
  sleeper.kill("SIGTERM");
  expect(await sleeper.ended).toBe(0);
  // Nobody can know that it stands still before its lease is over: the minute begins then.
  return { ...result, order, planned, since: startedAt + LEASE };
}

describe.concurrent.each(eachLedger())("two instances on %s", (ledger, open) => {
  it("lose nothing and double nothing, wherever one is killed", { timeout: 30 * MINUTE }, async () => {
    const cluster = await open("kills");
    const results = await killEach(cluster);
    tellOf(ledger, results);
    await expectUnharmed(cluster, results);
  });

  it("lose nothing and double nothing when one stands still for longer than a lease", {
    timeout: 5 * MINUTE,
  }, async () => {
    const cluster = await open("pauses");
    const steady = await cluster.start();
    await expectUnharmed(
      cluster,
      await Promise.all([pause(cluster, "before", steady), pause(cluster, "after", steady)]),
    );
  });
});
