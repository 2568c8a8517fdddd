/** A collection at once frees what nobody holds any more, and leaves the process without a function for it. */
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { collectGarbage } from "../../../server/tools/collect-garbage.ts";

it("frees what nobody holds, and nothing else", async () => {
  const held = { of: "somebody" };
  const refs = [new WeakRef(held), new WeakRef({ of: "nobody" })];
  // A new WeakRef holds its object until the present task ends.
  await setImmediate();
  collectGarbage();
  expect(refs.map((ref) => ref.deref())).toEqual([held, undefined]);
  expect(globalThis.gc).toBeUndefined();
});
