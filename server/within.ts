/** Waiting that ends: for work that may last longer than somebody waits for it. */
import type { Clock } from "./clock.ts";

/** The result, or undefined where it is not there after `ms`. The work goes on; nobody hears how it ends. */
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
