/** Mistakes of a page, in a real browser against a real server: the console message, and the words for the user. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startServer } from "../support/process.ts";
import type { Shopper } from "./shopper.ts";
import { API_KEY, API_SECRET, createWorld, JOURNEY_TIMEOUTS, only, SOON, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const SKU = "PIXELBARN-50";

let world: World;
let shopper: Shopper;
let told: string[];
let orders = 0;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  shopper = await world.shopper();
  told = [];
  shopper.page.on("console", (message) => {
    if (message.text().startsWith("<reward-redemption>: ")) told.push(message.text());
  });
  await shopper.page.addInitScript(() => {
    const codes: (string | undefined)[] = [];
    Object.assign(globalThis, { codes });
    addEventListener("reward-error", (event) => codes.push((event as CustomEvent).detail.code));
  });
});
afterEach(() => shopper.close());

const codes = () => shopper.page.evaluate(() => (globalThis as unknown as { codes: string[] }).codes);
const open = (body: (session: string) => string): Promise<unknown> => {
  orders += 1;
  return shopper.page.goto(world.host.ownPage(`mistake.${orders}`, only(SKU, "PIXELBARN-10"), { body }));
};
const script = (url: string): string => `<script type="module" src="${url}/widget.js"></script>`;

describe("a page that", () => {
  it("gives no session gets a message after ten seconds, and continues when it gives one", async () => {
    await shopper.page.clock.install();
    await open(
      (session) =>
        `${script(world.server().url)}<reward-redemption></reward-redemption><p id="late">${session}`,
    );
    await shopper.sees("loading");
    // The wait begins when its rules are loaded.
    await expect
      .poll(async () => {
        await shopper.page.clock.fastForward(1_000);
        return shopper.widget.getAttribute("data-state");
      }, SOON)
      .toBe("problem");
    expect(told).toEqual([expect.stringContaining("there is no session.")]);
    expect(await codes()).toEqual(["session_invalid"]);
    await shopper.page.evaluate(() => {
      const session = document.querySelector("#late")?.textContent;
      document.querySelector("reward-redemption")?.setAttribute("session", session ?? "");
    });
    await shopper.sees("open");
  });

  it("is of an origin that the site does not list gets a message with the origin, and its user is not sent to the router", async () => {
    const { url } = world.server();
    await open((session) => `${script(url)}<reward-redemption session="${session}"></reward-redemption>`);
    await shopper.sees("open");
    // The same page under another name of the machine is another origin.
    const elsewhere = shopper.page.url().replace("localhost", "127.0.0.1");
    await shopper.page.goto(elsewhere);
    await shopper.sees("problem");
    const { origin } = new URL(elsewhere);
    expect(told).toEqual([
      `<reward-redemption>: ${url} does not serve pages of ${origin}. Add "${origin}" to "origins" of this session's site in the server's setting SITES.`,
    ]);
    expect(await codes()).toEqual(["origin_not_allowed"]);
    expect(await shopper.text()).toMatch(/cannot be redeemed on this page/);
    expect(await shopper.text()).not.toMatch(/connection/);
  });

  it("has a server that is down gets no message: its user reads about the connection", async () => {
    const { url } = world.server();
    await open((session) => `${script(url)}<reward-redemption session="${session}"></reward-redemption>`);
    await shopper.sees("open");
    await shopper.page.route(`${url}/v1/**`, (route) => route.abort());
    await shopper.page.route(`${url}/widget/latest.json`, (route) => route.abort());
    await shopper.page.reload();
    await shopper.sees("problem");
    expect(await shopper.text()).toMatch(/check your connection/);
    expect(told).toEqual([]);
  });

  it("has a getSession that throws gets a message with the error", async () => {
    await open(
      () => `${script(world.server().url)}<reward-redemption></reward-redemption>
      <script>document.querySelector("reward-redemption").getSession = () => { throw new TypeError("no backend"); }</script>`,
    );
    await shopper.sees("session-expired");
    await expect
      .poll(() => told, SOON)
      .toEqual([expect.stringMatching(/getSession failed\..*TypeError: no backend/s)]);
  });

  it("has another server's session gets a message with the server's address", async () => {
    const { baseUrl, authUrl } = world.service;
    const other = await startServer({
      FULFILLMENT_BASE_URL: baseUrl,
      FULFILLMENT_AUTH_URL: authUrl,
      FULFILLMENT_API_KEY: API_KEY,
      FULFILLMENT_API_SECRET: API_SECRET,
      SITES: JSON.stringify([world.host.site]),
      DATABASE_URL: "memory:",
      PORT: "0",
    });
    try {
      await open(
        (session) => `${script(other.url)}<reward-redemption session="${session}"></reward-redemption>`,
      );
      await shopper.sees("problem");
      expect(told).toEqual([expect.stringContaining(`${other.url} does not know this session.`)]);
      expect(await codes()).toEqual(["session_invalid"]);
    } finally {
      await other.kill("SIGTERM");
    }
  });
});
