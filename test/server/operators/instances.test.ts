/** The instances that work on one ledger, as each of them sees all. */
import { beforeEach, expect, it } from "vitest";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { openMemoryLedger } from "../../../server/ledger/memory.ts";
import { Instances } from "../../../server/operators/instances.ts";
import { instanceWarnings } from "../../../server/operators/warnings.ts";
import {
  INSTANCE_FORGOTTEN_AFTER,
  INSTANCE_NOTED_EVERY,
  INSTANCE_SILENT_AFTER,
} from "../../../server/timing.ts";
import { quiet } from "../../support/postgres.ts";

const START = Date.UTC(2026, 10, 22, 12);
let now: number;
let ledger: Ledger;
let instance: (id: string, version?: string) => Instances;
beforeEach(() => {
  now = START;
  ledger = openMemoryLedger(() => now);
  const clock = { now: () => now, monotonic: () => now };
  instance = (id, version = "1.0.0") =>
    new Instances({ ledger, clock, log: quiet, id, name: `server-${id}`, version });
});

it("each is seen by all, with its version, since when, and when it last worked", async () => {
  const [one, two] = [instance("1"), instance("2", "1.1.0")];
  await one.note();
  now += INSTANCE_NOTED_EVERY;
  await two.note();
  expect(await one.all()).toEqual([
    { name: "server-1", version: "1.0.0", since: START, seen: START },
    { name: "server-2", version: "1.1.0", since: START, seen: now },
  ]);
});

it("the ledger is written now and then, not with every round", async () => {
  let written = 0;
  const counting = {
    get: ledger.get,
    swapValue(...swap: Parameters<Ledger["swapValue"]>) {
      written++;
      return ledger.swapValue(...swap);
    },
  };
  const clock = { now: () => now, monotonic: () => now };
  const one = new Instances({ ledger: counting, clock, log: quiet, id: "1", name: "one", version: "1" });
  for (let round = 0; round < 10; round++, now += INSTANCE_NOTED_EVERY / 5) await one.note();
  expect(written).toBe(2);
});

it("two that note themselves at once are both kept", async () => {
  const both = [instance("1"), instance("2")];
  await Promise.all(both.map((each) => each.note()));
  expect(await both[0]?.all()).toHaveLength(2);
});

it("one that was killed is silent, is told of, and is forgotten in the end", async () => {
  const [killed, left] = [instance("1"), instance("2")];
  await killed.note();
  now += INSTANCE_SILENT_AFTER + 1;
  await left.note();
  expect(instanceWarnings(await left.all(), now).map(({ message }) => message)).toEqual([
    expect.stringContaining("server-1 has finished no round for 3 minutes"),
  ]);
  now = START + INSTANCE_FORGOTTEN_AFTER;
  expect((await left.all()).map(({ name }) => name)).toEqual(["server-2"]);
});

it("one that ends by itself is not missed", async () => {
  const [ended, left] = [instance("1"), instance("2")];
  await Promise.all([ended.note(), left.note()]);
  await ended.leave();
  expect((await left.all()).map(({ name }) => name)).toEqual(["server-2"]);
});

it("what another version noted there does no harm", async () => {
  await ledger.swapValue("instances", undefined, '{"x":"of another version"}');
  const one = instance("1");
  await one.note();
  expect((await one.all()).map(({ name }) => name)).toEqual(["server-1"]);
});
