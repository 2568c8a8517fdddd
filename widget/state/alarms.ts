/** Events that time alone causes: on which screens, after how long, and which event. */
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

/** The second half of a double tap comes within this time. A user who has seen the new screen needs longer to press. */
export const SETTLE: Alarm = { afterMs: 500, event: () => ({ type: "settled" }) };

/**
 * A user who opens the link on a phone looks back at this screen within seconds, but the server's answer may be five
 * seconds old.
 * Each look may cause a request to the service.
 */
const WATCH: Alarm = { afterMs: 15_000, event: () => ({ type: "watched" }) };
/** Ten minutes of looks: a user who meant to open the link at once has opened it by then. */
export const LOOKS_MOST = 40;

/**
 * A page may need some time to get a session from a slow backend. After this time the page has forgotten to give one.
 */
const UNSET: Alarm = { afterMs: 10_000, event: () => ({ type: "unset" }) };

/**
 * A timeline that gives way to the reward sooner than this is a flicker. Until then the pressed button is shown as
 * busy.
 */
const KEEP_MS = 300;
/** After this long without an answer the user is told that the server goes on without this page. */
const LONG_MS = 2_000;
const KEPT: Alarm = { afterMs: KEEP_MS, event: () => ({ type: "waited" }) };
const LONG: Alarm = { afterMs: LONG_MS - KEEP_MS, event: () => ({ type: "waited" }) };

/** The alarm that is due. It repeats for as long as the result stays the same. */
export function alarmOf({ screen, task, looks = 0 }: State): Alarm | undefined {
  if (screen.name === "loading" && !task) return UNSET;
  if (screen.name === "booked") return TICK;
  // The confirmed screen must not stay in sight as if its button could be pressed again, whatever the answer was.
  if (screen.name === "processing" && screen.from) return KEPT;
  if (screen.name === "processing" && screen.polls === 0 && isSending(task))
    return screen.isLong ? undefined : LONG;
  // A link that could not be read is read again only when the user asks.
  if (screen.name === "notified" || (screen.name === "activated" && screen.url))
    return looks < LOOKS_MOST ? WATCH : undefined;
  const hasSecret =
    screen.name === "redeemed" && screen.revealed.some((usage) => displayOf(usage) === "secret");
  return hasSecret ? MASK : undefined;
}
