/** Plays one history of a seed, and reports a broken one as a short history. Importing it loads the server. */
import type { Evidence } from "./evidence.ts";
import { History, type HistoryOptions } from "./history.ts";
import { Judge } from "./judge.ts";
import type { Outcome } from "./outcome.ts";

let surprise: ((error: unknown) => void) | undefined;
process.on("unhandledRejection", (error) => surprise?.(error));

export async function playOne({
  only,
  collected,
  ...options
}: Omit<HistoryOptions, "judge"> & {
  /** The invariants that count; all of them where it is left out. */
  readonly only?: readonly string[];
  /** Called with the evidence before it is collected. */
  readonly collected?: (evidence: Evidence) => void;
}): Promise<Outcome> {
  const history = new History({
    ...options,
    judge: (evidence) => {
      collected?.(evidence);
      surprise = (error) => evidence.errors.push(`an unhandled rejection: ${error}`);
      return new Judge(evidence, only);
    },
  });
  return history.play();
}

/** The report of the seed with the fewest acts that break it, line by line. */
export async function shortestReport(seed: number): Promise<string> {
  const { acts } = await playOne({ seed });
  let fewest: number | undefined;
  for (let count = 0; count <= acts && fewest === undefined; count++)
    if ((await playOne({ seed, acts: count })).broken) fewest = count;
  const lines: string[] = [];
  const { broken } = await playOne({ seed, acts: fewest, report: (line) => lines.push(line) });
  const verdict = broken ? `${broken.invariant} is broken: ${broken.sentence}` : "nothing is broken";
  return [`HISTORY_SEED=${seed}, ${fewest ?? acts} of ${acts} acts`, ...lines, verdict].join("\n");
}
