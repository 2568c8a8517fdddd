/** A row that was known a moment ago saves a read, and nothing is decided on one that is outdated. */
import { beforeEach, expect, it, vi } from "vitest";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import type { Order } from "../../../server/redemption/model.ts";
import { RecoveryGate } from "../../../server/redemption/recovery-gate.ts";
import { Rows } from "../../../server/redemption/rows.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { attempt, NOW, order } from "./orders.ts";

let ledger: Ledger;
let rows: Rows;
let known: Order;

const options = () => ({
  ledger,
  gate: new RecoveryGate(() => true),
  instance: "this",
  orderIdMax: 64,
  wake: () => {},
  stored: () => {},
  learnValue: () => {},
});

beforeEach(async () => {
  ledger = openSqliteLedger(":memory:");
  const clock = new VirtualClock(NOW);
  rows = new Rows({ ...options(), clock });
  await ledger.createOrder(order());
  known = (await ledger.readOrder(order())) as Order;
  return () => ledger.close();
});

const cancel = (row: Order): Order => ({ ...row, canceled: true });
/** Another process changes the row after it was read. */
const outdate = () => rows.swap(known, (row) => ({ ...row, promotion: { name: "another" } }));

it("an unchanged row is not read again", async () => {
  const read = vi.spyOn(ledger, "readOrder");
  expect(await rows.swap(known, cancel, known)).toMatchObject({ version: 2, canceled: true });
  expect(read).not.toHaveBeenCalled();
});

it("a concurrent change is kept", async () => {
  await outdate();
  expect(await rows.swap(known, cancel, known)).toMatchObject({
    version: 3,
    canceled: true,
    promotion: { name: "another" },
  });
});

it.each<[string, (row: Order) => Order | undefined]>([
  ["that nothing is to change", (row) => (row.promotion.name === "another" ? cancel(row) : undefined)],
  [
    "that it is refused",
    (row) => {
      if (row.promotion.name !== "another") throw new Error("refused");
      return cancel(row);
    },
  ],
])("an outdated row does not say %s", async (_, change) => {
  await outdate();
  expect(await rows.swap(known, change, known)).toMatchObject({ version: 3, canceled: true });
});

it("a waiting caller gets the stored row without reading it", async () => {
  const waiting = rows.watchers.waitFor(known, ({ canceled }) => canceled, 1_000, known);
  const read = vi.spyOn(ledger, "readOrder");
  await rows.swap(known, cancel, known);
  expect(await waiting).toMatchObject({ version: 2, canceled: true });
  expect(read).not.toHaveBeenCalled();
});

it.each([
  ["booked", "stopped"],
  ["redeemed", "redeemed"],
  ["linked", "linked"],
] as const)(
  "another order's redemption is not taken, and calls a person: what is %s is then %s",
  async (phase, after) => {
    await ledger.createOrder(order([], { order_id: "another" }));
    const redeemed = attempt({ phase: "redeemed" });
    await rows.swap({ site: "shop", order_id: "another" }, (row) => ({ ...row, attempts: [redeemed] }));
    const own = order([attempt({ phase, redemption_id: "AAAAA-00002" })], { order_id: "own" });
    await ledger.createOrder(own);
    const added = attempt({ n: 2, phase: "given_up", redemption_id: "AAAAA-00001" });
    const stored = await rows.swap(own, (row) => ({ ...row, attempts: [...row.attempts, added] }));
    expect(stored).toMatchObject({
      attention: "redemption_taken",
      attempts: [{ phase: after, redemption_id: "AAAAA-00002" }],
    });
    expect(stored?.attempts).toHaveLength(1);
  },
);

it("a converted monotonic time is no earlier than `now` was then, also within a millisecond", () => {
  for (const fraction of [0, 0.001, 0.25, 0.999]) {
    let monotonic = 1_000 + fraction;
    const clock = { now: () => NOW + monotonic, monotonic: () => monotonic } as VirtualClock;
    const told = new Rows({ ...options(), clock });
    const [now, moment] = [told.now(), monotonic];
    monotonic += 12.7;
    expect(told.timeOf(moment)).toBeGreaterThanOrEqual(now);
  }
});
