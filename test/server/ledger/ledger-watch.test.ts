/** How readiness follows from writing to the ledger. On virtual time. */

import { beforeEach, expect, it } from "vitest";
import { LedgerWatch } from "../../../server/ledger/ledger-watch.ts";
import { LedgerUnavailable } from "../../../server/problems/ledger-unavailable.ts";
import { PROBE_KEPT, PROBE_WITHIN } from "../../../server/timing.ts";
import { VirtualClock } from "../virtual-clock.ts";

let clock: VirtualClock;
let probes: { resolve: () => void; reject: (error: Error) => void }[];
let watch: LedgerWatch;
beforeEach(() => {
  clock = new VirtualClock();
  probes = [];
  watch = new LedgerWatch({
    clock,
    ledger: { probe: () => new Promise((resolve, reject) => void probes.push({ resolve, reject })) },
  });
});
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const last = () => probes[probes.length - 1];

it("a ledger that can be written to has no fault, and many who ask cost one write", async () => {
  const asked = Promise.all(Array.from({ length: 5 }, () => watch.check()));
  last()?.resolve();
  expect(await asked).toEqual([null, null, null, null, null]);
  expect(await watch.check()).toBeNull();
  expect(probes).toHaveLength(1);
  await clock.advance(PROBE_KEPT);
  const again = watch.check();
  expect(probes).toHaveLength(2);
  last()?.resolve();
  expect(await again).toBeNull();
});

it("a fault has one of the words, and is asked about anew each time", async () => {
  for (const [error, word] of [
    [new LedgerUnavailable("full"), "full"],
    [new LedgerUnavailable("53100"), "full"],
    [new LedgerUnavailable("25006"), "read_only"],
    [new LedgerUnavailable("57P01"), "away"],
    [new LedgerUnavailable("ECONNREFUSED"), "away"],
    [new LedgerUnavailable("timeout"), "silent"],
    [new LedgerUnavailable("XX001"), "damaged"],
    [new LedgerUnavailable("99999"), "unknown"],
    [new Error("anything"), "unknown"],
  ] as const) {
    const asked = watch.check();
    last()?.reject(error);
    expect(await asked).toBe(word);
  }
  const back = watch.check();
  last()?.resolve();
  expect(await back).toBeNull();
});

it("a ledger that does not answer is silent in time, and keeps its last fault until it answers", async () => {
  const first = watch.check();
  await clock.advance(PROBE_WITHIN);
  expect(await first).toBe("silent");
  last()?.reject(new LedgerUnavailable("locked"));
  await settled();
  const second = watch.check();
  await clock.advance(PROBE_WITHIN);
  expect(await second).toBe("locked");
  expect(probes).toHaveLength(2);
  last()?.resolve();
  await settled();
  expect(await watch.check()).toBeNull();
});
