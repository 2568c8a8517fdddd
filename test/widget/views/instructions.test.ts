import { expect } from "@open-wc/testing";
import type { RewardDetails } from "../../../shared/wire.ts";
import { until } from "../support/fake-clock.ts";
import { FakeServer, reward } from "../support/fake-server.ts";
import { mount } from "../support/mount.ts";
import { columnOf } from "../support/scenes.ts";

const STEPS =
  "Before you go:\n1. Choose what you like, online or at the counter of any shop.\n2. Show it before you pay, and keep it until nothing is left on it.\n";

describe("instructions that are a list", () => {
  for (const direction of ["ltr", "rtl"] as const) {
    it(`${direction}: have the number before all lines of an entry, and are the service's unchanged text`, async () => {
      const server = new FakeServer();
      const text = direction === "ltr" ? STEPS : STEPS.replace(/[a-z]+/gi, "כרטיס");
      server.rewards = [reward("A", { how_to_use_instructions: text }), reward("B")];
      const stage = await mount({
        server,
        into: columnOf(320, direction),
        attributes: { locale: direction === "rtl" ? "he" : "en" },
      });
      await stage.pick("A");
      await until(() => stage.root.querySelector(".entry"));
      const entries = [...stage.root.querySelectorAll<HTMLElement>(".entry")];
      expect(entries[0]?.closest(".text")?.textContent).to.equal(text);
      expect(entries).to.have.length(2);
      for (const entry of entries) {
        const words = document.createRange();
        words.selectNodeContents(entry.lastElementChild ?? entry);
        const lines = [...words.getClientRects()].filter(({ width }) => width > 0);
        const start = ({ left, right }: DOMRect) => Math.round(direction === "ltr" ? left : right);
        expect(lines.length, "it is long enough to be broken").to.be.least(2);
        expect(new Set(lines.map(start)).size).to.equal(1);
      }
    });
  }
});

const mountWith = async (details: Partial<RewardDetails>, direction: "ltr" | "rtl", width = 640) => {
  const server = new FakeServer();
  server.rewards = [reward("A", details)];
  const stage = await mount({
    server,
    into: columnOf(width, direction),
    attributes: { locale: direction === "rtl" ? "he" : "en" },
  });
  await until(() => stage.find("terms"));
  return stage;
};
const LINES = "One line.\nAnd a much longer line of the same text.";

describe("the service's texts", () => {
  it("are lists if their consecutive lines are numbered or marked, and unchanged otherwise", async () => {
    const text =
      "Before:\n1. One\n2) Two\n\n3. Three\nBetween, 4. none\n- A\r\n• B\r\n10.5 is no entry\n-\nnor is this\n٢. four";
    const stage = await mountWith({ how_to_use_instructions: text, terms_and_conditions: text }, "ltr");
    for (const block of [stage.root.querySelector(".text:has(ol)"), stage.part("terms")]) {
      expect(block?.textContent).to.equal(text);
      const lists = [...(block?.querySelectorAll("ol, ul") ?? [])].map((list) => [
        list.localName,
        list.role,
        ...[...list.children].map((entry) => entry.textContent?.trim()),
      ]);
      expect(lists).to.deep.equal([
        ["ol", "list", "1. One", "2) Two"],
        ["ol", "list", "3. Three"],
        ["ul", "list", "- A", "• B"],
        ["ol", "list", "٢. four"],
      ]);
    }
    await expect(stage.element).to.be.accessible();
  });

  /** A phone's column, and one in which the texts stand beside the reward. */
  for (const width of [360, 640, 1_000])
    for (const direction of ["ltr", "rtl"] as const) {
      it(`${direction}, ${width} px: begin at one edge, also in a language that runs the other way`, async () => {
        const text = direction === "rtl" ? LINES : "שורה אחת\nועוד שורה ארוכה יותר של אותו טקסט";
        const stage = await mountWith(
          {
            important_instructions: text,
            how_to_use_instructions: text.replace(/^/gm, "1. "),
            terms_and_conditions: text,
          },
          direction,
          width,
        );
        const blocks = [...stage.root.querySelectorAll<HTMLElement>(".aside .text")];
        expect(blocks).to.have.length(3);
        const begins = blocks.map((block) => {
          expect(getComputedStyle(block).direction, "the order of the letters").not.to.equal(direction);
          const words = document.createRange();
          words.selectNodeContents(block);
          const lines = [...words.getClientRects()].filter((line) => line.width > 0);
          // The terms have a box around them.
          const box = block.closest(".terms");
          const style = box && getComputedStyle(box);
          const inset = style
            ? Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.borderLeftWidth)
            : 0;
          return direction === "ltr"
            ? Math.max(...lines.map(({ right }) => right)) + inset
            : Math.min(...lines.map(({ left }) => left)) - inset;
        });
        expect(Math.max(...begins) - Math.min(...begins), begins.join()).to.be.below(2);
      });
    }
});
