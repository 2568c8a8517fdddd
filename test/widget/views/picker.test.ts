import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { FakeServer, reward } from "../support/fake-server.ts";
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
