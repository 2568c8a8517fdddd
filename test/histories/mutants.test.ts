/**
 * A checker is trusted if it catches planted mistakes. Here each invariant has to notice its most easily noticed mistake, and every
 * other mistake has to fit the sources; `npm run prove -- --only mutants` plays them all.
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
/** The exports of the server and shared/: a seam is one of these names. */
const EXPORTED = globSync("{server,shared}/**/*.ts", { cwd: ROOT }).flatMap((file) =>
  seamsIn(readFileSync(resolve(ROOT, file), "utf8")),
);
const histories = ({ within, passing = 0 }: Mutant): number => within - passing;

/** An endless loop may also notice a mistake, and is no invariant. */
const IDS: ReadonlySet<string> = new Set([...INVARIANTS.map(({ id }) => id), "I16"]);

/** A mistake that needs more histories is left to `npm run prove`: all mistakes here must fit into one minute of two cores. */
const HISTORIES_MAX = 300;
/** The least number of invariants that notice a mistake here; the long run covers every one. */
const MOST_INVARIANTS = 10;

/** For each invariant, the mistake that only this invariant must notice, if any, within the fewest histories. */
const OFTEN = MUTANTS.filter(
  (mutant) => !mutant.isRare && mutant.invariants.length === 1 && histories(mutant) <= HISTORIES_MAX,
);
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
