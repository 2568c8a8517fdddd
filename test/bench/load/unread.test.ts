/** What the load bench says of connections that read nothing. */
import { expect, it } from "vitest";
import { brokenUnread, RESIDENT_MAX_MIB, type UnreadResult } from "./unread.ts";

const GOOD: UnreadResult = { opened: 20, left: 0, others: 300, unserved: 0 };
const held = (peak: number) => [{ before: 100, peak, after: 100 }];

it("250 MB are 238 MiB", () => expect(RESIDENT_MAX_MIB).toBe(238));

it.each<[string, Partial<UnreadResult>, number, string[]]>([
  ["all of them cut off", {}, RESIDENT_MAX_MIB, []],
  ["one left open", { left: 1 }, 150, ["1 connections that read nothing were left open"]],
  ["others not served", { unserved: 2 }, 150, ["2 others were not served meanwhile"]],
  ["too much memory", {}, 239, ["connections that read nothing cost 239 MiB of memory"]],
])("%s", (_, change, peak, broken) => {
  expect(brokenUnread({ ...GOOD, ...change, memory: held(peak) })).toEqual(broken);
});
