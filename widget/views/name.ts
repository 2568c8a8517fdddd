/**
 * A reward's name. Two short last words stay on one line, because the last one looks lost alone on a line ("Gift
 * Card").
 */
import { html } from "lit";

/** The place before those two words. */
const LAST_WORDS = /(?<= )(?=\S{1,6} \S{1,4}$)/;

/** The part that may be broken, and the words that stay on one line. */
export const nameView = (name: string): unknown =>
  name.split(LAST_WORDS).map((words, at) => (at ? html`<span>${words}</span>` : words));
