/**
 * In every engine: from the picker to the code, and from a grant to three rewards that are found in another browser, by keyboard
 * alone, on a customer's page of another origin under the strictest policy. The browser itself reports violations of the policy to the
 * customer's server.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PROMOTIONS } from "../../demo/fulfillment/app.ts";
import { ENGINES } from "../browsers/engines.ts";
import { EMAIL } from "../support/host-page.ts";
import { openTab, type Tab } from "./engines.ts";
import { createWorld, JOURNEY_TIMEOUTS, SOON, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

/** After a search there are few stops; with more than this the target is not among them. */
const STOPS_MOST = 40;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** The focused part or element inside the widget, or `page`; and whether the user can see it. */
const here = () => {
  const root = document.querySelector("reward-redemption, reward-wallet")?.shadowRoot;
  const active = root?.activeElement;
  if (!active) return "page";
  const sku = active instanceof HTMLElement && active.dataset.sku;
  const { outlineStyle, outlineWidth } = getComputedStyle(active);
  const unseen = outlineStyle === "none" || outlineWidth === "0px" ? " unseen" : "";
  return (active.part[0] ?? active.localName) + (sku ? ` ${sku}` : "") + unseen;
};

const state = () => document.querySelector<HTMLElement>("reward-redemption, reward-wallet")?.dataset.state;

const codes = () =>
  [
    ...(document
      .querySelector("reward-redemption, reward-wallet")
      ?.shadowRoot?.querySelectorAll("[part~=code]") ?? []),
  ].map((code) => ({
    usage: code.getAttribute("data-usage"),
    value: code.querySelector("[part~=code-value]")?.textContent,
  }));

const words = () => document.querySelector("reward-redemption, reward-wallet")?.shadowRoot?.textContent;

/** Whether the button that leads on is disabled. */
const isOnDimmed = () =>
  document
    .querySelector("reward-redemption, reward-wallet")
    ?.shadowRoot?.querySelector("[part~=book],[part~=confirm]")?.ariaDisabled;

/** Whether the barcode fills the screen. */
const isAtTill = () =>
  document
    .querySelector("reward-redemption, reward-wallet")
    ?.shadowRoot?.querySelector("dialog.till[open]") !== null;

/** Everything that has a part, named as above. */
const shown = () =>
  [
    ...(document
      .querySelector("reward-redemption, reward-wallet")
      ?.shadowRoot?.querySelectorAll<HTMLElement>("[part]") ?? []),
  ].map((element) => [element.part[0], element.dataset.sku].filter(Boolean).join(" "));

/**
 * Moves the focus to a stop once the stop is visible. Earlier, controls that load with the reward's details would be
 * skipped. Firefox, after leaving the end of a page, returns to the last stop of a shadow root instead of the first, on
 * any page.
 */
async function goTo(tab: Tab, stop: string, key = "Tab"): Promise<void> {
  await expect.poll(() => tab.evaluate(shown), SOON).toContain(stop);
  const passed: string[] = [];
  for (let stops = 0; stops < STOPS_MOST; stops++) {
    await tab.press(key);
    passed.push(await tab.evaluate(here));
    if (passed.at(-1) === stop) return;
  }
  expect.fail(`${key} never reached ${stop}, but ${passed.join(", ")}`);
}

/** Waits until the screen is there and its heading has the focus. */
async function arrives(tab: Tab, screen: string): Promise<void> {
  await expect.poll(() => tab.evaluate(state), SOON).toBe(screen);
  await expect.poll(() => tab.evaluate(here), SOON).toBe("title");
}

/** Finds a reward by its words, and chooses and confirms it. @param amount where the user says how much */
async function choose(tab: Tab, search: string, sku: string, amount?: string): Promise<void> {
  await goTo(tab, "search");
  await tab.type(search);
  await goTo(tab, `reward ${sku}`);
  await tab.press("Enter");
  await arrives(tab, "details");
  if (amount !== undefined) {
    await goTo(tab, "amount");
    await tab.type(amount);
  }
  await goTo(tab, "book");
  await expect.poll(() => tab.evaluate(isOnDimmed), SOON).toBe("false");
  await tab.press("Enter");
  await arrives(tab, "booked");
  await expect.poll(() => tab.evaluate(isOnDimmed), SOON).toBe("false");
  await goTo(tab, "confirm");
  await tab.press("Enter");
  await arrives(tab, "redeemed");
}

const reads = (tab: Tab, what: string) => expect.poll(() => tab.evaluate(words), SOON).toContain(what);

/** The rewards of a list, as their words. */
const owned = () =>
  [
    ...(document
      .querySelector("reward-redemption, reward-wallet")
      ?.shadowRoot?.querySelectorAll<HTMLElement>("[part~=owned]") ?? []),
  ].map((row) => row.textContent?.replace(/\s+/g, " ").trim());

