/** The attribute `history`: how the window scrolls when steps are removed. The journeys press Back itself. */
import { expect, fixture, html } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { mount } from "../support/mount.ts";

/** A page with the widget below the first window, and contents below the widget. */
const page = () =>
  fixture<HTMLElement>(html`<main style="padding-block: 3000px; min-height: 9000px"></main>`);
const depth = (): number =>
  Math.max(0, ...(Object.values(history.state?.["reward-redemption"]?.depths ?? {}) as number[]));
const isAt = (steps: number) => until(() => depth() === steps, `${steps} steps above the page's own entry`);
/** Removes the element's entries while it is on the page, so that no step remains for the next test. */
const leaveSteps = async () => {
  if (depth() > 0) history.go(-depth());
  await isAt(0);
  await until(() => history.scrollRestoration === "auto", "the page's own entry remembers its place");
};
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

describe("with the attribute `history`", () => {
  it("a code stays in sight when the steps before it are removed", async () => {
    scrollTo(0, 0);
    const stage = await mount({ into: await page(), attributes: { history: "" } });
    // A browser removes a step asynchronously.
    const left = new Promise<number>((leave) => {
      Object.defineProperty(history, "go", { configurable: true, value: leave });
    });
    await stage.redeem();
    Reflect.deleteProperty(history, "go");
    await drawn();
    const before = scrollY;
    history.go(await left);
    await isAt(1);
    await drawn();
    expect(before).to.be.above(2_000);
    expect(scrollY).to.equal(before);
    await leaveSteps();
  });

  it("the page's own entry remembers its scroll position again as soon as no step is above it", async () => {
    const stage = await mount({ into: await page(), attributes: { history: "" } });
    await stage.book();
    expect(history.scrollRestoration).to.equal("manual");
    await stage.press("confirm");
    await stage.shows("redeemed");
    await isAt(1);
    expect(history.scrollRestoration).to.equal("manual");
    await leaveSteps();
  });

  it("Back from shown codes shows their masked pass, and Forward does not show them again", async () => {
    const stage = await mount({ into: await page(), attributes: { history: "" } });
    await stage.redeem();
    await isAt(1);
    expect(stage.all("code-value").length).to.be.above(0);
    history.back();
    await isAt(0);
    expect(stage.element.dataset.state).to.equal("redeemed");
    expect(stage.all("code-value").length).to.equal(0);
    const passed: number[] = [];
    addEventListener("popstate", () => passed.push(depth()));
    history.forward();
    await until(() => passed.length === 2, "Forward, and back again");
    expect(passed).to.deep.equal([1, 0]);
    expect(stage.all("code-value").length).to.equal(0);
    await stage.press("reveal");
    await isAt(1);
    expect(stage.all("code-value").length).to.be.above(0);
    await leaveSteps();
  });
});
