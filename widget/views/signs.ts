/** Icons on buttons whose text says what the button does. */
import { html } from "lit";

export const CROSS = html`<svg viewBox="0 0 24 24" width="1.25em" height="1.25em" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>`;
