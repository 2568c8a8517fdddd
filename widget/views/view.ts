/** What every view gets: the state to show, words to show it in, and one way to say what the person did. */

import type { Drawers, Flow } from "../loaders.ts";
import type { Clock } from "../page/clock.ts";
import type { Event, State } from "../state/state.ts";
import type { Texts, Translate } from "../texts/texts.ts";

export interface View {
  readonly state: State;
  readonly texts: Texts;
  readonly t: Translate;
  /** What numbers and dates are written in. */
  readonly locale: string;
  /** The language of the service's own texts, as far as it is known. */
  readonly serviceLang: string;
  /** Whether the page can bring another session. */
  readonly canRenew: boolean;
  /** The later screens, once they are here. */
  readonly flow: Flow | undefined;
  /** Null where they could not be fetched. */
  readonly drawers: Drawers | null | undefined;
  send(event: Event): void;
  /** Where the page sends who needs help, as it wrote it. */
  readonly support: string | undefined;
  readonly clock: Pick<Clock, "date">;
  /** Resolves when the document shows what was sent before. */
  drawn(): Promise<unknown>;
}

/** The second half of a double click was meant for the button that stood here before. */
export function isDeliberate(press: MouseEvent): boolean {
  return press.detail <= 1;
}
