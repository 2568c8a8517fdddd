/** What other people's pages do around the widget: monitoring, caches, translators, morphing, tall frames, old browsers. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Offer } from "../support/host-page.ts";
import type { Shopper } from "./shopper.ts";
import { createWorld, JOURNEY_TIMEOUTS, only, SOON, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const SKU = "PIXELBARN-50";
const OTHER = "PIXELBARN-10";

let world: World;
let shopper: Shopper;
let orders = 0;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  shopper = await world.shopper();
});
afterEach(() => shopper.close());

const widget = (session: string): string =>
  `<script type="module" src="${world.server().url}/widget.js"></script>
   <reward-redemption session="${session}"></reward-redemption>`;

/** Opens a page of the customer's with this script before the widget. */
async function visit(script = "", offer: Partial<Offer> = {}): Promise<void> {
  orders += 1;
  const body = (session: string) => `<script>${script}</script>${widget(session)}`;
  await shopper.page.goto(
    world.host.ownPage(`others.${orders}`, { ...only(SKU, OTHER), ...offer }, { body }),
  );
}

/** What the element tells the page's author. */
const told = (): string[] => {
  const lines: string[] = [];
  shopper.page.on("console", (line) => {
    if (line.text().startsWith("<reward-redemption>")) lines.push(line.text());
  });
  return lines;
};

describe("a page without a script of its own", () => {
  const builder = (): string =>
    `<script src="${world.server().url}/widget.classic.js"></script>
     <reward-redemption session-url="session">Sign in to see your reward.</reward-redemption>`;

  it("redeems by widget.classic.js and session-url, under a strict policy", async () => {
    const { url } = world.server();
    const list = `${url} 'self'`;
    const policy = `default-src 'none'; script-src ${list}; connect-src ${list}; img-src ${list}; require-trusted-types-for 'script'`;
    orders += 1;
    const address = world.host.ownPage(`others.${orders}`, only(SKU, OTHER), { body: builder, policy });
    await shopper.page.goto(`${address}/`);
    await shopper.redeem(SKU);
    expect(await shopper.codes()).not.toEqual([]);
  });

  it("shows its own words to whom there is nothing for", async () => {
    await shopper.page.route("**/session", (route) => route.fulfill({ status: 204 }));
    orders += 1;
    await shopper.page.goto(`${world.host.ownPage(`others.${orders}`, only(SKU), { body: builder })}/`);
    await expect
      .poll(() => shopper.page.locator("reward-redemption").getAttribute("data-state"), SOON)
      .toBe("none");
    expect(await shopper.page.getByText("Sign in to see your reward.").isVisible()).toBe(true);
  });
});

it("a firewall that answers the opening in the server's place costs a request, and is named", async () => {
  const lines = told();
  await shopper.page.route("**/v1/opening", (route) =>
    route.fulfill({
      status: 403,
      contentType: "text/html",
      body: "<h1>Forbidden</h1>",
      headers: { "access-control-allow-origin": "*" },
    }),
  );
  await visit();
  await shopper.redeem(SKU);
  expect(await shopper.codes()).not.toEqual([]);
  expect(lines).toEqual([
    expect.stringContaining("answered POST /v1/opening in its place, with the status 403"),
  ]);
});

it("a frame that hides its page's origin is named, and one that does not is a page like any other", async () => {
  const lines = told();
  const frame = (sandbox: string) => (session: string) =>
    `<iframe sandbox="${sandbox}" style="width: 100%; height: 900px" srcdoc='${widget(session).replaceAll('"', "&quot;")}'></iframe>`;
  orders += 1;
  await shopper.page.goto(
    world.host.ownPage(`others.${orders}`, only(SKU, OTHER), { body: frame("allow-scripts") }),
  );
  await expect.poll(() => lines.join(), SOON).toContain('add the word "allow-same-origin"');
  orders += 1;
  await shopper.page.goto(
    world.host.ownPage(`others.${orders}`, only(SKU, OTHER), {
      body: frame("allow-scripts allow-same-origin"),
    }),
  );
  const element = shopper.page.frameLocator("iframe").locator("reward-redemption");
  await expect.poll(() => element.getAttribute("data-state"), SOON).toBe("open");
});

