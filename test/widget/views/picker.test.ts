/** The picker: its rewards, its search, and the panel beside it. */
import { expect } from "@open-wc/testing";
import type { Delivery } from "../../../shared/wire.ts";
import { until } from "../support/fake-clock.ts";
import { FakeServer, ORDER, reward } from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";
import { columnOf } from "../support/scenes.ts";

describe("the picker", () => {
  it("has one button per reward, with its SKU, stock in words and range", async () => {
    const server = new FakeServer();
    server.rewards = [
      reward("A", { stock_quantity: 3 }),
      reward("B", { stock_quantity: 1 }),
      reward("C", { stock_quantity: 5_000 }),
      reward("D", { in_stock: false }),
      reward("E", { free_value: true, min_amount: "5", max_amount: "150" }),
    ];
    const stage = await mount({ server });
    await until(() => stage.find("reward"));
    const cards = stage
      .all("reward")
      .map((card) => [card.dataset.sku, card.ariaDisabled, card.textContent?.replace(/\s+/g, " ")]);
    expect(cards.map(([sku]) => sku)).to.deep.equal(["A", "B", "C", "D", "E"]);
    expect(cards.map(([, disabled]) => disabled)).to.deep.equal(["false", "false", "false", "true", "false"]);
    for (const [index, words] of ["Only 3 left", "Only one left", "", "Out of stock", "5–100"].entries()) {
      expect(cards[index]?.[2]).to.contain(words);
    }
    expect(stage.text).not.to.contain("In stock");
    stage.all("reward")[3]?.click();
    expect(stage.server.count("GET /v1/rewards/D")).to.equal(0);
  });

  it("finds by name and announces the number", async () => {
    const server = new FakeServer();
    server.rewards = ["Café Lumière", "Tea house", "Atlas", "Boreal"].map((name, at) =>
      reward("ABCD".charAt(at), { name }),
    );
    const stage = await mount({ server });
    await until(() => stage.find("reward"));
    await stage.type("search", "cafe");
    await until(() => stage.all("reward").length === 1);
    expect(stage.all("reward").map((card) => card.dataset.sku)).to.deep.equal(["A"]);
    expect(stage.text).to.contain("1 reward");
    expect(stage.announced).to.equal("1 reward");
    await stage.type("search", "zzz");
    expect(stage.text).to.contain("No reward matches “zzz”");
    expect(stage.announced).to.contain("No reward matches “zzz”");
    expect(
      stage.all("reward").map((card) => card.dataset.sku),
      "what there is stands below",
    ).to.deep.equal(["A", "B", "C", "D"]);
    expect(stage.text).to.contain("Here are all rewards.");
    await stage.press("back");
    expect((stage.part("search") as HTMLInputElement).value).to.equal("");
    expect(stage.all("reward").length).to.equal(4);
  });

  it("needs no search for three rewards, and has one for four", async () => {
    const server = new FakeServer();
    const stage = await mount({ server });
    await until(() => stage.find("reward"));
    expect([stage.all("reward").length, stage.find("search")]).to.deep.equal([3, undefined]);
    server.rewards = [...server.rewards, reward("D")];
    const other = await mount({ server });
    await until(() => other.find("reward"));
    expect(other.find("search")).not.to.equal(undefined);
  });

  it("has the session's groups as headings and filters, in the site's order", async () => {
    const server = new FakeServer();
    server.rewards = ["A", "B", "C", "D", "E"].map((sku) => reward(sku));
    const groups = [
      { name: "Food", skus: ["C", "A", "GONE"] },
      { name: "Empty", skus: ["X"] },
      { name: "Travel", skus: ["B", "A"] },
    ];
    server.order = { ...ORDER, groups };
    const stage = await mount({ server });
    await until(() => stage.find("reward"));
    const skus = () =>
      stage
        .all("reward")
        .map(({ dataset }) => dataset.sku)
        .join("");
    const headings = () => [...stage.root.querySelectorAll(".list h3")].map(({ textContent }) => textContent);
    expect([skus(), headings()]).to.deep.equal(["CABDE", ["Food", "Travel"]]);
    const chip = (name: string) => stage.all("group").find(({ textContent }) => textContent === name);
    expect(stage.all("group").map(({ textContent }) => textContent)).to.deep.equal(["All", "Food", "Travel"]);
    chip("Travel")?.click();
    await stage.element.updateComplete;
    expect([skus(), headings(), chip("Travel")?.ariaPressed]).to.deep.equal(["BA", [], "true"]);
    await stage.type("search", "reward c");
    expect([skus(), headings()], "a search looks through all").to.deep.equal(["C", []]);
    await stage.type("search", "");
    chip("All")?.click();
    await stage.element.updateComplete;
    expect(skus()).to.equal("CABDE");
    await expect(stage.element).to.be.accessible();
  });

  it("shows an initial if a picture is missing or broken", async () => {
    const server = new FakeServer();
    server.rewards = [
      reward("A", { name: "Tea house", logo_url: "data:image/png;base64,AAAA" }),
      reward("B", { name: "Été 25" }),
    ];
    const stage = await mount({ server });
    await until(() => stage.find("reward"));
    const pictures = [...stage.root.querySelectorAll(".cards .picture")];
    expect(pictures.map((picture) => picture.textContent)).to.deep.equal(["T", "É"]);
    const image = stage.root.querySelector("img") as HTMLImageElement;
    image.dispatchEvent(new Event("error"));
    expect(image.hasAttribute("data-loaded")).to.equal(false);
    expect(getComputedStyle(image).opacity).to.equal("0");
  });
});

describe("the panel before a choice", () => {
  const mountIn = async (width: number, delivery: Delivery): Promise<Stage> => {
    const server = new FakeServer();
    server.order = { ...ORDER, delivery, amount_limits: { max_amount: "40" }, currency: "EUR" };
    const stage = await mount({ server, into: columnOf(width) });
    await until(() => stage.root.querySelector(".beside"));
    return stage;
  };
  const ends: [Delivery, string][] = [
    ["redeem", "Your code appears here"],
    ["activate", "Your link appears here"],
    ["notify", "The link is emailed to you"],
  ];
  for (const [delivery, end] of ends)
    it(`${delivery}: shows the gift and the steps to get it, on wide columns only, and the limit once`, async () => {
      const stage = await mountIn(1_000, delivery);
      const panel = stage.root.querySelector<HTMLElement>(".slot") ?? expect.fail("no panel");
      expect([...panel.querySelectorAll("p, li")].map((each) => each.textContent?.trim())).to.deep.equal([
        ORDER.promotion.name,
        "Choose your reward",
        "Confirm your reward",
        end,
      ]);
      expect(stage.text.split("Up to €40"), "once").to.have.length(2);
      await expect(stage.element).to.be.accessible();
      stage.element.parentElement?.style.setProperty("width", "600px");
      expect(panel.getClientRects().length, "on a narrow column").to.equal(0);
    });
});
