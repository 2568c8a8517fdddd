/**
 * `npm run prove`: what `npm test` shows in minutes, in large numbers. Each part prints its own counts; the end says which
 * held. `npm run prove -- --only histories,kills` runs some of them.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";

/** How often; see docs/proof/index.md. */
const HISTORIES = 200_000;
/** Each fault at each step at least so often in them. */
const LEAST = 20;
const SAME_SEEDS = 200;
const KILLS = 300;
const ROUNDS = 1_000;
const BAD_REQUESTS = 100_000;
const HOSTILE_ANSWERS = 5_000;
const BARCODES = 500;

interface Part {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const tests = (...paths: string[]): string[] => ["node_modules/vitest/vitest.mjs", "run", ...paths];

const PARTS: readonly Part[] = [
  {
    name: "histories",
    args: [
      "test/histories/run.ts",
      ...["--histories", String(HISTORIES)],
      ...["--least", String(LEAST)],
      ...["--every", "10000"],
    ],
  },
  {
    name: "seeds",
    args: tests("test/histories/same-seed.test.ts"),
    env: { SAME_SEEDS: String(SAME_SEEDS) },
  },
  { name: "mutants", args: ["test/histories/kill.ts"] },
  {
    name: "kills",
    args: tests("test/processes/kills.test.ts", "test/processes/grants.test.ts"),
    env: { KILLS: String(KILLS) },
  },
  { name: "restores", args: tests("--project", "proofs", "test/processes/restores.test.ts") },
  { name: "rounds", args: tests("test/processes/rounds.test.ts"), env: { ROUNDS: String(ROUNDS) } },
  {
    name: "requests",
    args: tests("test/contract/bad-requests.test.ts"),
    env: { BAD_REQUESTS: String(BAD_REQUESTS) },
  },
  {
    name: "answers",
    args: tests("test/contract/hostile-answers.test.ts", "--reporter=dot"),
    env: { HOSTILE_ANSWERS: String(HOSTILE_ANSWERS) },
  },
  { name: "shapes", args: tests("test/journey/codes.test.ts"), env: { SHAPES: "all" } },
  {
    name: "barcodes",
    args: tests("test/journey/barcodes.test.ts"),
    env: { BARCODES: String(BARCODES) },
  },
  {
    name: "deviations",
    args: tests("test/conformance/conformance.test.ts", "--reporter=dot"),
    env: { DEVIATIONS: "all" },
  },
  { name: "load", args: ["test/bench/load/index.ts"] },
  { name: "gallery", args: ["test/gallery/index.ts"] },
  { name: "states", args: tests("test/gallery/gallery.test.ts"), env: { GALLERY: "all" } },
  {
    name: "engines",
    args: ["node_modules/@web/test-runner/dist/bin.js", "--config", ".wtr.config.mjs"],
    env: { EVERY_ENGINE: "1" },
  },
  { name: "upgrade", args: tests("--project", "proofs", "test/journey/upgrade.test.ts") },
  { name: "firewall", args: tests("--project", "proofs", "test/journey/firewall.test.ts") },
  { name: "frameworks", args: ["test/frameworks/index.ts"] },
  { name: "unit-tests", args: ["test/frameworks/unit-tests.ts"] },
];

const { values } = parseArgs({ options: { only: { type: "string" } } });
const wanted = values.only?.split(",") ?? PARTS.map(({ name }) => name);
const unknown = wanted.filter((name) => PARTS.every((part) => part.name !== name));
if (unknown.length > 0) {
  process.stderr.write(`--only: expected some of ${PARTS.map(({ name }) => name).join(", ")}\n`);
  process.exit(2);
}

const results: string[] = [];
let failed = 0;
for (const { name, args, env } of PARTS.filter((part) => wanted.includes(part.name))) {
  process.stdout.write(`\n── ${name}\n`);
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env } });
  const [code] = await once(child, "exit");
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  results.push(`${name.padEnd(10)} ${code === 0 ? "holds" : "BROKEN"} (${minutes} min)`);
  if (code !== 0) failed++;
}
process.stdout.write(`\n${results.join("\n")}\n`);
process.exit(failed === 0 ? 0 : 1);
