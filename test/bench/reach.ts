/**
 * How much of the server a fault-free redeem passes: files and functions of ours that run between the request and its answer, by
 * V8's precise coverage. `npm run bench:reach [-- --list]`.
 */
import { Session } from "node:inspector/promises";
import { SKU } from "../support/rewards.ts";
import { createWorld } from "../support/world.ts";

const FILES_MAX = 40;
const FUNCTIONS_MAX = 150;
const OURS = /^(?!.*\/test\/).*\/(server|shared)\/.*\.ts$/;

const world = await createWorld();
const redeem = async (order_id: string, around = async <T>(work: () => Promise<T>): Promise<T> => work()) => {
  const browser = await world.browser({ order_id });
  await browser.post("/v1/order/book", { sku: SKU });
  const answer = await around(() => browser.post("/v1/order/redeem", { attempt: 1, sku: SKU }));
  if (answer.status !== 200) throw new Error(`the redeem was answered ${answer.status}`);
};
// What happens once a process is not part of a redeem.
await redeem("first");

const session = new Session();
session.connect();
await session.post("Profiler.enable");
const passed = new Map<string, string[]>();
await redeem("measured", async (work) => {
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await session.post("Profiler.takePreciseCoverage");
  const done = await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  for (const { url, functions } of result) {
    if (!OURS.test(url)) continue;
    // What begins at the first character is the module itself.
    const ran = functions.filter(({ ranges: [range] }) => range && range.count > 0 && range.startOffset > 0);
    if (ran.length > 0)
      passed.set(
        url.replace(/^.*\/(?=(?:server|shared)\/)/, ""),
        ran.map(({ functionName }) => functionName || "(unnamed)"),
      );
  }
  return done;
});
await world.close();

const count = [...passed.values()].reduce((sum, names) => sum + names.length, 0);
if (process.argv.includes("--list"))
  for (const [file, names] of [...passed].sort()) process.stdout.write(`${file}: ${names.join(", ")}\n`);
process.stdout.write(
  `a fault-free redeem passes ${passed.size} files (at most ${FILES_MAX}) and ${count} functions (at most ${FUNCTIONS_MAX}) of ours\n`,
);
process.exitCode = passed.size > FILES_MAX || count > FUNCTIONS_MAX ? 1 : 0;
process.exit();
