/** A promotion with one reward, which is sold out or cannot be had. */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { data, FakeServer, problem, reward } from "../support/fake-server.ts";
import { mount } from "../support/mount.ts";

describe("the only reward, sold out,", () => {
  it("says what to do, with a way to help", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A", { in_stock: false })];
    const stage = await mount({ server, attributes: { support: "https://shop.example/help" } });
    await stage.shows("details");
    expect(stage.text).to.contain("It may come back");
    expect(stage.find("book"), "nothing to press").to.equal(undefined);
    const description = [...stage.root.querySelectorAll("p")].find(
      (p) => p.textContent === "Something nice.",
    );
    expect(description?.parentElement?.className, "as wide as the column").to.equal("scroll");
    expect(stage.part("support").getAttribute("href")).to.equal("https://shop.example/help");
    expect(stage.part("support").closest(".help"), "the quiet link: there is something to do").not.to.equal(
      null,
    );
  });

  for (const [now, rest] of [
    ["is sold out still", [reward("A", { in_stock: false })]],
    ["is back", [reward("A")]],
    ["is not the only one any more", [reward("A"), reward("B")]],
    ["is gone", []],
  ] as const)
    it(`is checked again on request, and ${now}`, async () => {
      const server = new FakeServer();
      server.rewards = [reward("A", { in_stock: false })];
      const stage = await mount({ server });
      await stage.shows("details");
      await until(() => stage.find("terms"));
      await stage.settle();
      expect(stage.part("retry").textContent).to.equal("Check again");
      await expect(stage.element).to.be.accessible();
      let answer = (_: Response) => {};
      server.rewards = [...rest];
      const pending = new Promise<Response>((resolve) => {
        answer = resolve;
      });
      server.reply("GET /v1/catalog", () => pending);
      await stage.press("retry");
      expect(stage.part("retry").ariaDisabled, "while it is on its way").to.equal("true");
      expect(stage.text, "the reward stays meanwhile").to.contain("Out of stock");
      answer(data(rest));
      await until(() => stage.find("retry")?.ariaDisabled !== "true");
      await stage.settle();
      if (rest.length === 1) {
        expect(stage.state).to.equal("details");
        expect(stage.find(rest[0]?.in_stock ? "retry" : "book")).to.equal(undefined);
        expect(stage.find(rest[0]?.in_stock ? "book" : "retry")).not.to.equal(undefined);
      } else expect([stage.state, stage.all("reward").length]).to.deep.equal(["open", rest.length]);
    });

  for (const by of ["the catalog", "the answer to a booking"])
    it(`by ${by}: is not booked by the second tap on the button that checked it`, async () => {
      const server = new FakeServer();
      server.rewards = [reward("A", { in_stock: by !== "the catalog" })];
      const stage = await mount({ server });
      await stage.shows("details");
      await stage.settle();
      if (by !== "the catalog") {
        server.reply("POST /v1/order/book", () => problem("out_of_stock"));
        await stage.press("book");
        await until(() => stage.find("alert") && stage.find("retry"));
        await stage.settle();
      }
      const booked = server.count("POST /v1/order/book");
      server.rewards = [reward("A")];
      await stage.press("retry");
      expect(stage.find("book"), "not before the answer").to.equal(undefined);
      await until(() => stage.find("book"));
      expect(stage.part("book").ariaDisabled).to.equal("true");
      stage.part("book").dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, detail: 2 }));
      expect(server.count("POST /v1/order/book")).to.equal(booked);
      await stage.settle();
      expect(stage.part("book").ariaDisabled).to.equal("false");
      await stage.press("book");
      await stage.shows("booked");
    });
});
