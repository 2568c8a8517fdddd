/** The picker, and what stands in its place where there is one reward only. */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { FakeServer, problem, reward } from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";
import { columnOf } from "../support/scenes.ts";

const AMOUNTS = [10, 15, 20, 25, 30, 40, 50, 75, 100] as const;
/** What a folded tile shows. */
const FOLDED = 3;

/** A brand of many values between two others. */
async function offering(width: number): Promise<Stage> {
  const server = new FakeServer();
  server.rewards = [
    reward("FIRST", { name: "Alder Card $10", brand: "alder" }),
    ...AMOUNTS.map((amount) =>
      reward(`B-${amount}`, { name: `Birch Anniversary Card $${amount}`, brand: "birch" }),
    ),
    reward("LAST", { name: "Cedar Card $10", brand: "cedar" }),
  ];
  const stage = await mount({ server, into: columnOf(width) });
  await until(() => stage.find("unfold") && stage.root.querySelector(".beside"));
  return stage;
}

const box = (element: Element | null | undefined): DOMRect =>
  element?.getBoundingClientRect() ?? expect.fail("not there");

describe("a brand of many values", () => {
  for (const width of [320, 390, 720]) {
    it(`has the whole row once all of them are shown, at ${width} px, and the next tile fills the gap`, async () => {
      const stage = await offering(width);
      const chips = () => stage.all("reward").filter(({ dataset }) => dataset.sku?.startsWith("B-"));
      expect(chips()).to.have.length(FOLDED);
      stage.part("unfold").focus();
      await stage.press("unfold");
      expect(chips().map(({ dataset }) => dataset.sku)).to.deep.equal(AMOUNTS.map((each) => `B-${each}`));
      expect(stage.root.activeElement, "the first that was not there before").to.equal(chips()[FOLDED]);
      const [tile, list] = [box(chips()[0]?.closest("li")), box(stage.root.querySelector(".cards"))];
      // Engines lay out in fractions of a pixel.
      expect(Math.round(tile.width)).to.be.least(Math.round(list.width));
      const columns = new Set(chips().map((chip) => Math.round(box(chip).left)));
      expect(columns.size).to.be.least(width < 390 ? 1 : 2);
      expect(box(stage.root.querySelector("[data-sku=LAST]")).top).to.be.below(tile.top);
      await expect(stage.element).to.be.accessible();
    });
  }
});

describe("the picker", () => {
  it("has a button a reward, with its SKU, stock in words and range", async () => {
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

  it("finds by name and says how many", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A", { name: "Café Lumière" }), reward("B", { name: "Tea house" })];
    const stage = await mount({ server });
    await until(() => stage.find("reward"));
    await stage.type("search", "cafe");
    await until(() => stage.all("reward").length === 1);
    expect(stage.all("reward").map((card) => card.dataset.sku)).to.deep.equal(["A"]);
    expect(stage.text).to.contain("1 reward");
    expect(stage.announced).to.equal("1 reward");
    await stage.type("search", "zzz");
    expect(stage.text).to.contain("No reward matches “zzz”");
    await stage.press("back");
    expect((stage.part("search") as HTMLInputElement).value).to.equal("");
    expect(stage.all("reward").length).to.equal(2);
  });

  it("counts rewards, of which the tile of a brand holds several", async () => {
    const server = new FakeServer();
    server.rewards = [10, 25, 50]
      .map((amount) => reward(`A-${amount}`, { name: `Halcyon Cinemas ${amount}`, brand: "halcyon" }))
      .concat(reward("B", { name: "Tea house" }));
    const stage = await mount({ server });
    await until(() => stage.find("reward"));
    await stage.type("search", "cinem");
    await until(() => stage.all("reward").length === 3);
    expect(stage.root.querySelectorAll(".cards > li").length).to.equal(1);
    expect(stage.root.querySelector(".found")?.textContent).to.equal("3 rewards");
    expect(stage.announced).to.equal("3 rewards");
  });

  it("has tiles of one width and pictures of one size, whatever their words, and names and values at the edge of their tile", async () => {
    for (const direction of ["ltr", "rtl"]) {
      const column = columnOf(390, direction);
      const server = new FakeServer();
      server.rewards = [
        reward("A", { name: "Tea" }),
        reward("B", { name: "Everything for the tea that you drink at home" }),
        reward("C", { name: "Tea for the office", in_stock: false }),
        reward("D", { name: "Tea", brand: "tea" }),
        reward("E", { name: "Tea for two", brand: "tea" }),
        reward("F", { name: "Tea to give away $30" }),
      ];
      const stage = await mount({
        server,
        into: column,
        attributes: { locale: direction === "rtl" ? "ar" : "en" },
      });
      await until(() => stage.find("reward"));
      await until(() => stage.all("reward").length === 6);
      const tiles = [...stage.root.querySelectorAll(".card")];
      const widths = tiles.map((tile) => Math.round(tile.getBoundingClientRect().width));
      expect(new Set(widths).size, `${widths}`).to.equal(1);
      for (const tile of tiles) {
        const { left, right } = tile.getBoundingClientRect();
        for (const words of tile.querySelectorAll(":scope > :is(.name, .price:not(:empty))")) {
          const text = document.createRange();
          text.selectNodeContents(words);
          const line = [...text.getClientRects()].find(({ width }) => width > 0);
          if (direction === "rtl") expect(line?.right).to.be.closeTo(right, 1);
          else expect(line?.left).to.be.closeTo(left, 1);
        }
      }
      column.remove();
    }
  });

  it("shows an initial where a picture is missing or broken", async () => {
    const server = new FakeServer();
    server.rewards = [
      reward("A", { name: "Tea house", logo_url: "data:image/png;base64,AAAA" }),
      reward("B", { name: "Été 25" }),
    ];
    const stage = await mount({ server });
    await until(() => stage.find("reward"));
    const pictures = [...stage.root.querySelectorAll(".picture")];
    expect(pictures.map((picture) => picture.textContent)).to.deep.equal(["T", "É"]);
    const image = stage.root.querySelector("img") as HTMLImageElement;
    image.dispatchEvent(new Event("error"));
    expect(image.hasAttribute("data-loaded")).to.equal(false);
    expect(getComputedStyle(image).opacity).to.equal("0");
  });

  it("says so when there is nothing to choose", async () => {
    const server = new FakeServer();
    server.rewards = [];
    const stage = await mount({ server });
    await stage.shows("open");
    await until(() => /no reward to choose/.test(stage.text));
  });
});

describe("the only reward, sold out,", () => {
  it("says what now, with a way to help", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A", { in_stock: false })];
    const stage = await mount({ server, attributes: { support: "https://shop.example/help" } });
    await stage.shows("details");
    expect(stage.text).to.contain("It may come back");
    expect(stage.find("book"), "nothing to press").to.equal(undefined);
    expect(stage.part("support").getAttribute("href")).to.equal("https://shop.example/help");
  });
});

describe("the only reward", () => {
  it("that sold out while it was chosen is not offered again, and no other one is", async () => {
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
});
