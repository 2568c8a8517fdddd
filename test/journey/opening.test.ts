/**
 * The requests of a first load, and their order: the first card needs three round trips, and no request waits for a
 * preflight.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Shopper } from "./shopper.ts";
import { createWorld, JOURNEY_TIMEOUTS, only, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const SKUS = ["PIXELBARN-50", "PIXELBARN-10"];

interface Asked {
  readonly method: string;
  readonly path: string;
  /** The request's position in the order of all network events. */
  readonly sentAt: number;
  endedAt: number;
}

let world: World;
let shopper: Shopper;
let asked: Asked[];
/** Counts the pages: each has an order of its own. */
let pages = 0;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  shopper = await world.shopper();
  asked = [];
  const cdp = await shopper.page.context().newCDPSession(shopper.page);
  await cdp.send("Network.enable");
  const byId = new Map<string, Asked>();
  let events = 0;
  cdp.on("Network.requestWillBeSent", ({ requestId, request }) => {
    // The version in the path changes with every build.
    const path = new URL(request.url).pathname.replace(/\/widget\/[^/]+\//, "/widget/…/");
    const one = { method: request.method, path, sentAt: ++events, endedAt: Number.POSITIVE_INFINITY };
    byId.set(requestId, one);
    asked.push(one);
  });
  cdp.on("Network.loadingFinished", ({ requestId }) => {
    const one = byId.get(requestId);
    if (one) one.endedAt = ++events;
  });
});
afterEach(() => shopper.close());

const script = (address: string): string => `<script type="module" src="${address}"></script>`;
const element = (session: string): string => `<reward-redemption session="${session}"></reward-redemption>`;

async function open(body: (session: string) => string): Promise<void> {
  pages += 1;
  await shopper.page.goto(world.host.ownPage(`first.${pages}`, only(...SKUS), { body }));
  await shopper.page.locator("reward-redemption [part~=reward]").first().waitFor();
}

const find = (path: string): Asked =>
  asked.find((one) => one.path === path) ?? expect.fail(`${path} was not asked for`);
const askedOfServer = (): string[] =>
  asked.filter(({ path }) => path.startsWith("/v1/")).map(({ method, path }) => `${method} ${path}`);

describe("a first load", () => {
  it("reaches the first card in three round trips: page, widget.js, and then code and opening in parallel", async () => {
    await open((session) => script(`${world.server().url}/widget.js`) + element(session));
    const [page] = asked;
    const entry = find("/widget.js");
    const code = find("/widget/…/reward-redemption.js");
    const opening = find("/v1/opening");
    expect(entry.sentAt).toBeGreaterThan(page?.sentAt ?? Number.NaN);
    for (const each of [code, opening]) expect(each.sentAt).toBeGreaterThan(entry.endedAt);
    expect(opening.sentAt).toBeLessThan(code.endedAt);
    expect(code.sentAt).toBeLessThan(opening.endedAt);
    expect(askedOfServer()).toEqual(["POST /v1/opening"]);
  });

  it("leaves no session in the attribute, and gives each of two elements its answer once", async () => {
    await open((session) => script(`${world.server().url}/widget.js`) + element(session) + element(session));
    await shopper.page.locator("reward-redemption[data-state=open]").nth(1).waitFor();
    expect(await shopper.page.locator("reward-redemption[session]").count()).toBe(0);
    expect(askedOfServer()).toEqual(["POST /v1/opening", "POST /v1/opening"]);
  });

  it("of an element that is added later uses the same route, once", async () => {
    pages += 1;
    const page = await world.host.ownPage(`first.${pages}`, only(...SKUS), {
      body: (session) =>
        `${script(`${world.server().url}/widget.js`)}<template>${element(session)}</template>`,
    });
    await shopper.page.goto(page);
    await shopper.page.evaluate(async () => {
      await customElements.whenDefined("reward-redemption");
      const template = document.querySelector("template");
      if (template) document.body.append(template.content.cloneNode(true));
    });
    await shopper.page.locator("reward-redemption [part~=reward]").first().waitFor();
    expect(askedOfServer()).toEqual(["POST /v1/opening"]);
  });

  it("of a page that imports the class gets it, and the element is there", async () => {
    await open((session) => {
      const address = `${world.server().url}/widget.js`;
      return `<script type="module">import { RewardRedemption, TAG_NAME } from "${address}";
        document.title = String(customElements.get(TAG_NAME) === RewardRedemption);</script>${element(session)}`;
    });
    expect(await shopper.page.title()).toBe("true");
    expect(askedOfServer()).toEqual(["POST /v1/opening"]);
  });
});
