/**
 * `doctor --bundle <file>`: one file for a report of a fault. The running server makes it, because only it has the last lines, the
 * metrics and the lamps; where none answers, the settings and what `doctor` finds stand in it. Source: docs/operate/index.md, "The page".
 */
import { existsSync, writeFileSync } from "node:fs";
import { type Report, report } from "../operators/inspection.ts";
import { lineForOperator, OperatorError } from "../problems/operator-error.ts";
import { environmentOf, parseSettings, type Settings } from "../settings/env.ts";
import { readEnvironment } from "../settings/environment.ts";
import { settingsInForce } from "../settings/in-force.ts";
import type { Source } from "../settings/setting.ts";
import { REPORT_TIMEOUT } from "../timing.ts";
import { systemClock } from "../tools/clock.ts";
import { examineAll } from "./doctor.ts";

/** Whoever may read the file reads who is an operator, and which orders need a person. */
const ONLY_ITS_OWNER = 0o600;

/** @returns what was written */
async function run(file: string | undefined): Promise<string> {
  if (!file) throw new OperatorError("expected a file to write: doctor --bundle <file>");
  if (existsSync(file)) throw new OperatorError("the file exists already: expected the name of a new one");
  const environment = process.env;
  const settings = settingsOf(environment);
  const running = settings && (await reportOfServer(settings));
  const made: Partial<Report> = running ?? {
    made_at: new Date(systemClock.now()).toISOString(),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    ...(settings && { environment: environmentOf(settings), settings: settingsInForce(settings) }),
    findings: await examineAll(environment),
  };
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: ONLY_ITS_OWNER, flag: "wx" });
  return running
    ? "the report of the running server"
    : "settings and findings only, because no server took a key of these settings";
}

/** @returns nothing where they are wrong: `doctor` says how. */
function settingsOf(environment: Source): Settings | undefined {
  try {
    return parseSettings(readEnvironment(environment));
  } catch {
    return undefined;
  }
}

async function reportOfServer(settings: Settings): Promise<Report | undefined> {
  const [operator] = settings.operators;
  if (!operator) return undefined;
  for (const base of addressesOf(settings)) {
    try {
      const response = await fetch(`${base}/operator/report`, {
        headers: { authorization: `Bearer ${operator.key}` },
        // A key goes to no other address.
        redirect: "error",
        signal: AbortSignal.timeout(REPORT_TIMEOUT),
      });
      if (response.ok) return report.parse(((await response.json()) as { data: unknown }).data);
    } catch {
      // Nobody is there, or somebody else.
    }
  }
  return undefined;
}

/** Where the server of these settings listens, and where browsers reach it. */
function addressesOf({ host, port, publicUrl }: Settings): string[] {
  const isAny = host === "0.0.0.0" || host === "::";
  const name = isAny ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return [`http://${name}:${port}`, ...(publicUrl === undefined ? [] : [publicUrl])];
}

try {
  process.stdout.write(`written: ${await run(process.argv[process.argv.indexOf("--bundle") + 1])}\n`);
} catch (error) {
  process.stderr.write(`not written: ${lineForOperator(error)}\n`);
  process.exit(1);
}
