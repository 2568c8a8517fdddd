/** The layout of the picker's words and boxes: measured, in columns of phones and of wide pages. */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { FakeServer, ORDER, reward } from "../support/fake-server.ts";
import { mount } from "../support/mount.ts";
import { columnOf } from "../support/scenes.ts";

/** The lines of an element's words, as drawn. */
const linesOf = (element: Element): string[] => {
  const lines = [""];
  let last: number | undefined;
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    for (const [at, letter] of [...text.data].entries()) {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const drawn = [...range.getClientRects()].find(({ width }) => width > 0);
      if (drawn && Math.abs(drawn.top - (last ?? drawn.top)) > drawn.height / 2) lines.push("");
      last = drawn?.top ?? last;
      lines.push(`${lines.pop() ?? ""}${letter}`);
    }
  }
  return lines.map((line) => line.trim());
};

describe("the tiles of the picker", () => {
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
          const drawn = [...text.getClientRects()].filter(({ width }) => width > 0);
          if (direction === "rtl")
            expect(Math.max(...drawn.map((each) => each.right))).to.be.closeTo(right, 1);
          else expect(Math.min(...drawn.map((each) => each.left))).to.be.closeTo(left, 1);
        }
      }
      column.remove();
    }
  });

  it("draws the words of a tile over the shadow of its card, however dark", async () => {
    const stage = await mount();
    await until(() => stage.find("reward") && stage.root.querySelector(".beside"));
    // A positioned element is drawn over the card before it, which is also positioned.
    for (const words of stage.root.querySelectorAll(".cards .picture ~ *"))
      expect(getComputedStyle(words).position, words.className).to.equal("relative");
  });
});

describe("the tiles that come when the end of the list is near", () => {
  /** The top of each part of a tile, below the top of the tile. */
  const topsOf = (tile: Element): readonly number[] => {
    const card = tile.querySelector(".card") ?? expect.fail("no card");
    const { top } = card.getBoundingClientRect();
    return [...card.children].map((part) => Math.round(part.getBoundingClientRect().top - top));
  };

  for (const width of [390, 720])
    it(`look as the first ones do, at ${width} px: picture, name and values one below the other`, async () => {
      const column = columnOf(width);
      const server = new FakeServer();
      const brands = Array.from({ length: 40 }, (_, at) => `Tea ${at}`);
      server.rewards = brands.flatMap((brand) => [
        reward(`${brand}-5`, { name: `${brand} $5`, brand }),
        reward(`${brand}-9`, { name: `${brand} $9`, brand }),
      ]);
      const stage = await mount({ server, into: column });
      await until(() => stage.find("reward") && stage.root.querySelector(".beside"));
      stage.find("more")?.click();
      const all = () => [...stage.root.querySelectorAll(".cards > li")];
      await until(() => all().length === brands.length);
      const tiles = all();
      const [first = expect.fail("no tile")] = tiles;
      for (const at of [24, 25, 30, 39]) {
        const tile = tiles[at] ?? expect.fail("no tile");
        tile.scrollIntoView();
        await new Promise(requestAnimationFrame);
        expect(topsOf(tile), `tile ${at}`).to.deep.equal(topsOf(first));
      }
      const [picture = 0, name = 0, values = 0] = topsOf(first);
      expect(picture < name && name < values, `${topsOf(first)}`).to.equal(true);
      column.remove();
    });
});

describe("a name that takes two lines", () => {
  const BRAND = "Cindergate Pizza";

  /** The lines of a name in a column in which `words` and nothing more fit on one line. */
  function linesWhere(words: string, name: HTMLElement): string[] {
    const pen = document.createElement("canvas").getContext("2d") ?? expect.fail("no canvas");
    pen.font = getComputedStyle(name).font;
    name.style.inlineSize = `${Math.ceil(pen.measureText(words).width) + 4}px`;
    return linesOf(name);
  }

  it("breaks after the brand that fits on the first line, on its tile and in its details", async () => {
    const server = new FakeServer();
    server.rewards = [reward("A", { name: `${BRAND} Gift Card` }), reward("B")];
    const stage = await mount({ server, into: columnOf(720) });
    await until(() => stage.find("reward") && stage.root.querySelector(".beside"));
    const found = (selector: string): HTMLElement =>
      stage.root.querySelector<HTMLElement>(selector) ?? expect.fail(`no ${selector}`);
    expect(linesWhere(BRAND, found(".cards .name"))).to.deep.equal([BRAND, "Gift Card"]);
    await stage.pick("A");
    expect(linesWhere(BRAND, found(".sheet h2"))).to.deep.equal([BRAND, "Gift Card"]);
    stage.element.parentElement?.remove();
  });

  it("leaves no short word alone on the second line, on its tile", async () => {
    const server = new FakeServer();
    server.rewards = [
      reward("A", { name: `${BRAND} Gift Card` }),
      reward("B", { name: "Gift Card" }),
      reward("C", { name: "Winter garden" }),
    ];
    const stage = await mount({ server, into: columnOf(720) });
    await until(() => stage.find("reward") && stage.root.querySelector(".beside"));
    const names = [...stage.root.querySelectorAll<HTMLElement>(".cards .name")];
    expect(names.map(({ textContent }) => textContent)).to.deep.equal(server.rewards.map(({ name }) => name));
    expect(linesWhere(`${BRAND} Gift`, names[0] ?? expect.fail("no name"))).to.deep.equal([
      BRAND,
      "Gift Card",
    ]);
    stage.element.parentElement?.remove();
  });
});

