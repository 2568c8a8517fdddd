/** What every view gets: the state, the texts, and one way to send the user's actions. */

import type { SessionKeeper } from "../calls/session-keeper.ts";
import type { Drawers, Flow } from "../loaders.ts";
import type { Clock } from "../page/clock.ts";
import type { Event, State } from "../state/state.ts";
import type { Texts, Translate } from "../texts/texts.ts";

export interface View {
  readonly state: State;
  readonly texts: Texts;
  readonly t: Translate;
  /** The locale of numbers and dates. */
  readonly locale: string;
  /** The language of the service's texts, if it is known. */
  readonly serviceLang: string;
  /** What the page says of its sessions. */
  readonly session: Pick<SessionKeeper, "getSession" | "thrown" | "token">;
  /** The later screens, once they are loaded. */
  readonly flow: Flow | undefined;
  /** Null if the drawers could not be loaded. */
  readonly drawers: Drawers | null | undefined;
  send(event: Event): void;
  /** The page's address for help, unchecked. */
  readonly support: string | undefined;
  readonly clock: Pick<Clock, "date" | "sleep">;
  /** Resolves when the document shows all events sent so far. */
  drawn(): Promise<unknown>;
}

/**
 * Whether a press is a single one: the second half of a double click was meant for the button that stood here before.
 */
export function isDeliberate(press: MouseEvent): boolean {
  return press.detail <= 1;
}
