/** What a history is like, out of how many it is drawn. */
import type { Draws } from "./draws.ts";

export interface Style {
  /** Acts of people, and changes of the world, in 100 steps while something is under way. */
  readonly pace: number;
  readonly weather: number;
  /** An instance dies at one of so many awaits; 0: at none. */
  readonly deaths: number;
  /** Whether the ledger gets lost. */
  readonly isLossy: boolean;
  /** Whether people choose and choose, over hours. */
  readonly isRestless: boolean;
  /** Whether wall clocks are wrong, and jump. */
  readonly isSkewed: boolean;
  /** Whether another environment has the same account at the service, and does not keep its ids apart. */
  readonly isShared: boolean;
  /** Acts of people after which the faults end. */
  readonly acts: number;
}

export function drawStyle(draws: Draws): Style {
  const pace = draws.one([2, 5, 12, 30]);
  const weather = draws.one([0, 1, 3, 6]);
  const deaths = draws.one([0, 40, 150, 400]);
  const isLossy = draws.oneIn(6);
  const isRestless = !isLossy && draws.oneIn(8);
  const isSkewed = draws.oneIn(4);
  const isShared = draws.oneIn(10);
  const acts = draws.between(14, isRestless ? 60 : 36);
  return { pace, weather, deaths, isLossy, isRestless, isSkewed, isShared, acts };
}
