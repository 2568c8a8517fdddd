/** The load bench, small: that it runs, and that what it counts holds. It measures nothing here. */
import { expect, it } from "vitest";
import { runCommand } from "../../support/process.ts";
import type { Options } from "./options.ts";
import type { Results } from "./report.ts";

const MINUTE = 60_000;
const ARGS = "--ledger sqlite --rate 50 --seconds 3 --users 60 --only mixed,stampede,flood --json".split(" ");

it("a small run ends with exactly the codes there are, and nothing doubled or lost", {
  timeout: 2 * MINUTE,
}, async () => {
  const { code, stdout, stderr } = await runCommand("test/bench/load/index.ts", ARGS, {});
  expect(code, stderr).toBe(0);
  const { mixed, stampede, flood, verdict, broken } = JSON.parse(stdout) as Results & { options: Options };
  expect(broken).toEqual([]);
  expect(mixed?.faulted).toBeGreaterThan(0);
  expect(stampede).toMatchObject({ sessions: 60, servers: 1, promotionReads: 1, isWithin: true });
  expect(flood).toMatchObject({ billed: 50, served: 50, isExact: true });
  expect(verdict).toMatchObject({ doubled: 0, lost: 0, disagreeing: 0, processing: 0, wasteful: 0 });
  expect(verdict.billed).toBeGreaterThan(50);
});
