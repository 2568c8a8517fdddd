/** A reward's name. The two last words stay in one line where both are short: the last looks lost alone in one ("Gift Card"). */
import { html } from "lit";

/** Before those two words. */
const LAST_WORDS = /(?<= )(?=\S{1,6} \S{1,4}$)/;

/** The words that may be broken, and those that stay in one line. */
export const nameView = (name: string): unknown =>
  name.split(LAST_WORDS).map((words, at) => (at ? html`<span>${words}</span>` : words));
