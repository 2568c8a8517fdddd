/**
 * Run before the tests: brings the engines and other programs that are missing where that can be done without asking, as
 * root on Debian or Ubuntu, and otherwise says aloud which ones the tests have to do without. In CI none may be missing.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { HAPROXY } from "../support/haproxy.ts";
import { PGBOUNCER } from "../support/pgbouncer.ts";
import { POPPLER } from "../support/poppler.ts";
import { isCi, type Program } from "../support/programs.ts";
import { PROMTOOL } from "../support/prometheus.ts";
import { ZBAR } from "../support/zbar.ts";
import { ENGINES, HEADLESS_SHELL } from "./engines.ts";

const DEBIAN = "/etc/debian_version";
const PROGRAMS: readonly Program[] = [...ENGINES, HAPROXY, PGBOUNCER, PROMTOOL, POPPLER, ZBAR];
/** Tests are only slower without these. */
const HELPFUL: readonly Program[] = [HEADLESS_SHELL];

const missing = (programs: readonly Program[]): readonly Program[] =>
  programs.filter((program) => !program.isThere());

const names = (programs: readonly Program[]): string => programs.map(({ name }) => name).join(", ");

function apt(...args: string[]): boolean {
  const { status } = spawnSync("apt-get", args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return status === 0;
}

const install = (programs: readonly Program[]): boolean =>
  apt("install", "-y", "-qq", "--no-install-recommends", ...programs.flatMap(({ packages }) => packages));

function installMissing(programs: readonly Program[]): void {
  console.log(`No ${names(programs)} found: installing with apt-get.`);
  apt("update", "-qq");
  // A name that this distribution does not know fails the whole call: then each program is tried by itself.
  if (!install(programs)) for (const program of programs) install([program]);
}

const wanted = missing([...PROGRAMS, ...HELPFUL]);
if (wanted.length > 0 && process.getuid?.() === 0 && existsSync(DEBIAN)) installMissing(wanted);

const lost = missing(PROGRAMS);
for (const { name, packages, variables } of lost) {
  console.error(
    `\n*** ${name} is not here: nothing is tested with it.\n` +
      `*** Debian, Ubuntu: apt-get install ${packages.join(" ")}${variables.map((each) => `, or set ${each}`).join("")}.\n`,
  );
}
const noEngine = ENGINES.every((engine) => lost.includes(engine));
if (noEngine || (isCi() && lost.length > 0)) process.exitCode = 1;
