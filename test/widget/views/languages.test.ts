/** Every screen in a language with longer words, on the narrowest phone, in both directions. */
import { expect } from "@open-wc/testing";
import { FakeServer, redeemed, SECRET_CODE, SECRET_PIN } from "../support/fake-server.ts";
import { mount, type Wishes } from "../support/mount.ts";
import { columnOf, SCENES, show } from "../support/scenes.ts";
import { clipped, overlapping } from "../support/text-boxes.ts";
import { ENGLISH } from "../texts/english.ts";
import { pseudo, pseudoTexts } from "../texts/pseudo.ts";

const NARROWEST_PX = 320;

const pseudoTable = (table: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(table).map(([key, text]) => [key, key === "forms" ? text : pseudo(text)]),
  );

/** One of the widget's languages, with other words; and a page's texts in a language that runs from right to left. */
const LANGUAGES: Record<"ltr" | "rtl", Pick<Wishes, "attributes" | "loaders" | "properties">> = {
  ltr: { attributes: { locale: "fr" }, loaders: { texts: pseudoTexts } },
  rtl: {
    attributes: { locale: "ur" },
    properties: {
      messages: {
        ...pseudoTable({ ...ENGLISH.first, ...ENGLISH.flow }),
        problem: pseudoTable(ENGLISH.problems),
      },
    },
  },
};

describe("with words 40 % longer", () => {
  for (const [direction, language] of Object.entries(LANGUAGES)) {
    for (const scene of SCENES) {
      it(`${scene.name}, ${direction}: no text is cut off, and no two texts overlap`, async () => {
        const column = columnOf(NARROWEST_PX);
        const stage = await show(scene, "light", column, language);
        const frame = stage.root.querySelector<HTMLElement>(".frame");
        expect(frame && getComputedStyle(frame).direction).to.equal(direction);
        expect(frame?.innerText, "the words are there").to.match(/[åéïöüšñ]{2}/i);
        expect(clipped(stage.root), "cut off").to.deep.equal([]);
        expect(overlapping(stage.root), "over each other").to.deep.equal([]);
        column.remove();
      });
    }
  }
});

describe("from right to left", () => {
  it("a code and its PIN are read from left to right, group by group", async () => {
    const column = columnOf(NARROWEST_PX);
    const server = new FakeServer();
    server.order = redeemed();
    const stage = await mount({ ...LANGUAGES.rtl, server, into: column });
    await stage.unveil();
    await stage.press("reveal");
    const values = stage.all("code-value");
    expect(values.map(({ textContent }) => textContent)).to.deep.equal([SECRET_CODE, SECRET_PIN]);
    for (const value of values) {
      expect(getComputedStyle(value).direction).to.equal("ltr");
      const groups = [...value.querySelectorAll("span")].map((group) => group.getBoundingClientRect());
      // In one line or in several: a later group is never to the left of an earlier one in the same line.
      for (const [at, group] of groups.entries()) {
        const before = groups[at - 1];
        if (before && before.top === group.top) expect(group.left).to.be.at.least(before.right);
      }
    }
    column.remove();
  });
});
