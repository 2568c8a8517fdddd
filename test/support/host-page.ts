/**
 * A customer's website: another origin than the token server, a small backend with the site key, and a page that embeds
 * the widget under the strictest policy. Plain node:http; it uses only the token server's documented routes.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** The site's parameters beside order and user. Source: openapi.json, POST /v1/sessions. */
export interface Offer {
  /** Absent for a member's rewards. */
  readonly promotion_id?: string;
  readonly user?: { readonly email: string; readonly id?: string };
  readonly grant_id?: string;
  readonly rewards_max?: number;
  readonly currency?: string;
  /** The page has a `<reward-wallet>` then. */
  readonly rewards_of?: string;
  readonly audience?: "staff";
  readonly actor?: string;
  readonly skus?: readonly string[];
  readonly amount?: string;
  readonly max_amount?: string;
  readonly locale?: string;
  readonly delivery?: string;
  readonly ttl_seconds?: number;
  readonly support_url?: string;
}

/** The content of a page of the customer's own. */
export interface OwnPage {
  /** Below `<title>`, with a session of the order. */
  readonly body: (session: string) => string;
  readonly policy?: string;
}

/** A browser's own report, sent even for violations before any script of the page runs. Source: CSP 3, 5.2. */
export interface Violation {
  readonly "document-uri": string;
  readonly "effective-directive"?: string;
  readonly "violated-directive": string;
  readonly "blocked-uri": string;
}

export interface HostPage {
  readonly origin: string;
  /** The site's element in the setting `SITES`. */
  readonly site: { id: string; key: string; origins: string[] };
  /** The violations that browsers reported for an order's page, in order of arrival. */
  violations(orderId: string): readonly Violation[];
  /** How often pages requested another session by script. */
  readonly renewals: () => number;
  /**
   * Sets the token server to embed from. Its address is known only after its start, because it needs this site's origin
   * first.
   */
  connect(server: string): void;
  /** The address of an order's page, which opens a session at each load. */
  page(orderId: string, offer: Offer): string;
  /** The same for a page whose script gives the widget `getSession`. */
  renewingPage(orderId: string, offer: Offer): string;
  /** The same for a page of the customer's own content. */
  ownPage(orderId: string, offer: Offer, page: OwnPage): string;
  close(): Promise<void>;
}

export const SITE_KEY = "site-key-of-the-customer-0123456789abcdef";
export const EMAIL = "ines.lund@customer.example";

/** An order's, but for an offer that names a grant or a member. */
function sessionOf(order_id: string, offer: Offer | undefined): object {
  if (offer?.rewards_of !== undefined) return offer;
  const user = { email: EMAIL };
  return offer?.grant_id !== undefined ? { user, ...offer } : { order_id, user, ...offer };
}

const RENEW = `document.querySelector("reward-redemption").getSession = async () =>
  (await (await fetch(location.pathname + "/session", { method: "POST" })).json()).session_token;
`;

const REPORTS = "/violations";

const policy = (...sources: string[]): string => {
  const list = sources.join(" ");
  const allowed = `default-src 'none'; script-src ${list}; connect-src ${list}; img-src ${list}`;
  return `${allowed}; require-trusted-types-for 'script'; report-uri ${REPORTS}`;
};

export async function startHostPage(): Promise<HostPage> {
  const offers = new Map<string, Offer>();
  const ownPages = new Map<string, OwnPage>();
  const violations: Violation[] = [];
  let tokenServer = "";
  let renewals = 0;

  const mint = async (orderId: string): Promise<string> => {
    const response = await fetch(`${tokenServer}/v1/sessions`, {
      method: "POST",
      headers: { authorization: `Bearer ${SITE_KEY}`, "content-type": "application/json" },
      body: JSON.stringify(sessionOf(orderId, offers.get(orderId))),
    });
    const text = await response.text();
    if (response.status !== 201) throw new Error(`no session: ${text}`);
    return String(JSON.parse(text).data.session_token);
  };

  const html = (session: string, scripts: readonly string[], tag: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A customer</title>
${scripts.map((address) => `<script type="module" src="${address}"></script>`).join("\n")}</head>
<body><h1>Thank you</h1>
<${tag} session="${session}"></${tag}>
</body>
</html>`;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const path = request.url ?? "/";
    const [, kind = "", orderId = "", wish] = path.split("/");
    if (path === REPORTS) {
      violations.push(((await json(request)) as { "csp-report": Violation })["csp-report"]);
      return response.writeHead(204).end();
    }
    if (path === "/renew.js") {
      return response.writeHead(200, { "content-type": "text/javascript" }).end(RENEW);
    }
    if (!offers.has(orderId)) return response.writeHead(404).end();
    if (wish === "session") {
      renewals += 1;
      response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
      return response.end(JSON.stringify({ session_token: await mint(orderId) }));
    }
    const own = kind === "own" ? ownPages.get(orderId) : undefined;
    if (own) {
      response.writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        ...(own.policy !== undefined && { "content-security-policy": own.policy }),
      });
      return response.end(
        `<!doctype html><html lang="en"><title>A customer</title>${own.body(await mint(orderId))}</html>`,
      );
    }
    const widget = `${tokenServer}/widget.js`;
    const renews = kind === "renewing";
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": renews ? policy("'self'", tokenServer) : policy(tokenServer),
    });
    const tag = offers.get(orderId)?.rewards_of === undefined ? "reward-redemption" : "reward-wallet";
    return response.end(html(await mint(orderId), renews ? [widget, "/renew.js"] : [widget], tag));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  // Another host name than the token server's, so that the two are cross-site, too.
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const add = (kind: string) => (orderId: string, offer: Offer) => {
    offers.set(orderId, offer);
    return `${origin}/${kind}/${orderId}`;
  };
  return {
    origin,
    site: { id: "customer", key: SITE_KEY, origins: [origin] },
    violations: (orderId) =>
      violations.filter((violation) => new URL(violation["document-uri"]).pathname.split("/")[2] === orderId),
    renewals: () => renewals,
    connect(address) {
      tokenServer = address;
    },
    page: add("reward"),
    renewingPage: add("renewing"),
    ownPage(orderId, offer, page) {
      ownPages.set(orderId, page);
      return add("own")(orderId, offer);
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