describe("the title of a reward's details beside the cards", () => {
  const NAME = "Plumvale Market Gift Card";

  it("breaks in no word in a low window: beside the picture if its longest word fits, otherwise below it", async () => {
    for (const [spacing, isBeside] of [
      ["normal", true],
      ["0.4em", false],
    ] as const) {
      const server = new FakeServer();
      server.rewards = [reward("A", { name: `${NAME} $20` }), reward("B")];
      const column = columnOf(790);
      column.style.setProperty("--reward-heading-spacing", spacing);
      column.style.setProperty("--reward-heading-transform", spacing === "normal" ? "none" : "uppercase");
      const stage = await mount({ server, into: column });
      await until(() => stage.find("reward") && stage.root.querySelector(".beside"));
      await stage.pick("A");
      const found = (selector: string): Element =>
        stage.root.querySelector(`.sheet ${selector}`) ?? expect.fail(`no ${selector}`);
      expect(linesOf(found("h2")).join(" ")).to.equal(NAME);
      const [picture, title, price, cross] = [".picture", "h2", ".price", ".cross"].map((each) =>
        found(each).getBoundingClientRect(),
      );
      if (!picture || !title || !price || !cross) expect.fail("no boxes");
      expect(title.left >= picture.right, "beside").to.equal(isBeside);
      expect(title.top >= picture.bottom, "below").to.equal(!isBeside);
      expect(price.top).to.be.least(title.bottom);
      expect(title.right <= cross.left || title.top >= cross.bottom, "clear of the cross").to.equal(true);
      column.remove();
    }
  });
});

describe("the search beside the budget", () => {
  for (const locale of ["en", "fr", "es", "de", "ar", "hu", "ro"]) {
    it(`shows all of its words on a phone, in ${locale}`, async () => {
      for (const width of [320, 360, 375, 390, 412]) {
        const server = new FakeServer();
        server.order = { ...ORDER, currency: "EUR", amount_limits: { max_amount: "50" } };
        const stage = await mount({ server, into: columnOf(width), attributes: { locale } });
        await until(() => stage.all("reward").length > 1 && stage.root.querySelector(".beside"));
        const search = stage.part("search") as HTMLInputElement;
        const { font, paddingInlineStart, borderInlineStartWidth } = getComputedStyle(search);
        const pen = document.createElement("canvas").getContext("2d") ?? expect.fail("no canvas");
        pen.font = font;
        const edge = Number.parseFloat(paddingInlineStart) + Number.parseFloat(borderInlineStartWidth);
        expect(search.getBoundingClientRect().width - 2 * edge, `${width} px`).to.be.least(
          pen.measureText(search.placeholder).width,
        );
        stage.element.parentElement?.remove();
      }
    });
  }
});

describe("a range of amounts on the narrowest phone", () => {
  it("is one line if it fits, and chips of a row are of one height", async () => {
    const server = new FakeServer();
    server.order = { ...ORDER, currency: "USD", amount_limits: { max_amount: "100" } };
    const brand = { name: "Card", brand: "card" };
    server.rewards = [
      reward("A"),
      reward("B", { ...brand, free_value: true, min_amount: "20", max_amount: "100" }),
      reward("C", { ...brand, value: { amount: 5, currency: "USD" } }),
      reward("D", { ...brand, value: { amount: 6, currency: "USD" }, stock_quantity: 3 }),
    ];
    const column = columnOf(288);
    const stage = await mount({ server, into: column, attributes: { locale: "pl" } });
    await until(() => stage.root.querySelector("[data-sku=B] .price") && stage.root.querySelector(".beside"));
    await stage.element.updateComplete;
    const range = stage.root.querySelector("[data-sku=B] .price") ?? expect.fail("no range");
    expect(linesOf(range)).to.have.length(1);
    column.style.inlineSize = "600px";
    column.style.setProperty("--reward-columns", "1");
    const [some, few] = ["C", "D"].map((sku) =>
      stage.root.querySelector(`[data-sku=${sku}]`)?.getBoundingClientRect(),
    );
    expect([some?.top, some?.height]).to.deep.equal([few?.top, few?.height]);
  });

  for (const [locale, currency, amounts] of [
    ["ar-AE", "AED", ["1,000", "10,000\u00a0د.إ."]],
    ["da", "DKK", ["1.000", "10.000\u00a0kr."]],
    ["nl", "EUR", ["€\u00a01.000", "10.000"]],
    ["en", "USD", ["$1,000", "$10,000"]],
    ["sk", "EUR", ["1\u00a0000", "10\u00a0000\u00a0€"]],
  ] as const) {
    it(`breaks in no amount, in ${locale}`, async () => {
      const server = new FakeServer();
      server.order = { ...ORDER, currency, amount_limits: { max_amount: "10000" } };
      server.rewards = [
        reward("A"),
        reward("B", {
          name: "Card",
          free_value: true,
          min_amount: "1000",
          max_amount: "10000",
          brand: "card",
        }),
        reward("C", { name: "Card", value: { amount: 5, currency }, brand: "card" }),
      ];
      const stage = await mount({ server, into: columnOf(300), attributes: { locale } });
      await until(
        () => stage.root.querySelector("[data-sku=B] .price") && stage.root.querySelector(".beside"),
      );
      await stage.element.updateComplete;
      const range = stage.root.querySelector("[data-sku=B] .price") ?? expect.fail("no range");
      const amountsOf = linesOf(range).map((line) =>
        line.replace(/[\u2066\u2069\u200b]/g, "").replace(/\s?[–-]\s*$/, ""),
      );
      expect(amountsOf).to.deep.equal(amounts);
    });
  }
});
