/** The loop of one order: a change of the row ends its wait. */
import { expect, it } from "vitest";
import { createLog } from "../../../server/log.ts";
import type { Order } from "../../../server/redemption/model.ts";
import { Runner, type RunnerOptions } from "../../../server/redemption/runner.ts";
import { Watchers } from "../../../server/redemption/watchers.ts";
import { settle, VirtualClock } from "../virtual-clock.ts";
import { attempt, NOW, order } from "./orders.ts";

it("a change between the reading of the row and the wait ends the wait", async () => {
  const clock = new VirtualClock(NOW);
  const waiting = order([attempt({ phase: "confirmed", until: NOW + 10_000 })]);
  const released = order([], { version: waiting.version + 1 });
  const stored: Order[] = [waiting];
  const read: Order[] = [];
  const rows = {
    now: () => clock.now(),
    moment: () => ({ now: clock.now(), instance: "a", isGateOpen: true }),
    newest: async () => {
      const row = stored.at(-1) ?? waiting;
      read.push(row);
      if (read.length === 1) {
        stored.push(released);
        watchers.tell(released);
      }
      return row;
    },
  };
  const watchers = new Watchers(rows, clock);
  const runner = new Runner({
    clock,
    instance: "a",
    log: createLog("error", clock, () => {}),
    rows: { ...rows, watchers },
    fulfillment: { learnTime: async () => true },
  } as unknown as RunnerOptions);
  runner.loops.wake(waiting);
  await settle();
  expect(read).toEqual([waiting, released]);
  expect(clock.sleeping).toBe(0);
});
