/** What time alone makes happen: on which screens, after how long, and as which event. */
import type { Event, State } from "./state.ts";

export interface Alarm {
  readonly afterMs: number;
  /** @param now milliseconds of the widget's clock */
  readonly event: (now: number) => Event;
}

/** Twice a second, so that no second of a countdown is skipped. */
const TICK: Alarm = { afterMs: 500, event: (now) => ({ type: "ticked", now }) };
/** Long enough to type a PIN at a till, short enough for a screen that is left open. */
const MASK: Alarm = { afterMs: 60_000, event: () => ({ type: "masked" }) };

/** The second half of a double tap comes within this; a person who has seen the screen needs longer. */
const SETTLE: Alarm = { afterMs: 400, event: () => ({ type: "settled" }) };

/** The alarm that is due, again and again, for as long as this stays the same. */
export function alarmOf({ screen }: State): Alarm | undefined {
  if ("isNew" in screen && screen.isNew) return SETTLE;
  if (screen.name === "booked") return TICK;
  return screen.name === "redeemed" && screen.revealed.length > 0 ? MASK : undefined;
}
