/** The backends of the demo's sites in a tab of a browser, with the whole product behind them: for pages without a server. */
import "../sandbox/no-eval.ts";
import { Hono } from "hono";
import { BRAND_SITES, type BrandSite, brandBackend, siteName } from "../brand/backend.ts";
import { HELP_PATH, helpPages } from "../help.ts";
import { PROOF_PATH, proofBackend } from "../proof/backend.ts";
import { openSandbox } from "../sandbox/open.ts";
import { pageRequest } from "../sandbox/page-request.ts";
import { shopBackend } from "../shop/backend.ts";
import { CHOICES } from "../shop/choices.ts";
import { createReceiver } from "../webhook.ts";

/** Between a tab and the pages that its rewards' links lead to. */
const CHANNEL = "reward-redemption-demo";

type Backends = (asked: string | URL | Request, init: RequestInit, path: string) => Promise<Response>;

/** @param base the address of the demo's folder @returns what answers a page's requests, `path` as from the demo's root */
export async function openBackends(base: string): Promise<Backends> {
  const pages = `${base}opened/`;
  const told = new Hono();
  const opened = await openSandbox({
    pages,
    // Nobody finds another tab's reward behind a link.
    seed: crypto.getRandomValues(new Uint32Array(4)).join(),
    site: (request) => told.fetch(request),
  });
  const { sandbox, control, server, site } = opened;
  const { now } = control;
  const receiver = createReceiver([site.secret], now);
  const of = {
    ...{ tokenServer: sandbox.server, siteKey: site.key, origins: [site.origin] },
    ...{ receiver, fetch: sandbox.fetch },
  };
  const ids = Object.keys(BRAND_SITES) as BrandSite[];
  const sites = Object.fromEntries(ids.map((id) => [id, of])) as Record<BrandSite, typeof of>;
  const setUp = control.setUpPromotion;
  const brands = brandBackend({ ...of, publicUrl: site.origin, sites, setUp, secrets: [site.secret], now });
  told.route("/webhook", receiver.app).route("/authorize", brands.asked);
  const ofProof = { site: site.id, key: site.key, operatorKey: site.operatorKey, origins: of.origins };
  const named = { demo: "Linden Club", ...Object.fromEntries(ids.map((id) => [id, siteName(id)])) };
  const helped = Object.entries(named).map(([id, name]) => [id, { ...of, name }]);
  const app = new Hono()
    .route("/demo/", shopBackend({ ...of, choices: CHOICES }))
    .route("/", brands.app)
    .route(PROOF_PATH, proofBackend({ ...ofProof, server, control }).app)
    .route("/", helpPages(Object.fromEntries(helped)));

  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", async (event) => {
    const { asks, path, body } = (event as MessageEvent).data;
    if (asks === undefined) return;
    const type = "application/x-www-form-urlencoded";
    const posted = body !== undefined && { method: "POST", body, headers: { "content-type": type } };
    const send = (init?: RequestInit) => sandbox.fetch(`${pages}#${path}`, init);
    const isHelp = path.startsWith(HELP_PATH);
    const first = await (isHelp ? app.request(path) : send(posted || undefined));
    // What it leads to then is the page itself.
    const answer = first.status === 303 ? await send() : first;
    // What this tab knows nothing of, another one may.
    if ([401, 404].includes(answer.status)) return;
    const bytes = await answer.arrayBuffer();
    channel.postMessage({ answers: asks, type: answer.headers.get("content-type"), bytes });
  });

  return async (asked, init, path) => {
    if (path.includes("/v1/")) return sandbox.fetch(asked, init);
    const request = await pageRequest(
      asked,
      init,
      () => site.origin + path,
      () => site.origin,
    );
    return app.fetch(request);
  };
}
