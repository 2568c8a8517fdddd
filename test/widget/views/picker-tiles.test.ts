/** The tiles of the picker: of brands with several values, side by side, and of one brand alone. */
import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { FakeServer, problem, reward } from "../support/fake-server.ts";
import { mount, type Stage } from "../support/mount.ts";
import { columnOf } from "../support/scenes.ts";

const AMOUNTS = [10, 15, 20, 25, 30, 40, 50, 75, 100] as const;
/** The number of chips on a folded tile. */
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
    it(`fills the whole row once all of them are shown, at ${width} px, and the next tile fills the gap`, async () => {
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

describe("a brand of many values far down the list", () => {
  for (const width of [320, 390, 1_000])
    it(`draws its picture in its own row and above its values once all of them are shown, at ${width} px`, async () => {
      const server = new FakeServer();
      const others = Array.from({ length: 30 }, (_, at) => reward(`O-${at}`, { name: `Oak ${at}` }));
      const many = AMOUNTS.map((amount) =>
        reward(`B-${amount}`, { name: `Birch Card $${amount}`, brand: "birch" }),
      );
      server.rewards = [...others, ...many];
      const stage = await mount({ server, into: columnOf(width) });
      await until(() => stage.find("more") && stage.root.querySelector(".beside"));
      stage.find("more")?.click();
      await until(() => stage.find("unfold"));
      stage.part("unfold").scrollIntoView();
      await stage.press("unfold");
      await new Promise(requestAnimationFrame);
      const tile = stage.all("reward").at(-1)?.closest("li");
      const [row, picture] = [box(tile), box(tile?.querySelector(".picture"))];
      expect(picture.top).to.be.least(Math.floor(row.top));
      const chips = [...(tile?.querySelectorAll(".chip") ?? [])];
      expect(chips).to.have.length(AMOUNTS.length);
      for (const chip of chips) expect(box(chip).top).to.be.least(Math.floor(picture.bottom));
    });
});

describe("tiles side by side", () => {
  for (const width of [390, 720])
    it(`have their names and their values at one height, at ${width} px, however many lines a name takes`, async () => {
      const server = new FakeServer();
      server.rewards = [
        ...[10, 20].map((amount) => reward(`A-${amount}`, { name: `Alder $${amount}`, brand: "alder" })),
        ...[10, 20].map((amount) =>
          reward(`B-${amount}`, {
            name: `Birch, a very long name of a large shop $${amount}`,
            brand: "birch",
          }),
        ),
        reward("ONE", { name: "Cedar Card $10", brand: "cedar" }),
      ];
      const stage = await mount({ server, into: columnOf(width) });
      await until(() => stage.find("reward"));
      const [alder, birch] = [...stage.root.querySelectorAll(".cards > li")];
      const height = (of: string) => [alder, birch].map((tile) => box(tile?.querySelector(of)).height);
      const top = (of: string) => [alder, birch].map((tile) => box(tile?.querySelector(of)).top);
      expect(top(".picture")[0], "one row").to.equal(top(".picture")[1]);
      expect(height(".name")[0], "the names differ").to.be.lessThan(height(".name")[1] ?? 0);
      for (const of of [".name", ".chip"]) expect(top(of)[0], of).to.be.closeTo(top(of)[1] ?? 0, 0.5);
      expect(height(".chip")[0]).to.be.closeTo(height(".chip")[1] ?? 0, 0.5);
    });
});

describe("one brand alone", () => {
  const sole = async (width: number, more: readonly string[] = []): Promise<Stage> => {
    const server = new FakeServer();
    server.rewards = [
      ...AMOUNTS.map((amount) => reward(`B-${amount}`, { name: `Birch Card $${amount}`, brand: "birch" })),
      ...more.map((sku) => reward(sku)),
    ];
    const stage = await mount({ server, into: columnOf(width) });
    await until(() => stage.find("reward") && stage.root.querySelector(".beside"));
    return stage;
  };

  for (const width of [320, 390, 480, 720, 1_440]) {
    it(`has a large card and all of its values, and no search, at ${width} px`, async () => {
      const stage = await sole(width);
      expect(stage.find("search")).to.equal(undefined);
      expect(stage.find("unfold")).to.equal(undefined);
      expect(stage.all("reward")).to.have.length(AMOUNTS.length);
      const [list, card, name] = [".cards", ".cards .picture", ".cards .name"].map((each) =>
        box(stage.root.querySelector(each)),
      );
      if (!list || !card || !name) throw new Error("no card");
      const isBeside = width >= 480;
      expect(card.width / list.width).to.be.within(isBeside ? 0.36 : 1, isBeside ? 0.5 : 1);
      expect(name.left >= card.right, "beside").to.equal(isBeside);
      expect(name.top >= card.bottom, "below").to.equal(!isBeside);
      for (const chip of stage.all("reward"))
        expect(box(chip).height, "as high as its words").to.be.below(44);
      await expect(stage.element).to.be.accessible();
      stage.element.parentElement?.remove();
    });
  }

  it("has a search if something else is beside it, and as long as there is a query", async () => {
    const stage = await sole(720, ["OTHER"]);
    await stage.type("search", "birch");
    await until(() => stage.root.querySelectorAll(".cards > li").length === 1);
    expect(stage.find("search")).not.to.equal(undefined);
    await stage.pick("B-10");
    await stage.settle();
    stage.server.rewards = stage.server.rewards.filter(({ brand }) => brand === "birch");
    stage.server.reply("POST /v1/order/book", () => problem("out_of_stock"));
    await stage.press("book");
    await until(() => stage.find("alert"));
    expect((stage.find("search") as HTMLInputElement | undefined)?.value, "to be taken back").to.equal(
      "birch",
    );
    await stage.type("search", "");
    expect(stage.find("search")).to.equal(undefined);
  });
});
