/** From the press that confirms to the first answer: the screens and their times. */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { booked, data, FakeServer, openFor, processing } from "../support/fake-server.ts";
import { mount, type Stage, type Wishes } from "../support/mount.ts";

type Answer = (response: Response) => void;

/** Ready to be confirmed; the test decides when the confirmation is answered. */
async function confirmable(
  delivery: "redeem" | "notify",
  wishes: Wishes = {},
): Promise<{ stage: Stage; answer: Answer }> {
  const server = new FakeServer();
  server.order = { ...(delivery === "notify" ? openFor("notify") : booked()), reference: "R-1" };
  let answer: Answer = () => {};
  const pending = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  server.reply(`POST /v1/order/${delivery}`, () => pending);
  const stage = await mount({ server, ...wishes });
  if (delivery === "notify") await stage.choose("A");
  else await stage.shows("booked");
  await stage.settle();
  await until(() => stage.part("confirm").ariaDisabled === "false", "confirm can be pressed");
  return { stage, answer };
}

const pass = async (stage: Stage, milliseconds: number): Promise<void> => {
  await stage.clock.pass(milliseconds);
  await stage.element.updateComplete;
};
const LEAVE = "You can leave this page. The result will be here when you come back.";
/** Whether the words are visible. */
const isLeaveSeen = (stage: Stage): boolean =>
  [...stage.root.querySelectorAll("p")].some(
    (each) => each.textContent?.includes(LEAVE) && getComputedStyle(each).visibility === "visible",
  );

describe("a confirmation on its way", () => {
  for (const delivery of ["redeem", "notify"] as const)
    it(`${delivery}: keeps its screen for 300 ms, with a busy button, and then shows the time`, async () => {
      const { stage, answer } = await confirmable(delivery);
      const title = stage.part("title");
      const confirm = stage.part("confirm");
      confirm.focus();
      await stage.press("confirm");
      expect(stage.state, "the page is told at once").to.equal("processing");
      await pass(stage, 299);
      expect([stage.part("title"), stage.part("confirm")], "the same picture").to.deep.equal([
        title,
        confirm,
      ]);
      expect([confirm.ariaDisabled, confirm.ariaBusy, confirm.textContent?.trim()]).to.deep.equal([
        "true",
        "true",
        "One moment…",
      ]);
      expect(stage.root.activeElement, "the focus stays").to.equal(confirm);
      await expect(stage.element).to.be.accessible();
      confirm.click();
      confirm.click();
      await pass(stage, 1);
      expect(stage.part("title").textContent).to.equal("Getting your reward");
      expect(stage.root.activeElement).to.equal(stage.part("title"));
      expect(stage.server.count(`POST /v1/order/${delivery}`), "once").to.equal(1);
      answer(data(processing(delivery)));
      await until(() => /still checking/.test(stage.text));
    });

  it("says after two seconds without an answer that nobody needs to wait, and moves nothing", async () => {
    const { stage, answer } = await confirmable("redeem", {
      attributes: { support: "https://shop.example/help" },
    });
    await stage.press("confirm");
    await pass(stage, 1_999);
    expect([isLeaveSeen(stage), stage.announced]).to.deep.equal([false, ""]);
    const { height } = stage.element.getBoundingClientRect();
    const tops = () =>
      [".pass", ".help"].map((each) => {
        const element = stage.root.querySelector(each) ?? expect.fail(`no ${each}`);
        return element.getBoundingClientRect().top;
      });
    const before = tops();
    await pass(stage, 1);
    expect(isLeaveSeen(stage)).to.equal(true);
    expect(stage.announced).to.contain(LEAVE);
    expect(stage.element.getBoundingClientRect().height).to.equal(height);
    expect(tops()).to.deep.equal(before);
    answer(data(processing("redeem")));
    await until(() => /still checking/.test(stage.text));
    expect(isLeaveSeen(stage), "and it still is").to.equal(true);
  });
});
