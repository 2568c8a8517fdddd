/**
 * The npm package in a page's own bundle, under the strictest policy: it works as the served widget does, and the description that
 * it brings for editors is that of the element that runs.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PROMOTIONS } from "../../demo/fulfillment/app.ts";
import { RewardRedemption } from "../../widget/frameworks/react.ts";
import { type Description, describeElement } from "../../widget/manifest.ts";
import type { Offer } from "../support/host-page.ts";
import { copyToPack, type Release } from "../support/release.ts";
import type { Shopper } from "./shopper.ts";
import { createWorld, JOURNEY_TIMEOUTS, only, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const ROOT = resolve(import.meta.dirname, "../..");
const ASSETS = "/assets/";
/** Source: openapi.json, POST /v1/sessions. */
const SESSION_LIFE_MS = 1_800_000;
const described: Description = describeElement(
  readFileSync(join(ROOT, "widget/reward-redemption.ts"), "utf8"),
);
const namesOf = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name).sort();

let world: World;
let release: Release;
/** The page's own files, by name. */
const files = new Map<string, string>();

/** What a bundler makes of a page's module that imports the package, by the names of its files. */
async function bundle(name: string, source: string): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "page-"));
  mkdirSync(join(root, "node_modules"));
  symlinkSync(join(release.root, "widget"), join(root, "node_modules/reward-redemption"));
  for (const each of ["lit", "react", "react-dom"])
    symlinkSync(join(ROOT, "node_modules", each), join(root, "node_modules", each));
  writeFileSync(join(root, name), source);
  const built = await build({
    root,
    configFile: false,
    logLevel: "silent",
    // React tells mistakes of a page in its development mode.
    define: { "process.env.NODE_ENV": '"development"' },
    build: { write: false, target: "es2022", lib: { entry: name, formats: ["es"], fileName: () => name } },
  });
  for (const each of [built].flat().flatMap((result) => ("output" in result ? result.output : [])))
    if (each.type === "chunk") files.set(each.fileName, each.code);
}

