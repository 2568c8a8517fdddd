/** The icon of success; the words beside it also say so. */
import { html } from "lit";

export const TICK = html`<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M9 16.5l5 5 9-10" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
