/** Waits in real time for a condition in another process. A timeout names the condition, so that no test hangs. */
import { setTimeout as sleep } from "node:timers/promises";

/** Between two checks, ms. */
const EVERY = 20;
/** Far longer than any awaited condition takes, and less than a test's limit, ms. */
const WITHIN = 25_000;

/**
 * @param what the condition as the error names it: "the call arrives"
 * @throws if the condition is not true in time
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  within = WITHIN,
): Promise<void> {
  // Not Date, because a test may have stopped it.
  const end = performance.now() + within;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not within ${within} ms: ${what}`);
    await sleep(EVERY);
  }
}
