/** Effects that a time triggers: holds lapse, late effects happen. */

export interface Schedule {
  at(epochMs: number, run: (now: number) => void): void;
  /** Runs what is due up to `now`, in order of time, each at its own time. */
  settle(now: number): void;
}

export function createSchedule(): Schedule {
  let events: { at: number; order: number; run: (now: number) => void }[] = [];
  let order = 0;
  return {
    at(epochMs, run) {
      order += 1;
      events.push({ at: epochMs, order, run });
      events.sort((a, b) => a.at - b.at || a.order - b.order);
    },
    settle(now) {
      for (let next = events[0]; next && next.at <= now; next = events[0]) {
        events = events.slice(1);
        next.run(next.at);
      }
    },
  };
}
