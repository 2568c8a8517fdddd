/** The gift of a new code, drawn over the card: two leaves of paper with their ribbon, and a bow. The style sheet opens it. */
import { html } from "lit";

export const PARCEL = html`<div class="parcel" aria-hidden="true"><span class="lid">
  <i class="leaf"></i><i class="leaf"></i>
  <svg class="bow" viewBox="0 0 120 80"><path d="M60 40C46 58 34 68 24 78l-3-12-12-1C24 58 42 48 60 40zM60 40c14 18 26 28 36 38l3-12 12-1C96 58 78 48 60 40z" opacity=".8"/><path d="M60 40C44 8 14 2 8 16s22 32 52 24zM60 40C76 8 106 2 112 16s-22 32-52 24z"/><path d="M60 40C46 24 30 18 24 24s14 18 36 16zM60 40c14-16 30-22 36-16s-14 18-36 16z" class="inside"/><rect x="51" y="31" width="18" height="18" rx="6"/></svg>
</span></div>`;
