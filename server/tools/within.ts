/** A bounded wait for work that may take longer than its caller waits. */
import type { Clock } from "./clock.ts";

/** The result, or undefined after `ms`. The work goes on; its result is then ignored. */
export function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const takeBack = clock.after(Math.max(0, ms), () => resolve(undefined));
    work.then(
      (value) => {
        takeBack();
        resolve(value);
      },
      (error) => {
        takeBack();
        reject(error);
      },
    );
  });
}
