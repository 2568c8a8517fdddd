/** The shared objects of a history's parts. */
import type { Draws } from "./draws.ts";
import type { Evidence } from "./evidence.ts";
import type { Judge } from "./judge.ts";
import type { Scheduler } from "./scheduler.ts";

export interface Stage {
  readonly scheduler: Scheduler;
  readonly draws: Draws;
  readonly evidence: Evidence;
  readonly judge: Judge;
  /** Adds a line to the report, if one is written. */
  say(what: () => string): void;
  /** Counts a death by its place, or another event. */
  count(of: "crashes" | "events", what: string): void;
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
