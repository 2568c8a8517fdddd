/**
 * The lease of an order's worker: two instances on one ledger, one of which is halted. Source: docs/proof/course.md, "One worker
 * an order"; docs/proof/invariants.md, I19.
 */
import { beforeEach, expect, it } from "vitest";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { openMemoryLedger } from "../../../server/ledger/memory.ts";
import { createLog } from "../../../server/observing/log.ts";
import type { Finding, Heard } from "../../../server/redemption/course.ts";
import { wantChoice } from "../../../server/redemption/decide.ts";
import { Waiting } from "../../../server/redemption/waiting.ts";
import { Worker } from "../../../server/redemption/worker.ts";
import { LEASE, LEASE_RENEW_EVERY, LEAVE_WITHIN } from "../../../server/timing.ts";
import { settle, VirtualClock } from "../virtual-clock.ts";
import { orderOf, redemption, SKU } from "./rows.ts";

const KEY = { site: "shop", order_id: "o" };
const CHOICE = { sku: SKU, amount: null, reward_name: "Gift card", currency: null };
const LIMITS = { holdsMax: 8, attemptsPerDay: 30 };

/** The time of the database. */
let time: VirtualClock;
let ledger: Ledger;
let logs: string[];

/** An instance with a machine of its own: its clock stands still unless the test moves it. */
function instance(clock = new VirtualClock()) {
  const steps: { kind: string; answer: (heard: Heard) => void }[] = [];
  const worker = new Worker({
    ledger,
    clock,
    log: createLog("info", clock, (line) => logs.push(line)),
    waiting: new Waiting(ledger, clock),
    orderIdMax: 64,
    webhooks: { has: () => false, wake: () => {} },
    balanceWith: async () => undefined,
    learnValue: () => {},
    perform: (_, step) => new Promise((answer) => steps.push({ kind: step.kind, answer })),
  });
  return { worker, steps, clock };
}

const wish = (worker: Worker) => worker.wish(KEY, (row) => wantChoice(row, { sku: SKU }, CHOICE, LIMITS));
const booked = (id: string): Heard => ({
  kind: "call",
  call: { operation: "book", n: 1, since: 0, asked: false, refused_at: null },
  outcome: { kind: "answered", redemption: redemption("booked", { id }) },
});
const NONE: Finding = { kind: "none" };
const phases = async (): Promise<unknown[]> => {
  const row = await ledger.readOrder(KEY);
  return row?.order.known.attempts.map(({ phase, redemption_id }) => `${phase} ${redemption_id}`) ?? [];
};
/** Time passes for the database, and for the machines that are awake. */
const pass = async (ms: number, ...awake: VirtualClock[]): Promise<void> => {
  for (const clock of [time, ...awake]) await clock.advance(ms);
  await settle();
};

beforeEach(async () => {
  time = new VirtualClock();
  logs = [];
  ledger = openMemoryLedger(() => time.now());
  await ledger.createOrder(orderOf());
});

it("wish, lease and announced call are one write; the lease ends with the work", async () => {
  const { worker, steps } = instance();
  const row = await wish(worker);
  expect(row.order).toMatchObject({ version: 2, known: { call: { operation: "book", n: 1 } } });
  expect(row.lease?.until).toBe(row.now + LEASE);
  steps[0]?.answer(booked("R-1"));
  await settle();
  expect(await ledger.readOrder(KEY)).toMatchObject({ lease: null, order: { version: 3 } });
  expect(await phases()).toEqual(["held R-1"]);
});

it("while its holder works, nobody else does", async () => {
  const [one, two] = [instance(), instance()];
  await wish(one.worker);
  for (let waited = 0; waited < 3 * LEASE; waited += LEASE_RENEW_EVERY) {
    await pass(LEASE_RENEW_EVERY, one.clock);
    two.worker.wake(KEY);
    await settle();
  }
  expect([one.steps.length, two.steps.length]).toEqual([1, 0]);
});

it("ended while its holder slept: another one asks, and the late answer is not stored", async () => {
  const [asleep, awake] = [instance(), instance()];
  await wish(asleep.worker);
  await pass(LEASE - 1);
  awake.worker.wake(KEY);
  await settle();
  expect(awake.steps).toEqual([]);
  await pass(1);
  awake.worker.wake(KEY);
  await settle();
  expect(awake.steps.map(({ kind }) => kind)).toEqual(["ask"]);
  asleep.steps[0]?.answer(booked("R-late"));
  await settle();
  expect(await phases()).toEqual(["booking null"]);
  expect(logs.join("\n")).toContain("lease was lost");
  awake.steps[0]?.answer({ kind: "ask", n: 1, finding: NONE });
  await settle();
  expect(awake.steps.map(({ kind }) => kind)).toEqual(["ask", "call"]);
  awake.steps[1]?.answer(booked("R-1"));
  await settle();
  expect(await phases()).toEqual(["held R-1"]);
});

it("a call leaves well before its lease could end, or not at all", async () => {
  const times: number[] = [];
  const { clock } = instance();
  const worker = new Worker({
    ledger,
    clock,
    log: createLog("info", clock, () => {}),
    waiting: new Waiting(ledger, clock),
    orderIdMax: 64,
    webhooks: { has: () => false, wake: () => {} },
    balanceWith: async () => undefined,
    learnValue: () => {},
    perform: async (_, __, leaveBy) => {
      times.push(leaveBy - clock.monotonic());
      return booked("R-1");
    },
  });
  await wish(worker);
  await settle();
  expect(times).toEqual([LEAVE_WITHIN]);
  expect(LEAVE_WITHIN).toBeLessThan(LEASE);
});

it("a process that ends takes no new step, and leaves the order due", async () => {
  const { worker, steps } = instance();
  await wish(worker);
  const stopped = worker.stop();
  steps[0]?.answer({ ...booked("R-1"), outcome: { kind: "unknown", cause: "timeout" } } as Heard);
  await stopped;
  expect(steps).toHaveLength(1);
  expect(await ledger.dueOrders(10)).toEqual([KEY]);
});
