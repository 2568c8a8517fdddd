/** The command: options in, lines and an exit code out. */
import { CHECKS } from "./checks/all.ts";
import { NoToken } from "./credentials.ts";
import { type Clock, type Fetch, NoAnswer } from "./exchange.ts";
import { HELP, listText } from "./help.ts";
import { type Options, optionsFrom, readValues, UsageError } from "./options.ts";
import { planText } from "./plan.ts";
import { endText, resultText } from "./report.ts";
import { type PreparedRun, prepareRun } from "./run.ts";

/** The exit codes. */
export const EXIT = { nothingDiffers: 0, differs: 1, couldNotRun: 2 } as const;

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Runs the command and returns its exit code. */
export async function command(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out, err, env } = surroundings;
  let options: Options;
  try {
    const values = readValues(args);
    if (values.help || values.list) {
      out(values.help ? HELP : listText(CHECKS));
      return EXIT.nothingDiffers;
    }
    options = optionsFrom(values, env);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    err(`${error.message}; --help tells more\n`);
    return EXIT.couldNotRun;
  }

  let prepared: PreparedRun;
  try {
    prepared = await prepareRun({ ...options, ...surroundings });
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof NoToken)) throw error;
    err(`${error.message}\n`);
    return EXIT.couldNotRun;
  }
  // The plan is printed before anything is made; with `--json` it goes to the other stream, because a program reads the
  // report.
  (options.json ? err : out)(planText(prepared.plan, options.run, options.email));
  if (options.dryRun) return EXIT.nothingDiffers;

  const report = await prepared.execute((result) => {
    if (!options.json) out(resultText(result));
  });
  out(options.json ? `${JSON.stringify(report, null, 2)}\n` : endText(report));
  return report.summary.differs > 0 ? EXIT.differs : EXIT.nothingDiffers;
}
