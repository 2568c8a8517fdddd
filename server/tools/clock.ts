/** The server's time; injected, so that tests run on virtual time. */
export interface Clock {
  /** Wall clock, epoch milliseconds. For times that operators read and for times that must survive a restart. */
  now(): number;
  /** Monotonic milliseconds. For durations within one process; no jump of the wall clock moves it. */
  monotonic(): number;
  /** Resolves after `ms`, or earlier when the signal is aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Does `work` after `ms`. @returns cancels the work; without effect afterwards */
  after(ms: number, work: () => void): () => void;
}

/** The system's clock, ahead by what `offset` says in milliseconds: for the demo, whose time can be moved. */
export const movedBy = (offset: () => number): Clock => ({
  ...systemClock,
  now: () => systemClock.now() + offset(),
  monotonic: () => systemClock.monotonic() + offset(),
});

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
