/**
 * A checker is believed when it catches planted mistakes. Here each invariant notices the one that it notices soonest, and
 * every other one is known to fit the sources; `npm run prove -- --only mutants` plays them all.
 */
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { INVARIANTS } from "./invariants/all.ts";
import { isOne } from "./judge.ts";
import { killAll, killLine } from "./kill.ts";
import { MUTANTS } from "./mutants/all.ts";
import type { Mutant } from "./mutants/mutant.ts";
import { seamsIn } from "./seams.ts";

const WORKERS = 2;
const MINUTE = 60_000;

const ROOT = resolve(import.meta.dirname, "../..");
/** What the server and shared/ export: a seam is one of these names. */
const EXPORTED = globSync("{server,shared}/**/*.ts", { cwd: ROOT }).flatMap((file) =>
  seamsIn(readFileSync(resolve(ROOT, file), "utf8")),
);
const histories = ({ within, passing = 0 }: Mutant): number => within - passing;

/** That a history never comes to rest may notice a mistake as well, and is no invariant. */
const IDS: ReadonlySet<string> = new Set([...INVARIANTS.map(({ id }) => id), "I16"]);

/** More than these, and a mistake is left to `npm run prove`: one minute of two cores must do for all of them here. */
const HISTORIES_MAX = 300;
/** Invariants that are held against a mistake here, at least; every one is in the long run. */
const MOST_INVARIANTS = 10;

/** For each invariant the mistake that it alone must notice, where there is one, within the fewest histories. */
const OFTEN = MUTANTS.filter((mutant) => !mutant.isRare && histories(mutant) <= HISTORIES_MAX);
const NAMED = [...new Set(OFTEN.flatMap(({ invariants }) => invariants))].filter((id) => IDS.has(id));
const SOONEST = NAMED.flatMap(
  (id) =>
    OFTEN.filter(({ invariants }) => invariants.includes(id)).toSorted(
      (a, b) => a.invariants.length - b.invariants.length || histories(a) - histories(b),
    )[0] ?? [],
);

describe("planted mistakes", () => {
  it("are 25 or more", () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(25);
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  });

  it.each(MUTANTS)("can be planted: $name", ({ plants }) => {
    expect(plants.length).toBeGreaterThan(0);
    const names = plants.map(({ name }) => name);
    expect(new Set(names).size, "one plant for each seam").toBe(names.length);
    for (const name of names)
      expect(
        EXPORTED.filter((each) => each === name),
        name,
      ).toHaveLength(1);
  });

  it("are noticed within the histories that each states, one by every invariant", {
    timeout: 60 * MINUTE,
  }, async () => {
    const kills = await killAll([...new Set(SOONEST)], WORKERS, { isShort: true });
    process.stdout.write(`${kills.map(killLine).join("\n")}\n`);
    expect(kills.filter(({ by }) => !by).map(({ mutant }) => mutant.name)).toEqual([]);
    const idle = NAMED.filter((id) => !kills.some(({ by }) => by && isOne(by.invariant, id)));
    expect(idle).toEqual([]);
    expect(NAMED.length).toBeGreaterThan(MOST_INVARIANTS);
  });
});
