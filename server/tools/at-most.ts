/** Does something so often within a time, and then not until the next begins. */
import type { Clock } from "./clock.ts";

/** @param within milliseconds */
export function atMost<T>(
  most: number,
  within: number,
  clock: Pick<Clock, "monotonic">,
  act: (of: T) => Promise<void>,
): (of: T) => Promise<void> {
  let [began, count] = [clock.monotonic(), 0];
  return async (of) => {
    if (clock.monotonic() - began >= within) [began, count] = [clock.monotonic(), 0];
    if (count++ < most) await act(of);
  };
}
