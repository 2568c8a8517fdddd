/** Rows that never change are read once, as long as there is room for them. */
import { expect, it, vi } from "vitest";
import { Kept } from "../../server/kept.ts";

const reading = (value: string | undefined) => vi.fn(async () => value);

it("a row is read once", async () => {
  const kept = new Kept<string>(2);
  const read = reading("a");
  expect(await kept.get("1", read)).toBe("a");
  expect(await kept.get("1", read)).toBe("a");
  expect(read).toHaveBeenCalledOnce();
});

it("a row that is not there is asked for again", async () => {
  const kept = new Kept<string>(2);
  expect(await kept.get("1", reading(undefined))).toBeUndefined();
  expect(await kept.get("1", reading("a"))).toBe("a");
});

it("the row that was wanted longest ago goes first", async () => {
  const kept = new Kept<string>(2);
  for (const key of ["1", "2", "1", "3"]) await kept.get(key, reading(key));
  const again = reading("again");
  expect(await kept.get("1", again)).toBe("1");
  expect(await kept.get("3", again)).toBe("3");
  expect(await kept.get("2", again)).toBe("again");
});

it("what was forgotten is read again, also where a read was under way", async () => {
  const kept = new Kept<string>(2);
  await kept.get("1", reading("a"));
  const { promise, resolve } = Promise.withResolvers<string>();
  const under = kept.get("2", () => promise);
  kept.clear();
  resolve("old");
  expect(await under).toBe("old");
  expect(await kept.get("1", reading("b"))).toBe("b");
  expect(await kept.get("2", reading("new"))).toBe("new");
});
