/** The page's own say before a confirmation: `beforeConfirm`. */
import { expect } from "@open-wc/testing";
import type { RewardEventDetail } from "../../widget/events.ts";
import { until } from "./support/fake-clock.ts";
import { FakeServer, openFor } from "./support/fake-server.ts";
import { mount, type Stage } from "./support/mount.ts";

const redeems = ({ server }: Stage): number => server.count("POST /v1/order/redeem");

describe("beforeConfirm", () => {
  it("is asked at the press, with what is confirmed, and false stays on the screen", async () => {
    const asked: RewardEventDetail[] = [];
    const stage = await mount();
    stage.element.beforeConfirm = (detail) => asked.push(detail) > 1;
    await stage.book();
    await stage.press("confirm");
    await until(() => stage.part("confirm").ariaBusy !== "true");
    expect([stage.state, redeems(stage)]).to.deep.equal(["booked", 0]);
    expect(asked).to.deep.equal([{ order_id: "order-1", sku: "A", attempt: 1, state: "booked" }]);
    await stage.press("confirm");
    await stage.shows("redeemed");
    expect([asked.length, redeems(stage)]).to.deep.equal([2, 1]);
  });

  it("may take its time: the button is busy, other presses are not sent, and true goes on", async () => {
    let decide: (may: boolean) => void = () => {};
    const stage = await mount();
    stage.element.beforeConfirm = () => new Promise((resolve) => (decide = resolve));
    await stage.book();
    await stage.press("confirm");
    expect(stage.part("confirm").ariaBusy).to.equal("true");
    await stage.press("confirm");
    expect(redeems(stage)).to.equal(0);
    decide(true);
    await stage.shows("redeemed");
    expect(redeems(stage)).to.equal(1);
  });

  it("that answers after the user went back confirms nothing", async () => {
    let decide: (may: boolean) => void = () => {};
    const stage = await mount();
    stage.element.beforeConfirm = () => new Promise((resolve) => (decide = resolve));
    await stage.book();
    await stage.press("confirm");
    await stage.press("back");
    await stage.shows("open");
    decide(true);
    await stage.clock.pass(1_000);
    expect([stage.state, redeems(stage)]).to.deep.equal(["open", 0]);
  });

  const changes: Record<string, (stage: Stage) => Promise<void>> = {
    "another tab of the order booked another reward": async ({ server }) => {
      server.order = { ...server.order, sku: "B", attempt: 2 };
      document.dispatchEvent(new Event("visibilitychange"));
    },
    "the page gave another order's session": async ({ server, element }) => {
      server.order = { ...server.order, order_id: "order-2" };
      server.sessions.add("session-2");
      element.session = "session-2";
    },
    "the element was away": async ({ element, clock }) => {
      const place = element.parentElement;
      element.remove();
      await clock.pass(200);
      place?.append(element);
    },
  };
  for (const [what, change] of Object.entries(changes))
    it(`that answers after ${what} confirms nothing, and is asked again at the next press`, async () => {
      const answers: ((may: boolean) => void)[] = [];
      const stage = await mount();
      stage.element.beforeConfirm = () => new Promise((resolve) => answers.push(resolve));
      await stage.book();
      await stage.press("confirm");
      await change(stage);
      await until(() => stage.state === "booked" && stage.part("confirm").ariaBusy !== "true");
      answers[0]?.(true);
      await stage.clock.pass(1_000);
      expect([stage.state, redeems(stage)]).to.deep.equal(["booked", 0]);
      await stage.press("confirm");
      expect(answers.length).to.equal(2);
    });

  for (const [what, ask] of [
    ["throws", () => Promise.reject(new Error("no"))],
    ["gives neither true nor false", () => "yes" as never],
  ] as const)
    it(`that ${what} confirms nothing, and the user is told`, async () => {
      const stage = await mount();
      stage.element.beforeConfirm = ask;
      await stage.book();
      await stage.press("confirm");
      await until(() => stage.find("alert"));
      expect([stage.state, redeems(stage)]).to.deep.equal(["booked", 0]);
      expect(stage.part("confirm").ariaBusy).not.to.equal("true");
    });

  it("is asked before a mail is ordered, too", async () => {
    const asked: RewardEventDetail[] = [];
    const server = new FakeServer();
    server.order = openFor("notify");
    const stage = await mount({ server });
    stage.element.beforeConfirm = (detail) => asked.push(detail) === 0;
    await stage.choose();
    await stage.press("confirm");
    await until(() => asked.length === 1);
    expect(asked[0]).to.include({ sku: "A" });
    expect(server.count("POST /v1/order/notify")).to.equal(0);
  });
});
