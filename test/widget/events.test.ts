/** The element's events: one for each step, never with a secret. */
import { expect } from "@open-wc/testing";
import { until } from "./support/fake-clock.ts";
import { PRIMARY_AND_PIN, problem } from "./support/fake-server.ts";
import { mount } from "./support/mount.ts";

describe("events", () => {
  it("report each step, and never a secret", async () => {
    const stage = await mount();
    await stage.redeem("A");
    await stage.press("reveal");
    await stage.press("copy");
    const { events, eventNames } = stage;
    expect(eventNames.slice(0, 4)).to.deep.equal([
      "reward-ready",
      "reward-select",
      "reward-book",
      "reward-redeem",
    ]);
    expect(events[1]?.detail).to.include({ order_id: "order-1", sku: "A", state: "open" });
    expect(events[3]?.detail).to.deep.equal({ order_id: "order-1", sku: "A", attempt: 1, state: "redeemed" });
    const told = JSON.stringify(events.map(({ type, detail }) => [type, detail]));
    for (const secret of [...PRIMARY_AND_PIN.items.map(({ value }) => value), "token-1"]) {
      expect(told).not.to.contain(secret);
    }
  });

  it("bubble out of every shadow root around them", async () => {
    const outer = document.createElement("div");
    document.body.append(outer);
    const heard: string[] = [];
    outer.addEventListener("reward-ready", ({ type }) => heard.push(type));
    const inner = outer.attachShadow({ mode: "open" }).appendChild(document.createElement("section"));
    const stage = await mount({ into: inner });
    await until(() => stage.find("reward"));
    expect(heard).to.deep.equal(["reward-ready"]);
    outer.remove();
  });

  for (const code of ["rate_limited", "upstream_unavailable", "confirmation_mismatch"] as const) {
    it(`report a hold once, also if its confirmation is answered with ${code}`, async () => {
      const stage = await mount();
      stage.server.reply("POST /v1/order/redeem", () => problem(code));
      await stage.book("A");
      await stage.press("confirm");
      await until(() => stage.eventNames.includes("reward-error"));
      await stage.clock.pass(1);
      await stage.shows("booked");
      expect(stage.eventNames.filter((name) => name === "reward-book").length).to.equal(1);
      await stage.press("back");
      await stage.pick("A");
      await stage.press("book");
      await until(() => stage.eventNames.filter((name) => name === "reward-book").length === 2);
    });
  }

  it("say nothing about the hold when another reward is selected", async () => {
    const stage = await mount();
    await stage.book("A");
    await stage.press("back");
    await stage.pick("FREE");
    expect(stage.events.at(-1)?.type).to.equal("reward-select");
    expect(stage.events.at(-1)?.detail).to.deep.equal({ order_id: "order-1", sku: "FREE" });
  });

  it("say whose session ended, also at the second try", async () => {
    const stage = await mount({ properties: { getSession: () => Promise.reject(new Error("no")) } });
    await stage.pick("A");
    stage.server.sessions.clear();
    await stage.press("book");
    await stage.shows("session-expired");
    await stage.press("retry");
    await until(() => stage.eventNames.filter((name) => name === "reward-session-expired").length === 2);
    expect(stage.events.at(-1)?.detail.order_id).to.equal("order-1");
  });

  it("report a problem with its code and request id", async () => {
    const stage = await mount();
    stage.server.reply("POST /v1/order/book", () => problem("out_of_stock"));
    await stage.pick("A");
    await stage.press("book");
    await until(() => stage.eventNames.includes("reward-error"));
    expect(stage.events.at(-1)?.detail).to.include({
      code: "out_of_stock",
      request_id: "req-1",
      order_id: "order-1",
    });
  });
});
