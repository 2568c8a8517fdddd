/** What every view gets: the state to show, words to show it in, and one way to say what the person did. */
import type { Usage } from "../../shared/usages.ts";
import type { Drawers } from "../loaders.ts";
import type { Event, State } from "../state.ts";
import type { Messages, Translate } from "../texts/texts.ts";

export interface View {
  readonly state: State;
  readonly texts: Messages;
  readonly t: Translate;
  /** What numbers and dates are written in. */
  readonly locale: string;
  /** The language of the service's own texts, as far as it is known. */
  readonly serviceLang: string;
  /** Whether the page can bring another session. */
  readonly canRenew: boolean;
  readonly drawers: Drawers | undefined;
  send(event: Event): void;
  copy(usage: Usage, value: string): void;
  print(): void;
}
