/**
 * Run before the tests: brings the engines that are missing where that can be done without asking, as root on Debian or
 * Ubuntu, and otherwise says aloud which ones the tests have to do without. In CI none may be missing.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { ENGINES, type Engine } from "./engines.ts";

const DEBIAN = "/etc/debian_version";
/** What `CI` holds where somebody says that this is none. */
const NOT_CI = ["", "0", "false"];

const missing = (): readonly Engine[] => ENGINES.filter((engine) => !engine.isThere());

const names = (engines: readonly Engine[]): string => engines.map(({ name }) => name).join(", ");

function apt(...args: string[]): boolean {
  const { status } = spawnSync("apt-get", args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return status === 0;
}

const install = (engines: readonly Engine[]): boolean =>
  apt("install", "-y", "-qq", "--no-install-recommends", ...engines.flatMap(({ packages }) => packages));

function installMissing(engines: readonly Engine[]): void {
  console.log(`No ${names(engines)} found: installing with apt-get.`);
  apt("update", "-qq");
  // A name that this distribution does not know fails the whole call: then each engine is tried by itself.
  if (!install(engines)) for (const engine of engines) install([engine]);
}

if (missing().length > 0 && process.getuid?.() === 0 && existsSync(DEBIAN)) installMissing(missing());

const lost = missing();
const isCi = !NOT_CI.includes(process.env.CI ?? "");
for (const { name, packages, variables } of lost) {
  console.error(
    `\n*** ${name} is not here: nothing is tested in it.\n` +
      `*** Debian, Ubuntu: apt-get install ${packages.join(" ")}; or set ${variables.join(", ")}.\n`,
  );
}
if (lost.length === ENGINES.length || (isCi && lost.length > 0)) process.exitCode = 1;