describe("a page whose scripts patch fetch", () => {
  it("for tracing, on every request, changes nothing of the journey", async () => {
    await visit(`const real = fetch;
      window.fetch = (input, init = {}) => {
        const headers = new Headers(init.headers);
        for (const name of ["traceparent", "tracestate", "baggage", "sentry-trace", "x-datadog-trace-id",
          "x-datadog-parent-id", "x-datadog-origin", "request-id", "x-request-id", "newrelic", "elastic-apm-traceparent"])
          headers.set(name, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        return real(input, { ...init, headers });
      };`);
    await shopper.redeem(SKU);
    expect(await shopper.codes()).not.toEqual([]);
  });

  it("to answer each GET from a cache, as a service worker may, still sees a slow redeem to its end", async () => {
    await visit(`const real = fetch, kept = new Map();
      window.fetch = async (input, init = {}) => {
        if ((init.method ?? "GET") !== "GET") return real(input, init);
        const known = kept.get(String(input));
        if (known) return known.clone();
        const response = await real(input, init);
        kept.set(String(input), response.clone());
        return response;
      };`);
    world.control.fault({ operation: "redeem", kind: "timeout_after" });
    await shopper.redeem(SKU);
    expect(await shopper.codes()).not.toEqual([]);
  });
});

/** What libraries put in the place of functions of the language, and beside them, as members that a `for … in` finds. */
const LIBRARIES = {
  "Prototype.js 1.7.3": `Array.from = (list) => (!list ? [] : list.toArray ? list.toArray() : [].slice.call(list));
    String.prototype.toArray = function () { return this.split(""); };
    Array.prototype.toArray = function () { return this.slice(); };
    Array.prototype.find = function (is) { return this.filter(is)[0]; };
    const { map } = Array.prototype;
    Array.prototype.map = function (...call) { return map.call(this, call[0] ?? ((each) => each)); };
    Element.prototype.remove = function () { return this.parentNode.removeChild(this); };
    Element.prototype.update = Element.prototype.select = Element.prototype.hide = function () { return this; };`,
  "older Prototype.js": `Array.from = () => [];
    Array.prototype.reduce = function () { return this.length > 1 ? this : this[0]; };
    Array.prototype.entries = function () { return this; };
    Array.prototype.reverse = ((reverse) => function (inline) { return reverse.call(inline === false ? [...this] : this); })(Array.prototype.reverse);
    String.prototype.startsWith = function (start) { return this.lastIndexOf(start, 0) === 0; };`,
  MooTools: `Array.from = (item) => (item == null ? [] : typeof item === "object" && "length" in item ? [...item] : [item]);
    Array.prototype.erase = Array.prototype.flatten = Array.prototype.contains = function () { return this; };
    Object.each = Object.values; window.Request = window.Cookie = class {};`,
};

describe.each(Object.entries(LIBRARIES))("a page with %s", (_, script) => {
  it.each([
    ["bars", "TARNWELL-25"],
    ["a square code", "OATVANE-5"],
  ])("gets to a code with %s", async (_kind, sku) => {
    await visit(script, only(sku, OTHER));
    await shopper.redeem(sku);
    await shopper.part("barcode").waitFor();
  });
});

describe("a page that changes its document", () => {
  it("with a fresh session at each render takes nothing from a confirmation under way", async () => {
    await visit();
    await shopper.book(SKU);
    world.control.fault({ operation: "redeem", kind: "slow", delay_ms: 2_000, effect: "first" });
    await shopper.press("confirm");
    await shopper.page.evaluate(() => {
      const element = document.querySelector("reward-redemption");
      // As morphing libraries do: attributes of the new markup are set on the element that is there.
      element?.setAttribute("session", "a-token-of-another-render");
      const { parentNode } = element ?? {};
      if (element && parentNode && "moveBefore" in parentNode)
        (parentNode as unknown as { moveBefore(a: Node, b: null): void }).moveBefore(element, null);
    });
    world.release();
    await expect
      .poll(() => world.changes(`others.${orders}`).filter((each) => each === "redeem").length, SOON)
      .toBe(1);
    expect(await world.billed(`others.${orders}`)).toHaveLength(1);
  });

  it("as translators do, by elements around texts, has no countdown that stands still", async () => {
    await visit();
    // A clock runs in the last minutes only.
    await shopper.page.route("**/v1/order/book", async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      await route.fulfill({ response, json: { data: { ...data, hold_seconds_left: 200 } } });
    });
    await shopper.book(SKU);
    await shopper.widget.evaluate((host) => {
      const walker = document.createTreeWalker(host.shadowRoot ?? host, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
      for (const text of texts) {
        const { parentElement } = text;
        if (!text.data.trim() || parentElement?.closest("[translate]")?.getAttribute("translate") === "no")
          continue;
        const font = document.createElement("font");
        text.replaceWith(font);
        font.append(text.data);
      }
    });
    expect(
      await shopper.widget.locator("font").count(),
      "the service's texts are translated",
    ).toBeGreaterThan(0);
    const countdown = shopper.part("countdown");
    const before = await countdown.textContent();
    await expect.poll(() => countdown.textContent(), SOON).not.toBe(before);
  });
});

