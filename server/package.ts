/**
 * Builds the contents of the npm package into server/dist/: the sources without their types, because Node strips none inside of
 * node_modules; the newest build of the widget; the OpenAPI document; and the simulated service with the demo's pages, for whoever
 * tries the server without credentials. The folders stand to each other as in the repository.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const PACKAGE = join(import.meta.dirname, "dist");
/** The demo's pages, fonts and pictures. */
const isPage = (path: string): boolean => !/\.(?:ts|md|json)$|\bdemo\/backends$/.test(path);

function run(script: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}

rmSync(PACKAGE, { recursive: true, force: true });
run("node_modules/typescript/bin/tsc", "-p", "server/tsconfig.package.json");
cpSync(join(ROOT, "demo"), join(PACKAGE, "demo"), { recursive: true, filter: isPage });
// A page prints this code.
for (const folder of ["embed", "backends"])
  cpSync(join(ROOT, "demo", folder), join(PACKAGE, "demo", folder), { recursive: true });

run("widget/build.ts", "--if-stale");
const built = join(ROOT, "dist");
const { version: widget } = JSON.parse(readFileSync(join(built, "manifest.json"), "utf8"));
// Older versions of the widget stay behind: pages get them from the ledger.
const files = readdirSync(built, { withFileTypes: true }).filter((entry) => entry.isFile());
for (const name of [...files.map((entry) => entry.name), `widget/${widget}`, "operator"])
  cpSync(join(built, name), join(PACKAGE, "dist", name), { recursive: true });

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8"));
writeFileSync(join(PACKAGE, "package.json"), `${JSON.stringify({ type: "module", version })}\n`);

const printed = join(import.meta.dirname, "routes/described/print.ts");
writeFileSync(
  join(PACKAGE, "openapi.json"),
  execFileSync(process.execPath, [printed], { maxBuffer: 10_000_000 }),
);
