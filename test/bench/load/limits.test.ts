/** What the load bench says of limits that cost too much. */
import { expect, it } from "vitest";
import { brokenLimits, COST_MAX, GROWTH_MAX_MIB, type LimitedViews } from "./limits.ts";

const GOOD: LimitedViews = { kind: "max_amount", ms: 2, before: 100, after: 110, catalogs: 2, isWhole: true };

it.each<[string, Partial<LimitedViews>, string[]]>([
  ["as it should be", {}, []],
  ["at the limit of computing", { ms: COST_MAX }, []],
  [
    "above it",
    { ms: COST_MAX + 0.5 },
    ["a max_amount of each session cost 3.5 times the computing of a shared view"],
  ],
  ["with memory kept", { after: 100 + GROWTH_MAX_MIB }, ["a max_amount of each session cost 30 MiB"]],
  ["with rewards missing", { isWhole: false }, ["a max_amount of each session hid what it should not"]],
])("a view %s", (_, change, broken) => {
  const views = [GOOD, { ...GOOD, ...change }];
  expect(brokenLimits({ sessions: 300, sharedMs: 1, views })).toEqual(broken);
});
