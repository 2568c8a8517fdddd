/** Something that is done so often within a time. */
import { expect, it } from "vitest";
import { atMost } from "../../../server/tools/at-most.ts";

it("is done as often as it may be, and again when the time is over", async () => {
  let now = 0;
  const done: number[] = [];
  const act = atMost(2, 1_000, { monotonic: () => now }, async (of: number) => void done.push(of));
  for (const of of [1, 2, 3]) await act(of);
  expect(done).toEqual([1, 2]);
  now = 1_000;
  await act(4);
  expect(done).toEqual([1, 2, 4]);
});