beforeAll(async () => {
  release = copyToPack();
  const { status } = spawnSync(process.execPath, ["widget/package.ts"], {
    cwd: release.root,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("the package was not built");
  await bundle("main.js", 'import "reward-redemption/define";');
  world = await createWorld();
});
afterAll(async () => {
  await world.close();
  release.remove();
});

/** What the element did on a page, as names. */
interface Seen {
  readonly events: Set<string>;
  readonly parts: Set<string>;
}

/** @param body the page's own, below which its script stands */
async function open(
  orderId: string,
  offer: Offer,
  body: (session: string) => string,
  script = "main.js",
  policies = "reward-redemption",
): Promise<Shopper & { readonly messages: string[] }> {
  const shopper = await world.shopper({ permissions: ["clipboard-read", "clipboard-write"] });
  const messages: string[] = [];
  const { page } = shopper;
  page.on("pageerror", (error) => messages.push(error.message));
  page.on("console", (message) => messages.push(message.text()));
  await page.addInitScript(() => {
    const dispatched: string[] = [];
    Object.assign(globalThis, { dispatched });
    const dispatch = EventTarget.prototype.dispatchEvent;
    EventTarget.prototype.dispatchEvent = function (event) {
      if (this instanceof Element && this.localName === "reward-redemption") dispatched.push(event.type);
      return dispatch.call(this, event);
    };
  });
  await page.route(`**${ASSETS}*`, (route) => {
    const body = files.get(new URL(route.request().url()).pathname.slice(ASSETS.length));
    return route.fulfill(body === undefined ? { status: 404 } : { contentType: "text/javascript", body });
  });
  const { url } = world.server();
  await page.goto(
    world.host.ownPage(orderId, offer, {
      body: (session) => `${body(session)}<script type="module" src="${ASSETS}${script}"></script>`,
      policy: `default-src 'none'; script-src 'self'; connect-src ${url}; img-src ${url}; require-trusted-types-for 'script'; trusted-types ${policies}`,
    }),
  );
  return Object.assign(shopper, { messages });
}
const withServer = (session: string): string =>
  `<reward-redemption session="${session}" server="${world.server().url}"></reward-redemption>`;

async function look({ page, widget }: Shopper, { events, parts }: Seen): Promise<void> {
  const names = await page.evaluate(() => (globalThis as unknown as { dispatched: string[] }).dispatched);
  for (const name of names) if (name.startsWith("reward-")) events.add(name);
  const found = await widget.evaluate((host) =>
    [...(host.shadowRoot?.querySelectorAll("[part]") ?? [])].flatMap((each) => [...each.part]),
  );
  for (const name of found) parts.add(name);
}

describe("the package in a page's own bundle", () => {
  it("does and has what its description says, from click to code, link and mail", async () => {
    const seen: Seen = { events: new Set(), parts: new Set() };

    const first = await open("packed", only("PIXELBARN-50", "PIXELBARN-10"), withServer);
    await first.sees("open");
    await look(first, seen);
    await first.pick("PIXELBARN-50");
    await first.sees("details");
    await look(first, seen);
    await first.press("book");
    await first.sees("booked");
    await look(first, seen);
    await first.press("confirm");
    await first.sees("redeemed");
    await look(first, seen);
    // Codes are masked for whoever comes back.
    await first.page.reload();
    await first.sees("redeemed");
    await first.press("reveal");
    await first.part("code-value").first().waitFor();
    await first.press("copy");
    await first.page.waitForFunction(() =>
      (globalThis as unknown as { dispatched: string[] }).dispatched.includes("reward-copy"),
    );
    await look(first, seen);
    expect([first.messages, await first.violations()]).toEqual([[], []]);

    const { attributes, properties } = await first.page.evaluate(() => {
      const { observedAttributes, elementProperties } = customElements.get(
        "reward-redemption",
      ) as unknown as {
        observedAttributes: string[];
        elementProperties: Map<string, { attribute?: boolean }>;
      };
      return {
        attributes: observedAttributes,
        properties: [...elementProperties]
          .filter(([, { attribute }]) => attribute === false)
          .map(([name]) => name),
      };
    });
    // The page's history is asked for by an attribute that is read when it counts.
    expect([...attributes, "history", "session-url"].sort()).toEqual(namesOf(described.attributes));
    expect(properties.sort()).toEqual(namesOf(described.properties));
    await first.close();

    for (const [delivery, promotion, end] of [
      ["activate", PROMOTIONS.activating, "activated"],
      ["notify", PROMOTIONS.notifying, "notified"],
    ] as const) {
      const shopper = await open(
        `packed-${delivery}`,
        { promotion_id: String(promotion), delivery },
        withServer,
      );
      await shopper.sees("open");
      await shopper.part("reward").first().click();
      await shopper.press("book");
      await shopper.press("confirm");
      await shopper.sees(end);
      await look(shopper, seen);
      await shopper.close();
    }

    const late = await open("packed-late", only("PIXELBARN-50", "PIXELBARN-10"), withServer);
    await late.sees("open");
    await late.page.route("**/v1/order/book", (route) => route.abort());
    await late.pick("PIXELBARN-50");
    await late.press("book");
    await late.part("alert").first().waitFor();
    await look(late, seen);
    await late.page.unroute("**/v1/order/book");
    await world.passTime(SESSION_LIFE_MS);
    await late.press("book");
    await late.sees("session-expired");
    await look(late, seen);
    await late.close();

    expect([...seen.events].sort()).toEqual(namesOf(described.events));
    const parts = namesOf(described.parts);
    expect([...seen.parts].filter((part) => !parts.includes(part))).toEqual([]);
    expect(seen.parts.size).toBeGreaterThan(20);
  });

  it("may be rendered by a page's own Lit, which has its own policy", async () => {
    await bundle(
      "lit.js",
      `import { html, render } from "lit";
       import "reward-redemption/define";
       const { session, server } = document.body.dataset;
       render(html\`<reward-redemption server=\${server} .getSession=\${async () => session}></reward-redemption>\`, document.body);`,
    );
    const { url } = world.server();
    const body = (session: string): string => `<body data-session="${session}" data-server="${url}">`;
    const shopper = await open(
      "packed-lit",
      only("PIXELBARN-50"),
      body,
      "lit.js",
      "lit-html reward-redemption",
    );
    await shopper.sees("details");
    expect(
      shopper.messages.filter((each) => !/^Lit is in dev mode|^Multiple versions of Lit/.test(each)),
    ).toEqual([]);
    await shopper.close();
  });

  it("asks again for a part of the bundle that did not come", async () => {
    const missing = [...files].filter(([name]) => name.startsWith("flow"));
    for (const [name] of missing) files.delete(name);
    const shopper = await open("packed-broken", only("PIXELBARN-50", "PIXELBARN-10"), withServer);
    await shopper.pick("PIXELBARN-50");
    await shopper.sees("problem");
    for (const [name, code] of missing) files.set(name, code);
    await shopper.press("retry");
    await shopper.pick("PIXELBARN-50");
    await shopper.sees("details");
    await shopper.close();
  });

  it("without a server says what to do", async () => {
    const shopper = await open(
      "packed-lost",
      only("PIXELBARN-50"),
      (session) => `<reward-redemption session="${session}"></reward-redemption>`,
    );
    await expect.poll(() => shopper.messages.join("\n")).toContain('Set the attribute or property "server"');
    await shopper.close();
  });
});

describe("the component for React", () => {
  const PAGE = `
    import { createElement as h, StrictMode, useState } from "react";
    import { hydrateRoot } from "react-dom/client";
    import { RewardRedemption } from "reward-redemption/react";
    const { session, server } = document.querySelector("#root").dataset;
    globalThis.heard = [];
    const Page = () => {
      const [count, setCount] = useState(0);
      globalThis.again = () => setCount(count + 1);
      return h(RewardRedemption, {
        server, className: "mine", session, getSession: async () => session,
        messages: { pick_title: "Round " + count },
        onRewardReady: () => heard.push("ready"),
        onRewardSelect: () => heard.push("select in round " + count),
      }, "Your reward");
    };
    hydrateRoot(document.querySelector("#root"), h(StrictMode, null, h(Page)));`;

  it("takes over what a server rendered: no session in the markup, no warning, and all properties and events arrive", async () => {
    await bundle("react.js", PAGE);
    const { url: server } = world.server();
    const props = {
      server,
      className: "mine",
      session: "never-in-markup",
      onRewardReady() {},
      getSession: async () => "",
    };
    const html = renderToString(createElement(RewardRedemption, props, "Your reward"));
    expect(html).toBe(`<reward-redemption server="${server}" class="mine">Your reward</reward-redemption>`);
    const shopper = await open(
      "packed-react",
      only("PIXELBARN-50", "PIXELBARN-10"),
      (session) => `<div id="root" data-session="${session}" data-server="${server}">${html}</div>`,
      "react.js",
    );
    await shopper.sees("open");
    await shopper.reads("Round 0");
    await shopper.page.evaluate(() => (globalThis as unknown as { again(): void }).again());
    await shopper.reads("Round 1");
    await shopper.pick("PIXELBARN-50");
    await shopper.sees("details");
    const heard = await shopper.page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
    expect(heard).toEqual(["ready", "select in round 1"]);
    expect(await shopper.widget.evaluate((host) => host.outerHTML)).not.toMatch(/session|never-in-markup/);
    expect(shopper.messages.filter((each) => !each.includes("React DevTools"))).toEqual([]);
    await shopper.close();
  });
});
