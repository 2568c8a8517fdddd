/** The texts for a reward that is worth too much, and for a hold that cannot be confirmed. */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { FakeServer, ORDER, problem } from "../support/fake-server.ts";
import { mount } from "../support/mount.ts";

const words = (element: Element | undefined): string =>
  element?.textContent?.replace(/\s+/g, " ").trim() ?? "";

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

  for (const [members, told] of [
    [{ site_reason: "You have 30 points less." }, /You have 30 points less\.\u2069 Nothing is final/],
    [{}, /This website did not allow this reward/],
    [{ site_reason: "" }, /This website did not allow this reward/],
  ] as const)
    it(`that the site does not allow is told in its words, if there are any: ${JSON.stringify(members)}`, async () => {
      const server = new FakeServer();
      const stage = await mount({ server });
      await stage.book("A");
      server.reply("POST /v1/order/redeem", async () => problem("confirmation_denied", members));
      await stage.pressWhenReady("confirm");
      await until(() => stage.state === "booked" && stage.find("alert"));
      expect(words(stage.find("alert"))).to.match(told);
    });

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
});
