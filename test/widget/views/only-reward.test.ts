/** A promotion with one reward, which is sold out or cannot be had. */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { data, FakeServer, problem, reward } from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";

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

  it("looks as it does in the picker", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A", { name: "Tea house, $25", in_stock: false })];
    const stage = await mount({ server });
    await stage.shows("details");
    await stage.settle();
    expect(getComputedStyle(stage.part("card")).filter).to.equal("grayscale(1)");
    const price = stage.root.querySelector(".price") ?? expect.fail("no price");
    expect(getComputedStyle(price).textDecorationLine).to.equal("line-through");
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

  /** Ready to be checked again; the test decides when the catalog is answered. */
  const checkable = async (server: FakeServer): Promise<{ stage: Stage; answer: () => void }> => {
    const stage = await mount({ server });
    await stage.shows("details");
    await until(() => stage.find("retry"));
    await stage.settle();
    let answer = () => {};
    const pending = new Promise<Response>((resolve) => {
      answer = () => resolve(data(server.rewards));
    });
    server.reply("GET /v1/catalog", () => pending);
    return { stage, answer };
  };

  it("is reported after each check, and so is that it is available again", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A", { in_stock: false })];
    const { stage, answer } = await checkable(server);
    expect(stage.announced, "nobody asked").to.equal("");
    stage.part("retry").focus();
    await stage.press("retry");
    expect(stage.announced).to.equal("One moment…");
    answer();
    await until(() => stage.announced === "Out of stock");
    expect(stage.root.activeElement).to.equal(stage.part("retry"));
    server.rewards = [reward("A")];
    await stage.press("retry");
    await until(() => stage.announced === "Choose this reward");
    expect(stage.root.activeElement).to.equal(stage.part("title"));
  });

  it("is checked again also while its texts are loading", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A", { in_stock: false })];
    server.reply("GET /v1/rewards/A", () => new Promise<Response>(() => {}));
    const { stage, answer } = await checkable(server);
    expect(stage.find("terms"), "no texts yet").to.equal(undefined);
    await stage.press("retry");
    answer();
    await until(() => stage.announced === "Out of stock" && stage.find("terms"), "the texts come after it");
    expect(server.count("GET /v1/catalog")).to.equal(1);
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

describe("the only reward", () => {
  it("that sold out while it was chosen is not offered again, and no other one is offered", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A")];
    const stage = await mount({ server });
    await stage.shows("details");
    await stage.settle();
    server.reply("POST /v1/order/book", () => problem("out_of_stock"));
    await stage.press("book");
    await until(() => stage.find("alert"));
    expect(stage.part("alert").textContent)
      .to.match(/Out of stock.*may come back/)
      .and.not.match(/another/);
    expect(stage.find("book")).to.equal(undefined);
  });

  it("that sold out meanwhile is reported as out of stock once", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A")];
    const stage = await mount({ server });
    await stage.shows("details");
    await stage.settle();
    server.rewards = [reward("A", { in_stock: false })];
    server.reply("POST /v1/order/book", () => problem("out_of_stock"));
    await stage.press("book");
    await until(() => stage.find("alert")?.textContent?.includes("may come back"));
    await stage.settle();
    expect(stage.text.match(/Out of stock/g)).to.have.length(1);
  });

  for (const rest of [[reward("A")], []])
    it(`that is not available has no button, and no other one is offered, with ${rest.length} left`, async () => {
      const server = new FakeServer();
      server.rewards = [reward("A")];
      const stage = await mount({ server });
      await stage.shows("details");
      await stage.settle();
      server.rewards = rest;
      server.reply("POST /v1/order/book", () => problem("reward_unavailable"));
      await stage.press("book");
      await until(() => stage.text.includes("no reward to choose"));
      await stage.settle();
      expect(stage.text.match(/no reward to choose/g), "said once").to.have.length(1);
      expect(stage.text).not.to.match(/another/);
      expect(stage.find("book")).to.equal(undefined);
    });
});
