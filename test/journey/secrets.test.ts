/** Credentials never reach a browser: every byte that it receives during journeys is recorded and searched. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PROMOTIONS } from "../../demo/fulfillment/app.ts";
import { EMAIL, SITE_KEY } from "../support/host-page.ts";
import { type Recorder, record } from "./received.ts";
import type { Shopper } from "./shopper.ts";
import { API_KEY, API_SECRET, createWorld, JOURNEY_TIMEOUTS, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

/** The tokens with which the server calls the simulated service, which runs in this process. */
const tokens = new Set<string>();
const listen = (message: unknown): void => {
  const { authorization } = (message as { request: IncomingMessage }).request.headers;
  // This process also serves the customer's page, whose backend is called without a token.
  if (authorization !== undefined) tokens.add(authorization.replace(/^Bearer /, ""));
};

/** Each loads a page with its own session: two journeys to codes of three visits each, two by a link of two. */
const VISITS = 2 * 3 + 2 * 2;

let world: World;
let shopper: Shopper;
let recorder: Recorder;
/** The sessions that the page's backend opened. */
let sessions: string[];

/**
 * Chooses the shape of this kind from the whole catalog, with every action that a user may take on the way and
 * afterwards.
 */
async function journey(orderId: string, promotion: number, kind: string): Promise<void> {
  const { page } = shopper;
  await page.goto(world.host.page(orderId, { promotion_id: String(promotion), max_amount: "50" }));
  await shopper.sees("open");
  const sku = (
    await shopper.part("reward").evaluateAll((all) => all.map((one) => one.getAttribute("data-sku")))
  ).find((each) => each?.includes(kind));
  await shopper.part("reward").last().scrollIntoViewIfNeeded();
  await shopper.pick(sku ?? expect.fail());
  await shopper.part("terms").waitFor();
  // A refusal and its body come first.
  world.control.fault({ operation: "book", kind: "invalid_request" });
  await shopper.press("book");
  await shopper.part("alert").waitFor();
  await recorder.lookAround();
  // A page that is left discards the bodies that are not recorded yet.
  await recorder.settle();
  await page.reload();
  await shopper.book(sku ?? "");
  await shopper.press("confirm");
  await shopper.part("code-value").first().waitFor();
  await shopper.reveal();
  await shopper.part("copy").first().click();
  await recorder.lookAround();
  await recorder.settle();
  await page.reload();
  await shopper.sees("redeemed");
  await shopper.part("code").first().waitFor();
  await recorder.lookAround();
  await shopper.reveal();
  await recorder.lookAround();
  await recorder.settle();
}

/** A delivery other than codes on the page, from the choice to the codes that the user made behind the link. */
async function linkJourney(
  orderId: string,
  promotion: number,
  delivery: "activate" | "notify",
): Promise<void> {
  const { page } = shopper;
  await page.goto(world.host.page(orderId, { promotion_id: String(promotion), delivery }));
  await shopper.sees("open");
  await shopper.part("reward").first().click();
  await shopper.press("book");
  await shopper.part("confirm").click({ trial: true });
  await recorder.lookAround();
  await shopper.press("confirm");
  await shopper.sees(delivery === "activate" ? "activated" : "notified");
  if (delivery === "activate") await shopper.part("link").waitFor();
  await recorder.lookAround();
  await recorder.settle();
  await page.reload();
  await shopper.sees(delivery === "activate" ? "activated" : "notified");
  await recorder.lookAround();
  const made = world.control
    .redemptions()
    .findLast(({ orderId: upstream }) => upstream.includes(`.${orderId}.`));
  world.control.openLink(made?.id ?? expect.fail());
  await page.evaluate(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await shopper.sees("redeemed");
  await shopper.part("code").first().waitFor();
  await recorder.lookAround();
  await recorder.settle();
}

beforeAll(async () => {
  subscribe("http.server.request.start", listen);
  world = await createWorld();
  shopper = await world.shopper();
  recorder = await record(shopper.page);
  await journey("pin.", PROMOTIONS.main, "-CODE-PIN-QR-");
  // With this promotion the service sends links that need no further login.
  await journey("access.", PROMOTIONS.notifying, "-LINK-ACCESS-QR-");
  await linkJourney("link.", PROMOTIONS.activating, "activate");
  await linkJourney("mail.", PROMOTIONS.notifying, "notify");
  sessions = recorder.received.flatMap(({ text }) => /session="([\w-]{40,})"/.exec(text)?.[1] ?? []);
});
afterAll(async () => {
  unsubscribe("http.server.request.start", listen);
  await world.close();
});

/** The path and the key of the service's page for the redemptions of these upstream orders. */
const linksOf = (isWanted: (orderId: string) => boolean): string[] =>
  world.control
    .redemptions()
    .flatMap(({ id, orderId, flowKey }) => (isWanted(orderId) ? [`/flow/${id}`, flowKey] : []));
const places = (...sought: readonly string[]): string[] => recorder.find(...sought).map(({ from }) => from);

describe("the recorder", () => {
  it.each([
    ["pin.", ["redeem", "codes"]],
    ["access.", ["redeem", "codes"]],
    ["link.", ["codes"]],
    ["mail.", ["codes"]],
  ])(
    "finds what did reach the browser: the billed code of %s in the answers of %j and nowhere else",
    async (orderId, routes) => {
      const [billed] = await world.billed(orderId);
      const value = billed?.codes.find(({ usage }) => /^(primary|url|security_url)$/.test(usage))?.value;
      expect(new Set(places(value ?? expect.fail()))).toEqual(
        new Set(routes.map((route) => `${world.server().url}/v1/order/${route}`)),
      );
    },
  );

  it("finds the link of its one order, in the answers of activate and nowhere else", () => {
    const links = linksOf((orderId) => orderId.includes(".link."));
    expect(links).toHaveLength(2);
    for (const each of links)
      expect(new Set(places(each))).toEqual(new Set([`${world.server().url}/v1/order/activate`]));
  });

  it("has seen scripts with their lazy chunks, pictures, pages, headers and the page's stores", () => {
    const from = recorder.received.map((each) => each.from);
    for (const part of [
      "/widget.js",
      "/flow.js",
      "/qr.js",
      "/code128.js",
      "/images/",
      "/v1/opening",
      "/reward/",
    ]) {
      expect(from.some((address) => address.includes(part))).toBe(true);
    }
    expect(from).toContain("localStorage");
    expect(places("customElements")).not.toEqual([]);
    expect(places("content-security-policy")).not.toEqual([]);
    expect(places("<svg")).not.toEqual([]);
  });
});

describe("a browser never receives", () => {
  it.each([
    ["the API key", () => [API_KEY]],
    ["the API secret", () => [API_SECRET]],
    ["the site's key", () => [SITE_KEY]],
    ["the access token for the service", () => [...tokens]],
    [
      "the service's own link of a redemption that was not activated, nor the key in it",
      () => linksOf((orderId) => !orderId.includes(".link.")),
    ],
    ["the service's addresses", () => ["/fulfillment/v2", "/oauth/token"]],
    ["the user's e-mail", () => [EMAIL]],
  ])("%s", (_, secrets) => {
    const sought = secrets();
    expect(sought.length).toBeGreaterThan(0);
    expect(places(...sought)).toEqual([]);
  });

  it("the session from any source but the page's own backend, and the session stays there", () => {
    expect(sessions).toHaveLength(VISITS);
    for (const from of places(...sessions))
      expect(from.startsWith(`${world.host.origin}/reward/`)).toBe(true);
  });
});
