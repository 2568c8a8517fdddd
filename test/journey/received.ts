/**
 * Everything that a browser receives, recorded for searches: answers with headers and bodies, and the contents of a
 * page.
 */
import type { Page } from "playwright-core";
import { until } from "../support/until.ts";

export interface Received {
  /** The source: an address, or the name of a store of the page. */
  readonly from: string;
  readonly text: string;
}

export interface Recorder {
  readonly received: readonly Received[];
  /** Records the current contents of every place where a page can keep or show data. */
  lookAround(): Promise<void>;
  /** Resolves when all answers are recorded; fails if a body was lost. */
  settle(): Promise<void>;
  /** The places that contain one of these strings, in any encoding. */
  find(...strings: readonly string[]): Received[];
}

/** Answers without a body. */
const BODILESS = new Set([204, 304]);

function spellings(text: string): string[] {
  const bytes = Buffer.from(text);
  return [
    text,
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    text.replaceAll("&", "&amp;"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ];
}

export async function record(page: Page): Promise<Recorder> {
  const received: Received[] = [];
  const bodies: Promise<void>[] = [];
  const escaped: string[] = [];
  const answered = new Map<string, { url: string; status: number; isPreflight: boolean }>();
  /** Requests that have not ended. */
  const open = new Set<string>();
  const keep = (from: string, what: unknown): void => {
    received.push({ from, text: typeof what === "string" ? what : JSON.stringify(what) });
  };

  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable", { maxTotalBufferSize: 50_000_000, maxResourceBufferSize: 10_000_000 });
  cdp.on("Network.requestWillBeSent", ({ requestId, request, redirectResponse }) => {
    answered.set(requestId, { url: request.url, status: 0, isPreflight: false });
    open.add(requestId);
    if (redirectResponse) keep(request.url, redirectResponse.headers);
  });
  cdp.on("Network.responseReceived", ({ requestId, response, type }) => {
    const { url, status, statusText, headers } = response;
    keep(url, [url, statusText, headers]);
    answered.set(requestId, { url, status, isPreflight: String(type) === "Preflight" });
  });
  cdp.on("Network.responseReceivedExtraInfo", ({ requestId, headers, headersText }) => {
    keep(answered.get(requestId)?.url ?? "a raw header", [headersText, headers]);
  });
  cdp.on("Network.loadingFailed", ({ requestId }) => open.delete(requestId));
  cdp.on("Network.loadingFinished", ({ requestId }) => {
    open.delete(requestId);
    const { url, status, isPreflight } = answered.get(requestId) ?? {
      url: "?",
      status: 0,
      isPreflight: false,
    };
    if (isPreflight || BODILESS.has(status)) return;
    const body = cdp.send("Network.getResponseBody", { requestId }).then(
      ({ body, base64Encoded }) =>
        keep(url, base64Encoded ? Buffer.from(body, "base64").toString("latin1") : body),
      () => {
        escaped.push(`${status} ${url}`);
      },
    );
    bodies.push(body);
  });
  page.on("console", (message) => keep("the console", message.text()));
  page.on("pageerror", (error) => keep("an error", String(error.stack)));

  return {
    received,
    async lookAround() {
      keep("the cookies", await page.context().cookies());
      const places = await page.evaluate(async () => {
        const host = document.querySelector("reward-redemption");
        return {
          "the address": [location.href, document.referrer, window.name, history.state],
          localStorage: { ...localStorage },
          sessionStorage: { ...sessionStorage },
          "document.cookie": document.cookie,
          caches: await caches.keys(),
          databases: await indexedDB.databases(),
          "the document outside the widget": document.documentElement.outerHTML,
          "the element's attributes": [...(host?.attributes ?? [])].map(({ name, value }) => [name, value]),
          "the element's properties": Object.entries(host ?? {}).filter(
            ([, value]) => typeof value === "string",
          ),
        };
      });
      for (const [from, what] of Object.entries(places)) keep(from, what ?? "");
    },
    async settle() {
      await page.waitForLoadState("networkidle");
      // The page may send more requests while bodies are recorded.
      for (let kept = -1; kept < bodies.length; ) {
        await until(() => open.size === 0, "everything that was asked for is here");
        kept = bodies.length;
        await Promise.all(bodies);
      }
      if (escaped.length > 0) throw new Error(`not recorded: ${escaped.join(", ")}`);
    },
    find: (...strings) => {
      const sought = strings.flatMap(spellings);
      return received.filter(({ text }) => sought.some((spelling) => text.includes(spelling)));
    },
  };
}
