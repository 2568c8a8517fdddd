/**
 * Difficult host pages: the widget's script twice, a Lit of the page's own, a version that is pinned by its hash.
 */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Shopper } from "./shopper.ts";
import { createWorld, JOURNEY_TIMEOUTS, only, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const SKU = "PIXELBARN-50";

let world: World;
let shopper: Shopper;
let errors: string[];
/** Counts the pages: each has an order of its own. */
let pages = 0;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  shopper = await world.shopper();
  errors = [];
  shopper.page.on("pageerror", (error) => errors.push(error.message));
});
afterEach(() => shopper.close());

/** Opens a page of the customer's site with another body and policy. */
async function openPage(body: (session: string) => string, policy?: string): Promise<Page> {
  pages += 1;
  await shopper.page.goto(world.host.ownPage(`own.${pages}`, only(SKU, "PIXELBARN-10"), { body, policy }));
  return shopper.page;
}

const script = (address = `${world.server().url}/widget.js`): string =>
  `<script type="module" src="${address}"></script>`;
const element = (session: string): string => `<reward-redemption session="${session}"></reward-redemption>`;
const rewards = (page: Page) => page.locator("reward-redemption [part~=reward]");

describe("a page", () => {
  it("may include the script twice, also under two addresses", async () => {
    const again = `${world.server().url}/widget.js?again`;
    const page = await openPage((session) => script() + script() + script(again) + element(session));
    await rewards(page).first().waitFor();
    expect(errors).toEqual([]);
  });

  it("may have a Lit of its own under a policy that allows each Trusted Types policy once", async () => {
    const { url } = world.server();
    const own = `trustedTypes.createPolicy("lit-html", { createHTML: (html) => html });`;
    const page = await openPage(
      (session) => `<script nonce="own">${own}</script>${script()}${element(session)}`,
      `default-src 'none'; script-src 'nonce-own' ${url}; connect-src ${url}; img-src ${url}; require-trusted-types-for 'script'; trusted-types lit-html reward-redemption`,
    );
    await rewards(page).first().waitFor();
    await shopper.pick(SKU);
    await shopper.sees("details");
    expect([errors, await shopper.violations()]).toEqual([[], []]);
  });
});

describe("a page that pins a version by its hash", () => {
  interface Latest {
    readonly version: string;
    readonly snippet: string;
    readonly integrity: Readonly<Record<string, string>>;
    readonly import_map: object;
  }
  const latest = async (): Promise<Latest> =>
    (await (await fetch(`${world.server().url}/widget/latest.json`)).json()) as Latest;
  /** Changes the bytes of a lazy file on the way. */
  const tamper = (page: Page) =>
    page.route("**/flow.js*", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\nglobalThis.tampered = true;` });
    });
  const isTampered = (page: Page) => page.evaluate(() => "tampered" in globalThis);
  const pinning = (policy?: string) => async (told: Latest, withMap: boolean) => {
    const map = withMap
      ? `<script type="importmap" nonce="own">${JSON.stringify(told.import_map)}</script>`
      : "";
    // A strict policy has the snippet's rule in a style sheet of the page.
    const snippet = policy ? told.snippet.replace(/<style>.*<\/style>/, "") : told.snippet;
    return openPage((session) => map + snippet.replace("SESSION_TOKEN", session), policy);
  };

  it("only has to paste the snippet, under a strict policy without its style", async () => {
    const { url } = world.server();
    const page = await pinning(
      `default-src 'none'; script-src ${url}; connect-src ${url}; img-src ${url}; require-trusted-types-for 'script'`,
    )(await latest(), false);
    await rewards(page).first().waitFor();
    await shopper.redeem(SKU);
    expect([errors, await shopper.violations()]).toEqual([[], []]);
  });

  it("runs exactly these bytes or none", async () => {
    const { version, snippet, ...told } = await latest();
    const wrong = snippet.replace(/sha384-[^"]{8}/, "sha384-AAAAAAAA");
    const page = await pinning()({ ...told, version, snippet: wrong }, false);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => customElements.get("reward-redemption") === undefined)).toBe(true);
  });

  it("has the import map check the later files, too, and no file is loaded without the check", async () => {
    const { page } = shopper;
    await tamper(page);
    const { url } = world.server();
    const policy = `default-src 'none'; script-src 'nonce-own' ${url}; connect-src ${url}; img-src ${url}`;
    await pinning(policy)(await latest(), true);
    await shopper.pick(SKU);
    await shopper.sees("problem");
    expect(await isTampered(page)).toBe(false);
    await shopper.press("retry");
    await page.waitForLoadState("networkidle");
    expect(await isTampered(page)).toBe(false);
    // Another user, whose files are unchanged.
    await shopper.close();
    shopper = await world.shopper();
    await pinning(policy)(await latest(), true);
    await shopper.redeem(SKU);
    expect(errors).toEqual([]);
  });
});
