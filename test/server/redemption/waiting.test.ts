/** The way back from an order's worker to a request that waits. */
import { expect, it } from "vitest";
import { Waiting } from "../../../server/redemption/waiting.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { orderOf, rowOf } from "./rows.ts";

it("what was stored before a wish, and told after it, does not answer it", async () => {
  const [before, first, after] = [1, 2, 3].map((version) => rowOf({ ...orderOf(), version }));
  if (!before || !first || !after) throw new Error("three rows");
  const clock = new VirtualClock();
  const waiting = new Waiting({ readOrder: async () => undefined }, clock);
  const watch = waiting.watch(first.order);
  waiting.publish(before, { kind: "ask", n: 1, finding: { kind: "none" } });
  const seen = waiting.until(first.order, watch, first, Number.POSITIVE_INFINITY, (row) => row !== first);
  waiting.publish(after);
  expect(await seen).toEqual({ first, row: after, heard: [] });
  watch.end();
});
