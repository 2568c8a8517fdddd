/** Which orders a process is working on: one loop each, and no wake-up is lost. */
import { describe, expect, it } from "vitest";
import { createLog } from "../../../server/log.ts";
import { Loops } from "../../../server/redemption/loops.ts";
import { BROKEN_RETRY } from "../../../server/timing.ts";
import { settle, VirtualClock } from "../virtual-clock.ts";

const KEY = { site: "shop", order_id: "o-1" };
const OTHER = { site: "shop", order_id: "o-2" };

/** Loops whose runs end when the test says so. */
function started() {
  const clock = new VirtualClock();
  const log = createLog("error", clock, () => {});
  const runs: { readonly order_id: string; readonly end: (error?: Error) => void }[] = [];
  const loops = new Loops({
    clock,
    log,
    run: ({ order_id }) =>
      new Promise((resolve, reject) => {
        runs.push({ order_id, end: (error) => (error ? reject(error) : resolve()) });
      }),
  });
  return { clock, loops, runs };
}

describe("the loop of an order", () => {
  it("that is woken while it runs runs once more, however often it was woken", async () => {
    const { loops, runs } = started();
    loops.wake(KEY);
    loops.wake(KEY);
    loops.wake(KEY);
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await settle();
    expect(runs).toHaveLength(2);
    runs[1]?.end();
    await settle();
    expect(runs).toHaveLength(2);
  });

  it("does not wait for the loops of other orders", () => {
    const { loops, runs } = started();
    loops.wake(KEY);
    loops.wake(OTHER);
    expect(runs.map(({ order_id }) => order_id)).toEqual(["o-1", "o-2"]);
  });

  it("that failed restarts after a pause, and at once on a request for the order", async () => {
    const { clock, loops, runs } = started();
    loops.wake(KEY);
    runs[0]?.end(new Error("not foreseen"));
    await settle();
    loops.wakeDue([KEY]);
    expect(runs).toHaveLength(1);
    await clock.advance(BROKEN_RETRY);
    loops.wakeDue([KEY]);
    expect(runs).toHaveLength(2);
    runs[1]?.end(new Error("not foreseen"));
    await settle();
    loops.wake(KEY);
    expect(runs).toHaveLength(3);
  });
});
