/**
 * Every example of the documents, every live state and the front page's plug, in every engine: each runs in a sandbox of its own, in a
 * site below a path.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ENGINES } from "../browsers/engines.ts";
import { addressesIn, siteFolder } from "../support/site.ts";
import { type StaticHost, serveFolder } from "../support/static-host.ts";
import { openTab, type Tab } from "./engines.ts";
import { JOURNEY_TIMEOUTS } from "./world.ts";

vi.setConfig({ ...JOURNEY_TIMEOUTS, testTimeout: 240_000 });

const PLACE = "/a/b/";
/** A screen that was reached, or what happened before the user came. */
const REACHED = /^(?:reward-(?:ready|error)|order\.\w+)$/;
/** Beside other browsers on two cores each page takes its time. */
const SOON = { timeout: 60_000, interval: 50 };

let folder: string;
let host: StaticHost;
let root: string;
/** What the sandbox's module waits for. */
let sandboxHeld: Promise<void> | undefined;
beforeAll(async () => {
  folder = await siteFolder();
  host = await serveFolder(folder, {
    places: [PLACE],
    instead: async (path) => {
      if (path.endsWith("/sandbox.js")) await sandboxHeld;
      return undefined;
    },
  });
  root = host.url + PLACE;
});
afterAll(() => host.close());

/** In the page: what has become of each example. Whatever is not in sight is begun when it is. */
const examples = () => {
  const figures = [...document.querySelectorAll<HTMLElement>("figure.live")];
  figures.find(({ dataset }) => dataset.last === undefined)?.scrollIntoView({ block: "center" });
  return figures.map(({ dataset }) => dataset.last ?? "").join(" ");
};
/** In the page: presses the next state, once the one before is there. */
const nextState = () => {
  const buttons = [...document.querySelectorAll<HTMLElement>("td > button[aria-pressed]")];
  const figure = document.querySelector<HTMLElement>("figure.states");
  const frame = figure?.querySelector("iframe")?.contentDocument;
  const element = frame?.querySelector<HTMLElement>("reward-redemption, reward-wallet");
  const at = buttons.findIndex(({ ariaPressed }) => ariaPressed === "true");
  const shown = element?.dataset.state;
  if (buttons.length === 0 || (at !== -1 && (!shown || shown === "loading" || !figure?.dataset.last)))
    return "";
  const seen = at === -1 ? "" : `${buttons[at]?.textContent}: ${figure?.dataset.last} ${shown}`;
  buttons[at + 1]?.click();
  return at + 1 === buttons.length ? `${seen}\n` : seen;
};

type Described = Readonly<Record<(typeof GROUPS)[number], readonly { readonly name: string }[]>>;
const GROUPS = ["attributes", "properties", "customProperties", "parts", "events"] as const;
/** In the page: turns every knob. */
const turnKnobs = () => {
  const given: Record<string, string> = { server: "https://rewards.example", locale: "fr", messages: "{}" };
  for (const control of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    ".knobs input, .knobs select",
  )) {
    if (control instanceof HTMLSelectElement) control.value = "dark";
    else if (control.type === "checkbox") control.checked = true;
    else if (control.type === "color") control.value = "#aa2200";
    else control.value = given[control.id.replace(/^knob-\w+-/, "")] ?? "0";
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
};
/** In the page: whether the knobs are, and the example as it is without them. */
const isThere = () =>
  document.querySelector(".knobs") !== null &&
  document.querySelector<HTMLElement>("figure.live")?.dataset.last !== undefined;
/** In the page: whether the example is there as it was turned. */
const isTurned = () => {
  const frame = document.querySelector<HTMLIFrameElement>("figure.live iframe")?.contentDocument;
  const element = frame?.querySelector<HTMLElement>("reward-redemption");
  const style = element && frame?.defaultView?.getComputedStyle(element);
  return (
    element?.dataset.state === "open" &&
    element.getAttribute("theme") === "dark" &&
    element.hasAttribute("history") &&
    style?.getPropertyValue("--reward-accent").trim() === "#aa2200"
  );
};

