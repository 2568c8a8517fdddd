/** The time at which a line first appeared on the screen, so that "since" never says more than was seen here. */
import { Directive, directive } from "lit/directive.js";
import { formatTime } from "../words/format.ts";
import type { View } from "./view.ts";

class Moment extends Directive {
  #first: Date | undefined;

  render({ clock, locale }: View, say: (time: string) => string): string {
    this.#first ??= clock.date();
    return say(formatTime(locale, this.#first));
  }
}

export const moment = directive(Moment);
