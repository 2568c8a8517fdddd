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

  it("a page that controls its own scrolling keeps that, also after Back and Forward", async () => {
    history.scrollRestoration = "manual";
    const stage = await mount({ into: await page(), attributes: { history: "" } });
    await stage.redeem();
    await isAt(1);
    const passed: number[] = [];
    const pressed = new AbortController();
    addEventListener("popstate", () => passed.push(depth()), pressed);
    history.back();
    await isAt(0);
    history.forward();
    await until(() => passed.length === 3, "Back, Forward, and back again");
    pressed.abort();
    await new Promise((done) => setTimeout(done));
    expect(history.scrollRestoration).to.equal("manual");
    history.scrollRestoration = "auto";
  });

  it("Forward pressed at once after Back does not change the position of the page's own entry", async () => {
    const stage = await mount({ into: await page(), attributes: { history: "" } });
    await stage.redeem();
    await isAt(1);
    // The page's own entry gets its setting back when the browser reaches it: here only after Forward was pressed.
    const late: (() => void)[] = [];
    const ownTimeout = window.setTimeout;
    Object.assign(window, { setTimeout: (run: () => void) => late.push(run) });
    const passed: number[] = [];
    const pressed = new AbortController();
    addEventListener(
      "popstate",
      () => {
        passed.push(depth());
        if (depth() > 0) {
          Object.assign(window, { setTimeout: ownTimeout });
          for (const run of late) run();
        }
      },
      pressed,
    );
    history.back();
    await isAt(0);
    history.forward();
    await until(() => passed.length === 3, "Back, Forward, and back again");
    pressed.abort();
    expect(passed).to.deep.equal([0, 1, 0]);
    await stage.press("reveal");
    await isAt(1);
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
