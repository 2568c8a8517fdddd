/** Credentials never reach a browser: every byte it receives during journeys is recorded and searched. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PROMOTIONS } from "../../demo/fulfillment/app.ts";
import { EMAIL, SITE_KEY } from "../support/host-page.ts";
import { type Recorder, record } from "./received.ts";
import type { Shopper } from "./shopper.ts";
import { API_KEY, API_SECRET, createWorld, JOURNEY_TIMEOUTS, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

/** The simulated service runs in this process: its requests show with which tokens the server calls it. */
const tokens = new Set<string>();
const listen = (message: unknown): void => {
  const { authorization } = (message as { request: IncomingMessage }).request.headers;
  // The customer's page is served by this process too; its backend is asked without a token.
  if (authorization !== undefined) tokens.add(authorization.replace(/^Bearer /, ""));
};

let world: World;
let shopper: Shopper;
let recorder: Recorder;
/** The sessions that the page's backend opened. */
let sessions: string[];

/** Chooses the shape of this kind from the whole catalog, with everything a person may do on the way and afterwards. */
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
  // A refusal and its body first.
  world.control.fault({ operation: "book", kind: "invalid_request" });
  await shopper.press("book");
  await shopper.part("alert").waitFor();
  await recorder.lookAround();
  await page.reload();
  await shopper.book(sku ?? "");
  await shopper.press("confirm");
  await shopper.part("code-value").first().waitFor();
  await shopper.reveal();
  await shopper.part("copy").first().click();
  await recorder.lookAround();
  await page.reload();
  await shopper.sees("redeemed");
  await shopper.part("code-value").first().waitFor();
  await recorder.lookAround();
  await recorder.settle();
}

beforeAll(async () => {
  subscribe("http.server.request.start", listen);
  world = await createWorld();
  shopper = await world.shopper();
  recorder = await record(shopper.page);
  await journey("pin.", PROMOTIONS.main, "-CODE-PIN-QR-");
  // Here the service sends links that need no further login.
  await journey("access.", PROMOTIONS.notifying, "-LINK-ACCESS-QR-");
  sessions = recorder.received.flatMap(({ text }) => /session="([\w-]{40,})"/.exec(text)?.[1] ?? []);
});
afterAll(async () => {
  unsubscribe("http.server.request.start", listen);
  await world.close();
});

const places = (...sought: readonly string[]): string[] => recorder.find(...sought).map(({ from }) => from);

describe("the recorder", () => {
  it("finds what did reach the browser: each billed code, in the answers of redeem and codes and nowhere else", async () => {
    for (const orderId of ["pin.", "access."]) {
      const [billed] = await world.billed(orderId);
      const primary = billed?.codes.find(({ usage }) => usage === "primary" || usage === "security_url");
      expect(new Set(places(primary?.value ?? expect.fail()))).toEqual(
        new Set(["redeem", "codes"].map((route) => `${world.server().url}/v1/order/${route}`)),
      );
    }
  });

  it("has seen scripts with their lazy chunks, pictures, pages, headers and the page's stores", () => {
    const from = recorder.received.map((each) => each.from);
    for (const part of [
      "/widget.js",
      "/flow.js",
      "/qr.js",
      "/code128.js",
      "/images/",
      "/v1/catalog",
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
      "the service's own link of a redemption, nor the key in it",
      () => world.control.redemptions().flatMap(({ id, flowKey }) => [`/flow/${id}`, flowKey]),
    ],
    ["the service's addresses", () => ["/fulfillment/v2", "/oauth/token"]],
    ["the user's e-mail", () => [EMAIL]],
  ])("%s", (_, secrets) => {
    const sought = secrets();
    expect(sought.length).toBeGreaterThan(0);
    expect(places(...sought)).toEqual([]);
  });

  it("the session from anybody but the page's own backend, which is where it stays", () => {
    expect(sessions).toHaveLength(6);
    for (const from of places(...sessions))
      expect(from.startsWith(`${world.host.origin}/reward/`)).toBe(true);
  });
});
