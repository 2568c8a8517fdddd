/** The attribute `history`: what the steps that are taken back do to the window. The journeys press Back itself. */
import { expect, fixture, html } from "@open-wc/testing";
import { until } from "./support/fake-clock.ts";
import { mount } from "./support/mount.ts";

/** A page on which the widget stands below the first window, and something below it. */
const page = () =>
  fixture<HTMLElement>(html`<main style="padding-block: 3000px; min-height: 9000px"></main>`);
const stepsAreLeft = () => until(() => !("reward-redemption" in (history.state ?? {})), "steps taken back");
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

describe("with the attribute `history`", () => {
  it("a code stays in sight when the steps that led to it are taken back", async () => {
    scrollTo(0, 0);
    const stage = await mount({ into: await page(), attributes: { history: "" } });
    // A browser takes its time with it.
    const left = new Promise<number>((leave) => {
      Object.defineProperty(history, "go", { configurable: true, value: leave });
    });
    await stage.redeem();
    Reflect.deleteProperty(history, "go");
    await drawn();
    const before = scrollY;
    history.go(await left);
    await stepsAreLeft();
    await drawn();
    expect(before).to.be.above(2_000);
    expect(scrollY).to.equal(before);
  });

  it("the page's own entry remembers its place again as soon as no step lies above it", async () => {
    const stage = await mount({ into: await page(), attributes: { history: "" } });
    await stage.book();
    expect(history.scrollRestoration).to.equal("manual");
    await stage.press("confirm");
    await stage.shows("redeemed");
    await stepsAreLeft();
    await until(() => history.scrollRestoration === "auto", "the page's own entry remembers its place");
  });
});
