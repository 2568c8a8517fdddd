/** The only source of time in the simulated service: every expiry and date uses this clock. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export interface MovableClock extends Clock {
  advance(ms: number): void;
  set(epochMs: number): void;
}

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** A clock that moves only when told to. */
export function virtualClock(start: number | string = "2026-03-10T09:00:00.000Z"): MovableClock {
  let now = new Date(start).getTime();
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
    set: (epochMs) => {
      now = epochMs;
    },
  };
}

/** A clock that runs like `base`, at a difference that can be changed. Moves a running service forward. */
export function offsetClock(base: Clock): MovableClock & { readonly offset: number; reset(): void } {
  let offset = 0;
  return {
    get offset() {
      return offset;
    },
    now: () => base.now() + offset,
    advance: (ms) => {
      offset += ms;
    },
    set: (epochMs) => {
      offset = epochMs - base.now();
    },
    reset: () => {
      offset = 0;
    },
  };
}

export const iso = (epochMs: number): string => new Date(epochMs).toISOString();
