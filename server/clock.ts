/** Time as the server uses it; injected, so that tests run on virtual time. */
export interface Clock {
  /** Wall clock, epoch milliseconds. For what people read and for what must survive a restart. */
  now(): number;
  /** Monotonic milliseconds. For durations within one process; no jump of the wall clock moves it. */
  monotonic(): number;
  /** Resolves after `ms`, or earlier when the signal is aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Does `work` after `ms`. @returns takes it back; afterwards it does nothing */
  after(ms: number, work: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener("abort", done, { once: true });
    }),
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};
