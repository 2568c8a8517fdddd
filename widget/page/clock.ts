/** Time as the controller uses it; tests bring their own. Never the wall clock, because a user may set that. */
export interface Clock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** The user's own clock, for times that are shown and never calculated with. */
  date(): Date;
  /** Resolves after the time, or at once when the signal aborts the wait. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Resolves when the page is visible. */
  visible(signal?: AbortSignal): Promise<void>;
}

export const pageClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = setTimeout(resolve, milliseconds);
      signal?.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    }),
  visible: (signal) =>
    new Promise((resolve) => {
      if (!document.hidden || signal?.aborted) return resolve();
      document.addEventListener("visibilitychange", () => resolve(), { once: true, signal });
      signal?.addEventListener("abort", () => resolve());
    }),
};
