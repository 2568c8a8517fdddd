/** A checker is believed when it catches planted mistakes: every one is noticed by an invariant that must. */
import { describe, expect, it } from "vitest";
import { isOne } from "./judge.ts";
import { killAll, killLine } from "./kill.ts";
import { MUTANTS } from "./mutants/all.ts";

const WORKERS = 2;
const MINUTE = 60_000;

describe("planted mistakes", () => {
  it("are 25 or more", () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(25);
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  });

  it("are all noticed within the histories that each states, and every invariant notices one", {
    timeout: 60 * MINUTE,
  }, async () => {
    const kills = await killAll(MUTANTS, WORKERS, { isShort: true });
    process.stdout.write(`${kills.map(killLine).join("\n")}\n`);
    expect(kills.filter(({ by }) => !by).map(({ mutant }) => mutant.name)).toEqual([]);
    const idle = Array.from({ length: 16 }, (_, n) => `I${n + 1}`).filter(
      (id) => !kills.some(({ by }) => by && isOne(by.invariant, id)),
    );
    expect(idle).toEqual([]);
  });
});
