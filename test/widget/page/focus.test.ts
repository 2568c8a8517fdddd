/** Where the focus goes, and what is scrolled into sight; keyboard only. */
import { expect } from "@open-wc/testing";
import { sendKeys } from "@web/test-runner-commands";
import { until } from "../support/fake-clock.ts";
import { FakeServer, problem, redeemed, SECRET_CODE } from "../support/fake-server.ts";
import { mount } from "../support/mount.ts";
import { columnOf } from "../support/scenes.ts";

/** More tabs than any screen of these tests has focusable elements. */
const MOST_TABS = 20;

describe("focus and keyboard", () => {
  it("goes to the failure, right above the pressed button", async () => {
    const stage = await mount();
    stage.server.reply("POST /v1/order/book", () => problem("upstream_unavailable"));
    await stage.pick("A");
    await stage.press("book");
    await until(() => stage.find("alert"));
    await stage.element.updateComplete;
    const alert = stage.part("alert");
    expect(stage.root.activeElement === alert, "the focus is on the alert").to.equal(true);
    expect(alert.nextElementSibling?.contains(stage.part("book"))).to.equal(true);
  });

  it("leaves the page's focus alone until the user acted here", async () => {
    const stage = await mount();
    await stage.shows("open");
    expect(document.activeElement).not.to.equal(stage.element);
  });

  it("moves the focus to the heading of each new screen", async () => {
    const stage = await mount();
    await stage.pick("A");
    expect(stage.root.activeElement?.tagName).to.equal("H2");
    await stage.press("book");
    await stage.shows("booked");
    expect(stage.root.activeElement?.textContent).to.match(/confirm/i);
  });

  it("scrolls to a ready reward from its top; to code and button where these fit alone", async () => {
    // Longer than a narrow column at two pixels per module: the code is turned, and higher than the window allows.
    const turned = "60064912869999112233445566778899";
    for (const [width, payload, fits, message] of [
      [320, turned, "title"],
      [320, SECRET_CODE, "all"],
      [320, undefined, "all"],
      [640, SECRET_CODE, "all"],
      [780, SECRET_CODE, "all"],
      [320, SECRET_CODE, "code and button", "Thank you for three years with us. ".repeat(5)],
      [780, undefined, "all"],
    ] as const) {
      const hasBarcode = payload !== undefined;
      const column = columnOf(width);
      column.style.padding = "200px 0 1000px";
      const server = new FakeServer();
      const { barcode, ...codes } = server.codes;
      server.codes = hasBarcode
        ? { ...codes, barcode: { type: "c128", value: payload } }
        : { ...codes, items: codes.items.slice(0, 1) };
      if (message) server.order = { ...server.order, message };
      const stage = await mount({ server, into: column });
      scrollTo(0, 0);
      await stage.redeem();
      await until(() => !hasBarcode || stage.find("barcode"), "the barcode");
      const { top } = stage.element.getBoundingClientRect();
      const main = stage.root.querySelector(".pass .main") ?? expect.fail("no main button");
      const { bottom } = main.getBoundingClientRect();
      const code = stage.root.querySelector(".pass .room, .pass .code")?.getBoundingClientRect().top;
      const heading = stage.root.querySelector(".won")?.getBoundingClientRect() ?? expect.fail("no heading");
      const said = `${width}, ${payload ?? "no barcode"}: ${top} to ${bottom} of ${innerHeight}`;
      column.remove();
      scrollTo(0, 0);
      expect(code, said).to.be.within(-1, innerHeight);
      expect(bottom < innerHeight, said).to.equal(fits !== "title");
      expect(top > -1, said).to.equal(fits !== "code and button");
      expect(heading.top > -1 || heading.bottom < 1, `the heading is not cut: ${said}`).to.equal(true);
    }
  });

  it("goes to the heading if a button was removed without a new screen", async () => {
    const server = new FakeServer().reply("POST /v1/order/codes", () => problem("upstream_unavailable"));
    server.order = redeemed();
    const stage = await mount({ server });
    await until(() => stage.find("retry"));
    stage.part("retry").focus();
    await stage.press("retry");
    expect(stage.root.activeElement?.tagName).to.equal("H2");
  });

  it("needs nothing but the keyboard from choice to code", async () => {
    const stage = await mount();
    await until(() => stage.all("reward").length > 0);
    const goTo = async (part: string) => {
      for (let tabs = 0; tabs < MOST_TABS; tabs++) {
        await sendKeys({ press: "Tab" });
        if (stage.root.activeElement?.matches(`[part~="${part}"]`)) return;
      }
      throw new Error(`${part} cannot be reached`);
    };
    await goTo("reward");
    await sendKeys({ press: "Enter" });
    await until(() => stage.find("terms"));
    await goTo("book");
    await sendKeys({ press: "Enter" });
    await stage.settle();
    await until(() => stage.find("confirm")?.ariaDisabled === "false");
    await goTo("confirm");
    await sendKeys({ press: " " });
    await until(() => stage.find("code"));
    await goTo("reveal");
    await sendKeys({ press: "Enter" });
    await until(() => stage.all("code-value").length === 2);
  });
});
