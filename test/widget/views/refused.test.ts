/** The texts for a reward that is worth too much, and for a hold that cannot be confirmed. */
import { expect } from "@open-wc/testing";
import type { Order } from "../../../shared/wire.ts";
import { until } from "../support/fake-clock.ts";
import { FakeServer, ORDER, problem, processing, reward } from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";

const words = (element: Element | undefined): string =>
  element?.textContent?.replace(/\s+/g, " ").trim() ?? "";
const cardOf = (stage: Stage, sku: string): string =>
  words(stage.all("reward").find((card) => card.dataset.sku === sku));

describe("a card", () => {
  const rewards = [
    reward("A", { value: { amount: 30, currency: "USD" } }),
    reward("B", { value: { amount: 12.5, currency: "USD" } }),
    reward("C", { value: { amount: 30 } }),
    reward("D"),
    reward("E", { free_value: true, min_amount: "5", max_amount: "150" }),
  ];
  const shown = async (more: Partial<Order>): Promise<Stage> => {
    const server = new FakeServer();
    server.order = { ...ORDER, ...more };
    server.rewards = rewards;
    const stage = await mount({ server });
    await stage.shows("open");
    await until(() => stage.all("reward").length > 0);
    return stage;
  };

  it("shows a reward's worth, if that is known", async () => {
    const stage = await shown({});
    expect(cardOf(stage, "A")).to.contain("$30").and.not.contain("$30.");
    expect(cardOf(stage, "B")).to.contain("$12.50");
    expect(cardOf(stage, "C")).to.contain("30").and.not.contain("$");
    expect(cardOf(stage, "D")).not.to.match(/\d/);
    await expect(stage.element).to.be.accessible();
  });

  it("shows amounts to choose in the session's currency, if it has one", async () => {
    expect(cardOf(await shown({ currency: "EUR" }), "E")).to.contain("€5 – €100");
    expect(cardOf(await shown({}), "E")).to.contain("5–100");
  });
});

describe("a reward that is worth too much", () => {
  it("is reported as that, and the rewards are read again", async () => {
    const server = new FakeServer();
    server.reply("POST /v1/order/book", async () => problem("amount_out_of_range"));
    const stage = await mount({ server });
    await stage.pick("A");
    await stage.pressWhenReady("book");
    await stage.shows("open");
    await until(() => server.count("GET /v1/catalog") === 1);
    expect(words(stage.find("alert"))).to.match(
      /worth more than you may choose here\..*Nothing is final until you confirm/,
    );
  });
});

describe("a confirmation of a hold", () => {
  for (const [end, told] of [
    ["canceled", /Your reservation was canceled/],
    ["failed", /Your reservation could not be kept/],
    ["expired", /Your reservation ended early/],
  ] as const) {
    it(`that the service ended as ${end} is reported as that`, async () => {
      const server = new FakeServer();
      const stage = await mount({ server });
      await stage.book("A");
      server.order = ORDER;
      server.reply("POST /v1/order/redeem", async () => problem("not_booked", { hold_ended: end }));
      await stage.pressWhenReady("confirm");
      await stage.shows("details");
      expect(words(stage.find("alert")))
        .to.match(told)
        .and.match(/Nothing is final until you confirm/);
      expect(words(stage.find("alert"))).not.to.contain("time to confirm");
    });
  }

  for (const [refusal, certain] of [
    ["rate_limited", "Nothing is final until you confirm."],
    ["upstream_unavailable", "Your reward can only be issued once, however long this takes."],
  ] as const)
    it(`that was refused as ${refusal} says once what is certain, and names the reward to a screen reader`, async () => {
      const server = new FakeServer();
      const stage = await mount({ server });
      await stage.book("A");
      server.reply("POST /v1/order/redeem", async () => problem(refusal));
      await stage.pressWhenReady("confirm");
      await until(() => stage.state === "booked" && stage.find("alert"));
      expect(words(stage.find("alert")))
        .to.contain(certain)
        .and.match(/^Reward A /);
      const said = [stage.text.split("Nothing is final").length, stage.text.split("issued once").length];
      expect(said.sort(), "one of the two, once").to.deep.equal([1, 2]);
      await expect(stage.element).to.be.accessible();
    });

  it("in a promotion that was paused shows the reason while it waits, and then its outcome", async () => {
    const server = new FakeServer();
    const stage = await mount({ server });
    await stage.book("A");
    const { attempt = 1 } = server.order;
    server.order = processing("redeem", { attempt, sku: "A", reference: "rd-1" });
    server.reply("POST /v1/order/redeem", async () =>
      problem("promotion_unavailable", { promotion_reason: "not_enabled" }),
    );
    await stage.pressWhenReady("confirm");
    await stage.shows("processing");
    await until(() => stage.find("alert"));
    const told = words(stage.find("alert"));
    expect(told).to.match(/keeping your confirmation/);
    expect(stage.text).not.to.match(/Nothing is final until you confirm/);
    await expect(stage.element).to.be.accessible();
    for (let n = 0; n < 3; n++) {
      await stage.clock.pass(5_000);
      await stage.settle();
      expect(words(stage.find("alert"))).to.equal(told);
    }
    server.order = { ...ORDER, state: "redeemed", attempt, sku: "A", reference: "rd-1" };
    await stage.clock.pass(6_000);
    await stage.shows("redeemed");
    expect(stage.text).not.to.contain("keeping your confirmation");
  });
});
