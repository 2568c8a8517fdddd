/**
 * Histories as a command: `npm run histories -- --histories 1000 --from 1 --workers 2 [--mutant name] [--json]`, or
 * `--seed 42` (or `HISTORY_SEED=42`) to see one of them again. Ends with 1 where an invariant was broken.
 */
import { parseArgs } from "node:util";
import { everyFault } from "./faults.ts";
import { mutantNamed } from "./mutants/all.ts";
import { playMany } from "./pool.ts";
import { openSeams, switchOn } from "./seams.ts";
import { newTotals, type Totals } from "./totals.ts";

/** Broken histories that are told; the others are named by their seeds. */
const REPORTED_MAX = 3;

const { values } = parseArgs({
  options: {
    histories: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    workers: { type: "string", default: "2" },
    seed: { type: "string", default: process.env.HISTORY_SEED },
    mutant: { type: "string" },
    json: { type: "boolean", default: false },
    /** How often every fault must have been met at every step; for long runs. */
    least: { type: "string", default: "0" },
    /** Tells how far it is every so many histories; an interrupted run ends with the counts so far. */
    every: { type: "string", default: "0" },
  },
});

const write = (text: string): void => void process.stdout.write(`${text}\n`);
const plants = values.mutant === undefined ? [] : mutantNamed(values.mutant).plants;
if (plants.length > 0) openSeams(new Set(plants.map(({ name }) => name)));

/** The shortest report of a seed, with the mutant's mistake in it. */
async function reportOf(seed: number): Promise<string> {
  const { shortestReport } = await import("./play.ts");
  switchOn(plants);
  return shortestReport(seed);
}

function table(title: string, counts: Readonly<Record<string, number>>): string {
  const rows = Object.entries(counts).sort(([a], [b]) => a.localeCompare(b));
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return [title, ...rows.map(([name, count]) => `  ${name.padEnd(width)} ${String(count).padStart(8)}`)].join(
    "\n",
  );
}

function countsOf(totals: Totals, seconds: number): string {
  const { histories, acts, billed, doubled, lost, broken, faults, crashes, events } = totals;
  const each = ((seconds * 1000) / Math.max(1, histories)).toFixed(1);
  return [
    table("faults met, by step", faults),
    table("deaths, by what was awaited", crashes),
    table("what else happened", events),
    `histories       ${histories} (${Math.round(seconds)} s, ${each} ms each), ${acts} acts`,
    `billed a code   ${billed} (${((100 * billed) / Math.max(1, histories)).toFixed(1)} %)`,
    `orders doubled  ${doubled}`,
    `codes lost      ${lost}`,
    `broken          ${broken.length}`,
  ].join("\n");
}

/** Every broken history at once, and now and then how many there were. */
function reporter(every: number): (totals: Totals) => void {
  let told = 0;
  let next = every;
  return ({ histories, broken }) => {
    for (; told < broken.length; told++) {
      const { seed, invariant, sentence } = broken[told] as Totals["broken"][number];
      write(`seed ${seed}: ${invariant}: ${sentence}`);
    }
    if (histories < next) return;
    write(`${histories} histories, ${broken.length} broken`);
    next += every;
  };
}

async function runAll(): Promise<void> {
  const started = performance.now();
  const every = Number(values.every);
  const report = every > 0 ? reporter(every) : () => {};
  let known = newTotals();
  const print = (totals: Totals): void => {
    const seconds = (performance.now() - started) / 1000;
    write(values.json ? JSON.stringify({ ...totals, seconds }) : countsOf(totals, seconds));
  };
  process.once("SIGINT", () => {
    print(known);
    process.exit(1);
  });
  const totals = await playMany({
    histories: Number(values.histories),
    from: Number(values.from),
    workers: Number(values.workers),
    mutant: values.mutant,
    progress: (soFar) => {
      known = soFar;
      report(soFar);
    },
  });
  print(totals);
  if (!values.json) {
    for (const { seed, invariant, sentence } of totals.broken)
      write(`seed ${seed}: ${invariant}: ${sentence}`);
    for (const { seed } of totals.broken.slice(0, REPORTED_MAX)) write(`\n${await reportOf(seed)}`);
  }
  const rare = everyFault().filter((name) => (totals.faults[name] ?? 0) < Number(values.least));
  for (const name of rare) write(`met ${totals.faults[name] ?? 0} times only: ${name}`);
  const isPlayed = totals.histories === Number(values.histories);
  const holds = totals.broken.length + totals.doubled + totals.lost + rare.length === 0 && isPlayed;
  process.exitCode = holds ? 0 : 1;
}

if (values.seed !== undefined) {
  const text = await reportOf(Number(values.seed));
  write(text);
  process.exitCode = text.endsWith("nothing is broken") ? 0 : 1;
} else {
  await runAll();
}
