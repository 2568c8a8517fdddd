/** Waiting for something of another process, in real time: in the end it says what did not come, instead of hanging. */
import { setTimeout as sleep } from "node:timers/promises";

/** Between two looks, ms. */
const EVERY = 20;
/** Far beyond what anything that is waited for takes, and less than any test may take, ms. */
const WITHIN = 25_000;

/** @throws when it is not so in time; @param what as the error names it: "the call arrives" */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  within = WITHIN,
): Promise<void> {
  // Not Date: a test may have stopped it.
  const end = performance.now() + within;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not within ${within} ms: ${what}`);
    await sleep(EVERY);
  }
}
