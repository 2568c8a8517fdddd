/**
 * The attribute `history`: the effects of Back and Forward in the shop, after a reload, and beside a router of the
 * page.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Shopper } from "./shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, startDemo } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

const DESKTOP = { width: 1280, height: 720 };

const visit = (viewport: { width: number; height: number }, query = ""): Promise<Shopper> =>
  demo.visit(`/demo/${query}`, { viewport });

describe("with the attribute `history`", () => {
  const open = async (query = ""): Promise<Shopper> => {
    const shopper = await visit(DESKTOP, query);
    await shopper.part("book").or(shopper.part("reward")).first().waitFor();
    await shopper.page.evaluate(() => history.replaceState({ page: "its own" }, ""));
    return shopper;
  };
  const place = (shopper: Shopper) =>
    shopper.page.evaluate(() => [location.pathname, (history.state as { page?: string } | null)?.page]);

  it("Back goes one screen back and not out of the shop, and the page's own state stays", async () => {
    const shopper = await open();
    const { page } = shopper;
    await shopper.pick("VELMORA-25");
    await shopper.sees("details");
    await page.goBack();
    await shopper.sees("open");
    expect(await place(shopper)).toEqual(["/demo/", "its own"]);
    await shopper.pick("VELMORA-25");
    await shopper.press("book");
    await shopper.sees("booked");
    await page.goBack();
    await shopper.sees("details");
    expect(await shopper.reward("VELMORA-25").getAttribute("aria-current")).toBe("true");
    await page.goBack();
    await shopper.sees("open");
    expect(await place(shopper)).toEqual(["/demo/", "its own"]);
    await shopper.close();
  });

  /** The shop itself: every element has the attribute from the start, also the one for a new order. */
  const openWithIt = async (): Promise<Shopper> => {
    const shopper = await demo.visit("/demo/", { viewport: DESKTOP });
    await shopper.sees("open");
    return shopper;
  };
  const hasSteps = (shopper: Shopper) =>
    shopper.page.evaluate(() => "reward-redemption" in (history.state ?? {}));

  it("a reloaded page has as many steps as its screen, and Back does something each time", async () => {
    const shopper = await openWithIt();
    const { page } = shopper;
    await shopper.pick("VELMORA-25");
    await shopper.press("book");
    await shopper.sees("booked");
    await page.reload();
    await shopper.sees("booked");
    await page.goBack();
    await shopper.sees("details");
    await page.goBack();
    await shopper.sees("open");
    await page.goBack();
    expect(page.url()).toBe("about:blank");
    await shopper.close();
  });

  it("a reward that was only looked at is forgotten after a reload, and so is its step", async () => {
    const shopper = await openWithIt();
    const { page } = shopper;
    await shopper.pick("VELMORA-25");
    await shopper.sees("details");
    await page.waitForFunction(() => "reward-redemption" in (history.state ?? {}));
    await page.reload();
    await shopper.sees("open");
    await page.waitForFunction(() => !("reward-redemption" in (history.state ?? {})));
    await page.goBack();
    expect(page.url()).toBe("about:blank");
    await shopper.close();
  });

  it("an element that a router draws again takes over the steps of the earlier element", async () => {
    const shopper = await openWithIt();
    const { page } = shopper;
    await shopper.pick("VELMORA-25");
    await shopper.sees("details");
    await page.evaluate(() => {
      const before = document.querySelector("reward-redemption");
      history.pushState({ route: "/elsewhere" }, "");
      before?.remove();
      addEventListener("popstate", () => {
        if (document.querySelector("reward-redemption") || !before) return;
        document.querySelector("main")?.append(before);
      });
    });
    expect(await hasSteps(shopper)).toBe(false);
    await page.goBack();
    await shopper.sees("details");
    await page.goBack();
    await shopper.sees("open");
    await page.waitForFunction(() => !("reward-redemption" in (history.state ?? {})));
    await page.goBack();
    expect(page.url()).toBe("about:blank");
    await shopper.close();
  });

  it("the back button also removes the step, and Forward starts nothing", async () => {
    const shopper = await open();
    const { page } = shopper;
    await shopper.pick("VELMORA-25");
    await shopper.sees("details");
    await shopper.press("back");
    await shopper.sees("open");
    await page.waitForFunction(() => !("reward-redemption" in (history.state ?? {})));
    await page.goForward();
    await page.waitForFunction(() => !("reward-redemption" in (history.state ?? {})));
    await shopper.sees("open");
    await shopper.close();
  });

  it("Back from a code shows its masked pass, and the next Back is the page's own", async () => {
    const shopper = await open("?shape=code-c128");
    const { page } = shopper;
    await shopper.press("book");
    await shopper.sees("booked");
    await shopper.press("confirm");
    await shopper.sees("redeemed");
    await shopper.part("code-value").first().waitFor();
    await page.goBack();
    await shopper.part("reveal").first().waitFor();
    expect(await shopper.part("code-value").count()).toBe(0);
    await shopper.sees("redeemed");
    expect(await place(shopper)).toEqual(["/demo/", "its own"]);
    await page.goBack();
    expect(page.url()).toBe("about:blank");
    await shopper.close();
  });

  it("Back closes the screen for the till before it masks the code", async () => {
    const shopper = await open("?shape=code-c128");
    const { page } = shopper;
    await shopper.press("book");
    await shopper.press("confirm");
    await shopper.press("till");
    await shopper.part("close").waitFor();
    await page.goBack();
    await shopper.part("close").waitFor({ state: "detached" });
    await shopper.part("code-value").first().waitFor();
    await page.goBack();
    await shopper.part("reveal").first().waitFor();
    expect(await shopper.part("code-value").count()).toBe(0);
    await page.goBack();
    expect(page.url()).toBe("about:blank");
    await shopper.close();
  });

  it("a page shows no earlier code when the user comes back from another page", async () => {
    const shopper = await open("?shape=code-c128");
    const { page } = shopper;
    await shopper.press("book");
    await shopper.press("confirm");
    await shopper.part("code-value").first().waitFor();
    await page.goto("about:blank");
    await page.goBack();
    await shopper.part("reveal").first().waitFor();
    expect(await shopper.part("code-value").count()).toBe(0);
    await page.waitForFunction(() => !("reward-redemption" in (history.state ?? {})));
    await shopper.close();
  });
});
