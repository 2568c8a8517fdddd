/**
 * The button that puts the code into the phone's own wallet, and what becomes of the answer: Safari hands the file to its wallet, and
 * Google's page opens in a tab of its own. What went wrong stands above the button, as with the balance.
 * Source: openapi.json, POST /v1/order/pass.
 */
import type { TemplateResult } from "lit";
import type { Wallet } from "../../shared/wire.ts";
import type { Answer, Api } from "../calls/api.ts";
import type { Screen } from "../state/state.ts";
import type * as Kit from "./kit.ts";
import type { View } from "./view.ts";

type Redeemed = Extract<Screen, { name: "redeemed" }>;

/** Another way to the server, with the session of the first one. */
export type Through = (alter: (fetcher: typeof fetch) => typeof fetch) => Api;

const FILE = "application/vnd.apple.pkpass";

export function phoneViews({ html, nothing, failureText, save, PHONE, signedView, walletOf }: typeof Kit) {
  /** Opened by the press: a browser opens none after an answer. */
  let tab: Window | null = null;

  function press({ send, locale, state }: View, wallet: Wallet): void {
    if (state.task?.do === "pass") return;
    if (wallet === "google") tab = open("", "_blank");
    send({ type: "pass", wallet, locale });
  }

  function addView(view: View, { pass: failure }: Redeemed): TemplateResult | typeof nothing {
    const { state, t } = view;
    const wallet = walletOf(navigator);
    const words = wallet && t(`add_${wallet}`);
    // The words may be on their way.
    if (!wallet || !words || !state.order?.wallets?.includes(wallet)) return nothing;
    return html`
      <div class="asked">
        <p class="balance ${failure ? "unread" : ""}" role="status">${failure ? failureText(view, failure) : nothing}</p>
        <button part="wallet button secondary" class="quiet" type="button" aria-disabled=${state.task?.do === "pass"} @click=${() => press(view, wallet)}>${signedView(PHONE, words)}</button>
      </div>
    `;
  }

  /** Asks for the pass, and hands it on. @param path the route, with the order where it has to be named */
  async function fetchPass(
    through: Through,
    path: string,
    init: RequestInit,
    clock: View["clock"],
  ): Promise<Answer<unknown>> {
    let file: Blob | undefined;
    // The answer is read as JSON: a file is kept beside it.
    const api = through((fetcher) => async (...call) => {
      const response = await fetcher(...call);
      if (!response.headers.get("content-type")?.startsWith(FILE)) return response;
      file = await response.blob();
      return new Response('{"data":{}}', { headers: { "content-type": "application/json" } });
    });
    const answer = await api.call<{ url?: string }>(
      path,
      init,
      (data) => file !== undefined || /^https:\/\/pay\.google\.com\//.test(String(data?.url)),
    );
    if (!answer.ok || init.signal?.aborted) tab?.close();
    else if (file) save("reward.pkpass", file, clock);
    else if (answer.data.url) {
      if (tab) {
        tab.opener = null;
        tab.location.replace(answer.data.url);
      } else location.assign(answer.data.url);
    }
    tab = null;
    return answer;
  }

  return { addView, fetchPass };
}
