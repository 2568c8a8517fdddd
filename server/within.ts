/** Waiting that ends: for work that may last longer than somebody waits for it. */
import type { Clock } from "./clock.ts";

/** The result, or undefined where it is not there after `ms`. The work goes on; nobody hears how it ends. */
export async function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | undefined> {
  const waited = new AbortController();
  const late = clock.sleep(Math.max(0, ms), waited.signal).then(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    // With a reason: an error with its stack would be made in place of one.
    waited.abort("over");
    work.catch(() => {});
  }
}
