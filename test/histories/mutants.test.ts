/** A checker is believed when it catches planted mistakes: every one is noticed by an invariant that must. */
import { describe, expect, it } from "vitest";
import { killAll, killLine } from "./kill.ts";
import { MUTANTS } from "./mutants/all.ts";

const WORKERS = 2;
const MINUTE = 60_000;

describe("planted mistakes", () => {
  it("are 25 or more, and at least one for each invariant", () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(25);
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
    for (let n = 1; n <= 16; n++)
      expect(
        MUTANTS.some(({ invariants }) => invariants.includes(`I${n}`)),
        `I${n}`,
      ).toBe(true);
  });

  it("are all noticed within the histories that each states", { timeout: 60 * MINUTE }, async () => {
    const kills = await killAll(MUTANTS, WORKERS, { isShort: true });
    process.stdout.write(`${kills.map(killLine).join("\n")}\n`);
    expect(kills.filter(({ by }) => !by).map(({ mutant }) => mutant.name)).toEqual([]);
  });
});
