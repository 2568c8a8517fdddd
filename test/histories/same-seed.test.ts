/**
 * The same seed is the same history: each is played three times, by two processes and after different ones, in one record.
 * `SAME_SEEDS=<count>` plays more of them.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { Worker } from "./pool.ts";
import type { Order } from "./worker.ts";

const SEEDS = Number(process.env.SAME_SEEDS ?? 30);
const FIRST = 7_700_001;
/** Beside the known one below. */
const LAST = FIRST + SEEDS - 2;
const MIDDLE = FIRST + Math.floor(SEEDS / 2) - 1;
/** Half of its plays broke I4 (docs/proof/rules.md) while sessions were kept by the machine's time. */
const KNOWN = 7_702_712;
const PLAYS = 3;

const range = (from: number, to: number, step = 1): Order => ({ from, to, step });
/** The seeds that each process plays, in this order. */
const PROCESSES = [
  [range(KNOWN, KNOWN), range(FIRST, LAST), range(FIRST, LAST, 2), range(KNOWN, KNOWN)],
  [range(MIDDLE + 1, LAST), range(FIRST, MIDDLE), range(KNOWN, KNOWN), range(FIRST + 1, LAST, 2)],
];

const records = mkdtempSync(join(tmpdir(), "records-"));
afterAll(() => rmSync(records, { recursive: true }));

it("plays a seed the same way each time, in any process", { timeout: 10 * 60_000 }, async () => {
  const played = await Promise.all(PROCESSES.map(playAll));
  const files = Map.groupBy(readdirSync(records).sort(), (file) => file.split(".")[0]);
  expect([...files].flatMap(([seed, [one, other]]) => differing(seed, one, other))).toEqual([]);
  expect(files.size).toBe(SEEDS);
  expect(played.reduce((sum, each) => sum + each, 0)).toBe(PLAYS * files.size);
});

/** @returns how many histories were played */
async function playAll(orders: readonly Order[]): Promise<number> {
  const worker = new Worker();
  let played = 0;
  try {
    for (const order of orders)
      await worker.play({ ...order, records }, ({ histories }) => {
        played += histories;
      });
  } finally {
    worker.close();
  }
  return played;
}

/** The first line at which two records of a seed differ, as each has it. */
function differing(seed: string | undefined, ...files: (string | undefined)[]): string[] {
  const [one = [], other = []] = files.flatMap((file) =>
    file === undefined ? [] : [readFileSync(join(records, file), "utf8").split("\n")],
  );
  if (other.length === 0) return [];
  const at = one.findIndex((line, n) => line !== other[n]);
  const line = at < 0 ? one.length : at;
  return [`seed ${seed}, line ${line + 1}: ${one[line] ?? "the end"} | ${other[line] ?? "the end"}`];
}
