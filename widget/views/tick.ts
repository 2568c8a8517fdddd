/** The sign that it worked; the words beside it say so, too. */
import { html } from "lit";

export const TICK = html`<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M9 16.5l5 5 9-10" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