describe("in a frame that is taller than the window", () => {
  let stranger: Server;
  let framed = "";
  beforeAll(async () => {
    stranger = createServer((_, response) =>
      response
        .writeHead(200, { "content-type": "text/html; charset=utf-8" })
        .end(
          `<!doctype html><body style="margin:0"><iframe src="${framed}" style="width:100%;height:6000px;border:0"></iframe>`,
        ),
    );
    await new Promise<void>((listening) => stranger.listen(0, "127.0.0.1", listening));
  });
  afterAll(() => stranger.close());

  it("the details open where the user looks, and stay there when the page around is scrolled", async () => {
    orders += 1;
    const body = (session: string) => `<div style="height:2500px"></div>${widget(session)}`;
    framed = world.host.ownPage(`others.${orders}`, only(SKU, OTHER), { body });
    const { page } = shopper;
    await page.setViewportSize({ width: 390, height: 700 });
    await page.goto(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`);
    const frame = page.frameLocator("iframe");
    const reward = frame.locator(`[part~=reward][data-sku="${SKU}"]`);
    await reward.scrollIntoViewIfNeeded();
    await reward.click();
    const book = frame.locator("[part~=book]");
    await book.waitFor();
    const isSeen = async (): Promise<boolean> => {
      const box = await book.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= 700;
    };
    await expect.poll(isSeen, SOON).toBe(true);
    await page.mouse.wheel(0, 300);
    await expect.poll(isSeen, SOON).toBe(true);
  });
});

describe("with the attribute `history`, in a frame of the page's origin", () => {
  it.each([
    [
      "written by document.write",
      "const it = frame.contentDocument; it.open(); it.write(html); it.close();",
      0,
    ],
    ["of srcdoc", "frame.srcdoc = html;", 0],
    ["of an address", "frame.src = address;", 1],
  ])(
    "%s, the element makes steps only where Back cannot show another page in its place",
    async (_, put, steps) => {
      orders += 1;
      const inner = (session: string) => widget(session).replace("<reward-redemption", "$& history");
      const framed = world.host.ownPage(`others.${orders}.in`, only(SKU, OTHER), { body: inner });
      const outer = () => `<body><iframe style="width:100%;height:900px"></iframe><script>
      const address = "${framed}", frame = document.querySelector("iframe");
      fetch(address).then((answer) => answer.text()).then((html) => { ${put} });</script>`;
      await shopper.page.goto(world.host.ownPage(`others.${orders}`, only(SKU), { body: outer }));
      const element = shopper.page.frameLocator("iframe").locator("reward-redemption");
      const reward = element.locator(`[part~=reward][data-sku="${SKU}"]`);
      await reward.waitFor();
      const before = await element.evaluate(() => history.length);
      await reward.click();
      await element.locator("[part~=book]").waitFor();
      expect(await element.evaluate(() => history.length)).toBe(before + steps);
    },
  );
});

describe("a browser that lacks what the widget needs", () => {
  it("says one sentence, in the page's language, with the session's help, and asks for no more of the widget", async () => {
    const { page } = shopper;
    await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, "attachInternals"));
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await visit(`document.documentElement.lang = "de"`, { support_url: "https://shop.example/help" });
    const told = page.locator("reward-redemption p");
    await told.waitFor();
    expect(await told.textContent()).toMatch(/Browser/);
    expect(await told.locator("a").getAttribute("href")).toBe("https://shop.example/help");
    expect(asked.filter((path) => path.endsWith("/reward-redemption.js"))).toEqual([]);
    expect(await page.locator("reward-redemption").getAttribute("session")).toBeNull();
  });
});
