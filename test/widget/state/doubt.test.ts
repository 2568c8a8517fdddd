/** The texts and requests while the outcome of a call is unknown. */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { data, FakeServer, ORDER, offline, processing, redeemed, silence } from "../support/fake-server.ts";
import { mount } from "../support/mount.ts";

describe("doubt", () => {
  it("about a confirmation is shown as doubt, and ends with the codes", async () => {
    const server = new FakeServer();
    const stage = await mount({ server });
    await stage.book("A");
    server.reply("POST /v1/order/redeem", () => {
      server.order = processing("redeem", { reference: "rd-1" });
      return data(server.order, 202, { "retry-after": "2" });
    });
    await stage.press("confirm");
    await until(() => stage.text.includes("still checking"));
    expect(stage.state).to.equal("processing");
    expect(stage.text)
      .to.match(/only be issued once/)
      .and.match(/leave this page/)
      .and.contain("rd-1");
    expect(stage.text).not.to.contain("longer than usual");
    const looks = server.count("POST /v1/opening");
    await stage.clock.pass(1_999);
    expect(server.count("POST /v1/opening")).to.equal(looks);
    await stage.clock.pass(1);
    expect(server.count("POST /v1/opening")).to.equal(looks + 1);
    for (let looks = 0; looks < 4; looks++) await stage.clock.pass(5_000);
    await until(() => stage.text.includes("longer than usual"));
    server.order = redeemed();
    await stage.clock.pass(5_000);
    await stage.shows("redeemed");
    await until(() => stage.find("code"));
    expect([server.count("POST /v1/order/redeem"), server.count("POST /v1/order/codes")]).to.deep.equal([
      1, 1,
    ]);
  });

  it("after a broken connection repeats the same confirmation, and no other", async () => {
    const stage = await mount();
    await stage.book("A");
    stage.server.reply("POST /v1/order/redeem", offline);
    await stage.press("confirm");
    await until(() => stage.text.includes("still checking"));
    expect(stage.text).to.contain("There is no connection. We keep trying.");
    await stage.clock.pass(2_000);
    await stage.shows("redeemed");
    const bodies = stage.server.calls.filter(({ route }) => route.endsWith("redeem")).map(({ body }) => body);
    expect(bodies).to.deep.equal([
      { attempt: 1, sku: "A" },
      { attempt: 1, sku: "A" },
    ]);
  });

  it("about an answer that never comes leads to a check, without revoking the confirmation", async () => {
    const stage = await mount();
    await stage.book("A");
    stage.server.reply("POST /v1/order/redeem", () => {
      stage.server.order = processing("redeem");
      return silence();
    });
    await stage.press("confirm");
    await stage.clock.pass(20_000);
    await until(() => stage.text.includes("still checking"));
    stage.server.order = redeemed();
    await stage.clock.pass(5_000);
    await stage.shows("redeemed");
    expect(stage.server.count("POST /v1/order/redeem")).to.equal(1);
  });

  it("sends no request while the page is hidden, and one when it is visible", async () => {
    const server = new FakeServer();
    server.order = processing("redeem");
    const stage = await mount({ server });
    await stage.shows("processing");
    stage.clock.isVisible = false;
    await stage.clock.pass(60_000);
    expect(server.count("POST /v1/opening"), "the start").to.equal(1);
    stage.clock.show();
    await until(() => server.count("POST /v1/opening") === 2);
  });

  it("about a booking does not block another choice", async () => {
    const server = new FakeServer();
    server.order = processing("book");
    const stage = await mount({ server });
    await stage.shows("processing");
    expect(stage.text).to.match(/Nothing is final until you confirm/);
    await stage.press("back");
    await stage.pick("A");
  });

  it("about an attempt that ended without a code is reported as that, not as an ended hold", async () => {
    const stage = await mount();
    await stage.book("A");
    stage.server.reply("POST /v1/order/redeem", () => {
      stage.server.order = ORDER;
      return data(processing("redeem"), 202);
    });
    await stage.press("confirm");
    await until(() => stage.text.includes("still checking"));
    await stage.clock.pass(2_000);
    await stage.shows("details");
    expect(stage.part("alert").textContent).to.match(
      /^\s*Reward A\s+Your reward could not be issued. You can choose again./,
    );
    expect(stage.events.at(-1)?.type).to.equal("reward-error");
    expect(stage.events.at(-1)?.detail.code).to.equal(undefined);
  });
});
