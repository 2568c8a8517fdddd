import { expect } from "@open-wc/testing";
import { until } from "../support/fake-clock.ts";
import { FakeServer, reward } from "../support/fake-server.ts";
import { mount } from "../support/mount.ts";
import { columnOf } from "../support/scenes.ts";

const STEPS =
  "Before you go:\n1. Choose what you like, online or at the counter of any shop.\n2. Show it before you pay, and keep it until nothing is left on it.\n";

describe("instructions that are a list", () => {
  for (const direction of ["ltr", "rtl"] as const) {
    it(`${direction}: have the number before all lines of an entry, and are the service's text to the letter`, async () => {
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
      expect(entries[0]?.parentElement?.textContent).to.equal(text);
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