describe.each(ENGINES.map(({ name }) => name))("in %s", (engine) => {
  let tab: Tab;
  beforeAll(async () => {
    tab = await openTab(engine);
  });
  afterAll(() => tab.close());

  it("every example runs without an error", async () => {
    const pages = addressesIn(folder).filter((address) =>
      readFileSync(join(folder, address, "index.html"), "utf8").includes('<figure class="live"'),
    );
    expect(pages.length).toBeGreaterThan(6);
    for (const page of pages) {
      await tab.goto(root + page);
      const ends = async (): Promise<string[]> => (await tab.evaluate(examples)).split(" ");
      await vi.waitUntil(async () => (await ends()).every((end) => end !== ""), SOON);
      for (const end of await ends()) expect(end, page).toMatch(REACHED);
    }
  });

  it("every state is reached", async () => {
    await tab.goto(`${root}element/states/`);
    const seen: string[] = [];
    await vi.waitUntil(
      async () => {
        const state = await tab.evaluate(nextState);
        if (state !== "") seen.push(state.trim());
        return state.endsWith("\n");
      },
      { ...SOON, timeout: 100_000 },
    );
    expect(seen.length).toBeGreaterThan(20);
    for (const state of seen) expect(state).toMatch(/: (?:reward-(?:ready|error)|order\.\w+) \w+/);
  });

  it("a knob writes what it is named after into the example, which runs with it", async () => {
    const described = JSON.parse(readFileSync(join(folder, "element.json"), "utf8")) as Described;
    const names = GROUPS.flatMap((group) => described[group].map(({ name }) => name));
    await tab.goto(`${root}element/knobs/`);
    // WebKit's loader of modules may never end in a frame that is taken away while it loads (seen in WebKitGTK 2.50).
    await vi.waitUntil(() => tab.evaluate(isThere), SOON);
    await tab.evaluate(turnKnobs);
    await vi.waitUntil(() => tab.evaluate(isTurned), SOON);
    const code = await tab.evaluate(() => document.querySelector("textarea")?.value);
    expect(names.filter((name) => name !== "session" && !code?.includes(name))).toEqual([]);
  });

  it("the front page's first cards do not wait for the server in the tab", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    sandboxHeld = promise;
    try {
      await tab.goto(root);
      const state = () => document.querySelector("reward-redemption")?.getAttribute("data-state");
      await vi.waitUntil(async () => (await tab.evaluate(state)) === "open", SOON);
    } finally {
      sandboxHeld = undefined;
      resolve();
    }
  });

  it("the plug of the front page leaves one code, billed once", async () => {
    await tab.goto(root);
    const step = () => {
      const element = document.querySelector<HTMLElement>("reward-redemption");
      const part = (name: string) => element?.shadowRoot?.querySelector<HTMLElement>(`[part~=${name}]`);
      const plug = document.querySelector<HTMLElement>("[data-plug=service]");
      const counts = [...document.querySelectorAll<HTMLElement>("[data-count]")];
      const isPulled = plug?.dataset.pulled === "yes";
      if (!part("reward") && !element?.dataset.state) return "";
      if (!isPulled && plug) {
        plug.click();
        plug.dataset.pulled = "yes";
      }
      if (element?.dataset.state === "open") part("reward")?.click();
      else if (element?.dataset.state === "details") part("book")?.click();
      else if (element?.dataset.state === "booked") part("confirm")?.click();
      const verdict = document.querySelector(".verdict")?.textContent;
      return verdict
        ? counts.map(({ dataset, textContent }) => `${dataset.count}=${textContent}`).join(" ")
        : "";
    };
    let counted = "";
    await vi.waitUntil(async () => {
      counted = await tab.evaluate(step);
      return counted !== "";
    }, SOON);
    expect(counted).toMatch(/confirmations=1 lost=1 looked=[1-9] billed=1/);
  });
});
