import { expect } from "@open-wc/testing";
import { clipped, overlapping } from "./text-boxes.ts";

function rootOf(html: string): ShadowRoot {
  const host = document.createElement("div");
  document.body.append(host);
  const root = host.attachShadow({ mode: "open" });
  root.innerHTML = `<div class="frame" style="font: 16px/1.2 sans-serif; width: 200px">${html}</div>`;
  return root;
}

const LINE = "several words that do not fit into one line of this box at all";

describe("the checker of texts", () => {
  const table: [what: string, html: string, isClipped: boolean, isOverlapping: boolean][] = [
    ["words that wrap", `<p>${LINE}</p><p>${LINE}</p>`, false, false],
    [
      "lines set tight",
      `<p style="line-height: 1; margin: 0">${LINE}</p><p style="line-height: 1; margin: 0">${LINE}</p>`,
      false,
      false,
    ],
    ["a line that is cut off", `<p style="overflow: hidden; white-space: nowrap">${LINE}</p>`, true, false],
    ["lines that are cut off", `<p style="overflow: hidden; height: 30px">${LINE}</p>`, true, false],
    ["lines that scroll", `<p style="overflow: auto; height: 30px">${LINE}</p>`, false, false],
    ["a text over another", `<p>${LINE}</p><p style="margin-top: -40px">${LINE}</p>`, false, true],
    [
      "what is for screen readers",
      `<p>${LINE}</p><p class="unseen" style="margin-top: -40px">${LINE}</p>`,
      false,
      false,
    ],
    [
      "what is not seen",
      `<p>${LINE}</p><p style="margin-top: -40px; visibility: hidden">${LINE}</p>`,
      false,
      false,
    ],
  ];
  for (const [what, html, isClipped, isOverlapping] of table) {
    it(`finds in ${what} ${isClipped || isOverlapping ? "a mistake" : "none"}`, () => {
      const root = rootOf(html);
      expect([clipped(root).length > 0, overlapping(root).length > 0]).to.deep.equal([
        isClipped,
        isOverlapping,
      ]);
      root.host.remove();
    });
  }
});
