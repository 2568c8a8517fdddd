/** Resets everything at once. */
import { html } from "hono/html";
import type { Html } from "../answer.ts";
import { action } from "./form.ts";

export const restartSection =
  (): Html => html`<section aria-labelledby="restart"><h2 id="restart">Restart</h2>
<div class="buttons">${action("revoke", "Revoke all tokens", { path: "/control/tokens/revoke", done: "No token is valid any more" })}</div>
<details id="reset-asked"><summary>Start over…</summary>
<p>Redemptions, codes, mails, calls, faults and the moved clock are gone. In the demo the orders of the token server go with them; another token server that used this service no longer finds its orders.</p>
<div class="buttons">${action("reset", "Start over", { path: "/control/reset", done: "Everything is as at the start" })}</div></details>
</section>`;
