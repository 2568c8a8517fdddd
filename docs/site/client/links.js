/** What links of rewards lead to: the demo's page `opened/` asks for it, and the tab with the sandbox answers. */

export const PAGES = new URL("demo/opened/", import.meta.url).href;

/** The same as in demo/static/page/opened.js. */
const CHANNEL = "reward-redemption-demo";

/** @param sandbox made with `pages: PAGES` */
export function answerLinks(sandbox) {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", async ({ data: { asks, path, body } }) => {
    if (asks === undefined) return;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const send = (init) => sandbox.fetch(`${PAGES}#${path}`, init);
    const first = await send(body === undefined ? undefined : { method: "POST", body, headers });
    const answer = first.status === 303 ? await send() : first;
    // What this tab knows nothing of, another one may.
    if ([401, 404].includes(answer.status)) return;
    const bytes = await answer.arrayBuffer();
    channel.postMessage({ answers: asks, type: answer.headers.get("content-type"), bytes });
  });
}