describe.each(ENGINES)("$name", ({ name, isThere }) => {
  // A missing engine was reported before the tests began, and is an error in CI.
  it.runIf(isThere())(
    "by keyboard alone to the billed code, without a violation of the page's own policy",
    async () => {
      const order = `engine-${name}`;
      const tab = await openTab(name);
      try {
        await tab.goto(world.host.page(order, { promotion_id: String(PROMOTIONS.main), max_amount: "40" }));
        await expect.poll(() => tab.evaluate(state), SOON).toBe("open");
        expect(await tab.evaluate(here)).toBe("page");

        await goTo(tab, "search");
        await tab.type("velmora");
        await goTo(tab, "reward VELMORA-VAR");
        await tab.press("Enter");
        await arrives(tab, "details");

        await goTo(tab, "amount");
        await tab.type("40");
        await goTo(tab, "book");
        await goTo(tab, "amount", "Shift+Tab");
        await goTo(tab, "book");
        await expect.poll(() => tab.evaluate(isOnDimmed), SOON).toBe("false");
        await tab.press("Space");
        await arrives(tab, "booked");

        await expect.poll(() => tab.evaluate(isOnDimmed), SOON).toBe("false");
        await goTo(tab, "confirm");
        await tab.press("Enter");
        await arrives(tab, "redeemed");

        await goTo(tab, "reveal");
        await tab.press("Space");
        await expect.poll(() => tab.evaluate(here), SOON).toBe("code-value");
        const [billed] = await world.billed(order);
        expect(billed).toMatchObject({ sku: "VELMORA-VAR", amount: 40 });
        const values = ["primary", "security"].map((usage) => ({
          usage,
          value: billed?.codes.find((item) => item.usage === usage)?.value,
        }));
        expect(await tab.evaluate(codes)).toEqual(values);
        await goTo(tab, "copy");
        await tab.press("Enter");
        await expect.poll(() => tab.evaluate(words), SOON).toContain("PIN copied.");

        await obeys(tab, order);
      } finally {
        await tab.close();
      }
    },
  );

  it.runIf(isThere())(
    "by keyboard alone from 100 dollars to three rewards, and to the list of them in another browser",
    async () => {
      const grant = `engine-grant-${name}`;
      const member = `member-${name}`;
      const page = world.host.page(grant, {
        promotion_id: String(PROMOTIONS.main),
        grant_id: grant,
        amount: "100",
        currency: "USD",
        user: { email: EMAIL, id: member },
      });
      const tab = await openTab(name);
      try {
        await tab.goto(page);
        await reads(tab, "You have $100 to spend");
        await choose(tab, "plumvale", "PLUMVALE-CODE-PIN-C128-30");
        await goTo(tab, "next");
        await tab.press("Enter");
        await arrives(tab, "open");
        await choose(tab, "tundrel", "TUNDREL-LINK-PLAIN-12");
        await goTo(tab, "next");
        await tab.press("Enter");
        await arrives(tab, "open");
        await reads(tab, "You have $58 to spend");
        await choose(tab, "velmora", "VELMORA-VAR", "58");
        await reads(tab, "Your balance is spent.");
        await obeys(tab, grant);
      } finally {
        await tab.close();
      }
      const billed = await world.billed(`${grant}.`);
      expect(billed.map(({ amount }) => amount).toSorted()).toEqual([12, 30, 58]);

      const other = await openTab(name);
      try {
        const list = `engine-list-${name}`;
        await other.goto(world.host.page(list, { rewards_of: member }));
        await expect.poll(() => other.evaluate(owned), SOON).toHaveLength(3);
        // The newest is the first one.
        await goTo(other, "owned");
        await other.press("Enter");
        await arrives(other, "redeemed");
        // It stands above the pass.
        await goTo(other, "used", "Shift+Tab");
        await other.press("Enter");
        await arrives(other, "rewards");
        await reads(other, "Used (1)");
        await goTo(other, "owned");
        await goTo(other, "owned");
        await other.press("Enter");
        await arrives(other, "redeemed");
        await reads(other, "Plumvale");
        await goTo(other, "till");
        await other.press("Enter");
        await expect.poll(() => other.evaluate(isAtTill), SOON).toBe(true);
        await obeys(other, list);
      } finally {
        await other.close();
      }
    },
  );
});

/**
 * Checks that no violation was reported, and that the browser does report: a violation by the page itself is blocked,
 * and is the first one reported.
 */
async function obeys(tab: Tab, order: string): Promise<void> {
  const refused = await tab.evaluate(() => {
    const loose = document.createElement("p");
    try {
      loose.innerHTML = "<b>as a string</b>";
      return "let through";
    } catch (error) {
      return error instanceof TypeError && loose.childNodes.length === 0 ? "refused" : String(error);
    }
  });
  expect(refused).toBe("refused");
  await expect.poll(() => told(order), SOON).not.toEqual([]);
  expect(told(order)).toEqual(["require-trusted-types-for trusted-types-sink"]);
}

/** The reported violations, except for the page's icon, which a browser with tabs requests by itself. */
const told = (order: string): string[] =>
  world.host
    .violations(order)
    .filter((report) => report["blocked-uri"] !== `${world.host.origin}/favicon.ico`)
    .map(
      (report) => `${report["effective-directive"] ?? report["violated-directive"]} ${report["blocked-uri"]}`,
    );
