/** Signing in by a key. */
import { html, type TemplateResult } from "lit";
import type { RewardOperator } from "../reward-operator.ts";

export function signInView(page: RewardOperator): TemplateResult {
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).elements.namedItem("key") as HTMLInputElement;
    void page.signIn(field.value.trim()).then(() => {
      field.value = "";
    });
  };
  return html`<main>
    <h1 class="plain" tabindex="-1">Sign in</h1>
    <form class="card" @submit=${send}>
      <label class="wide">
        Your operator’s key
        <input name="key" type="password" autocomplete="current-password" required spellcheck="false" />
      </label>
      <button class="main" aria-disabled=${page.busy}>Sign in</button>
    </form>
    <p class="said bad" role="alert">${page.said?.text ?? ""}</p>
  </main>`;
}
