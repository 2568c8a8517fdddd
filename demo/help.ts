/**
 * The help pages of the demo's sites, behind the element's `support`: what a customer's help desk would show of the order that the link
 * names, with the reference to give.
 */
import { Hono } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import { TOKEN_SERVER_LIMIT_MS } from "./limits.ts";

export const HELP_PATH = "/demo/help/";

const order = z.object({
  data: z.object({
    order_id: z.string(),
    state: z.string(),
    reward_name: z.string().optional(),
    reference: z.string().optional(),
  }),
});

/** What the desk says of an order in each state; of any other, that somebody looks at it. */
const SAID: Readonly<Record<string, string>> = {
  open: "Nothing is chosen yet, and nothing was charged. Go back and choose your reward.",
  booked: "Your reward is reserved and not confirmed yet. Nothing was charged.",
  processing:
    "Your confirmation arrived and is being worked on. You need not do anything: your code appears on its page.",
  redeemed:
    "Your reward was issued. Its code is on the page where you confirmed, also when you come back later.",
  activated: "Your link is on the page where you confirmed. The code is made when you open it.",
  notified: "The link to your reward is in your e-mail.",
  canceled: "This order was canceled. Nothing was charged.",
  refunded: "This reward was given back.",
};
const OTHER = "A colleague is looking at your order. Nothing is charged twice, and nothing is lost.";

export interface HelpOptions {
  /** The site's name, as its members know it. */
  readonly name: string;
  readonly tokenServer: string;
  readonly siteKey: string;
}

export function helpPages(sites: Readonly<Record<string, HelpOptions>>): Hono {
  const app = new Hono();
  app.get(`${HELP_PATH}:site`, async (c) => {
    const site = sites[c.req.param("site")];
    if (!site) return c.notFound();
    const { name, tokenServer, siteKey } = site;
    const found = await fetch(`${tokenServer}/v1/orders/${encodeURIComponent(c.req.query("order") ?? "")}`, {
      headers: { authorization: `Bearer ${siteKey}` },
      signal: AbortSignal.timeout(TOKEN_SERVER_LIMIT_MS),
    })
      .then(async (answer) => order.safeParse(await answer.json()).data?.data)
      .catch(() => undefined);
    const about = found
      ? html`<p class="lead">${SAID[found.state] ?? OTHER}</p>
<dl>${[
          ["Reward", found.reward_name],
          ["Reference", found.reference],
        ].map(([term, text]) => (text ? html`<dt>${term}</dt><dd>${text}</dd>` : ""))}</dl>`
      : html`<p class="lead">Tell us what happened, and we look it up.</p>`;
    return c.html(
      html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Help · ${name}</title>
<link rel="stylesheet" href="/demo/fonts/inter.css">
<link rel="stylesheet" href="/demo/help.css">
</head>
<body><main>
<p class="from">${name}</p>
<h1>How can we help?</h1>
${about}
<p>A person answers within the hour, by chat or on the phone.${found?.reference ? " Give the reference above: it names your reward and opens nothing." : ""}</p>
<p class="quiet">A demonstration: nobody is called.</p>
</main></body>
</html>`,
      200,
      {
        "cache-control": "no-store",
        "content-security-policy":
          "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      },
    );
  });
  return app;
}
