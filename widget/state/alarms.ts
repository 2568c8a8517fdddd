/** What time alone makes happen: on which screens, after how long, and as which event. */
import { displayOf } from "../../shared/usages.ts";
import { isSending } from "./selectors.ts";
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
export const SETTLE: Alarm = { afterMs: 500, event: () => ({ type: "settled" }) };

/**
 * Who opens a link on a phone looks back at this screen within seconds; the server tells nothing older than five. Each
 * look may be a request to the service.
 */
const WATCH: Alarm = { afterMs: 15_000, event: () => ({ type: "watched" }) };
/** Ten minutes of looks: who was to open the link at once has done so. */
export const LOOKS_MOST = 40;

/** A page that asks a slow backend for a session may take a while; after this it has forgotten to give one. */
const UNSET: Alarm = { afterMs: 10_000, event: () => ({ type: "unset" }) };

/** A timeline that gives way to the reward sooner than this is a flicker: until then the button that was pressed is busy. */
const KEEP_MS = 300;
/** After this long without an answer it is worth knowing that the server goes on by itself. */
const LONG_MS = 2_000;
const KEPT: Alarm = { afterMs: KEEP_MS, event: () => ({ type: "waited" }) };
const LONG: Alarm = { afterMs: LONG_MS - KEEP_MS, event: () => ({ type: "waited" }) };

/** The alarm that is due, again and again, for as long as this stays the same. */
export function alarmOf({ screen, task, looks = 0 }: State): Alarm | undefined {
  if (screen.name === "loading" && !task) return UNSET;
  if (screen.name === "booked") return TICK;
  // However the confirmation was answered meanwhile: what was confirmed must not stay in sight as if it could be pressed again.
  if (screen.name === "processing" && screen.from) return KEPT;
  if (screen.name === "processing" && screen.polls === 0 && isSending(task))
    return screen.isLong ? undefined : LONG;
  // What could not be had is asked for by the person, not again and again.
  if (screen.name === "notified" || (screen.name === "activated" && screen.url))
    return looks < LOOKS_MOST ? WATCH : undefined;
  const hasSecret =
    screen.name === "redeemed" && screen.revealed.some((usage) => displayOf(usage) === "secret");
  return hasSecret ? MASK : undefined;
}
