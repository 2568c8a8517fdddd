/** One colour of the page alone: whatever it is, what is drawn from it can be read, and what is filled with it can be seen. */
import { expect } from "@open-wc/testing";
import { noColourOf } from "../../../widget/page/colours.ts";
import { until } from "../support/fake-clock.ts";
import { booked, FakeServer } from "../support/fake-server.ts";
import { mount } from "../support/mount.ts";

/** Values of each of red, green and blue: the whole cube in even steps. */
const STEPS = 9;
const LEVELS = Array.from({ length: STEPS }, (_, n) => Math.round((255 * n) / (STEPS - 1)));
const CUBE = LEVELS.flatMap((r) => LEVELS.flatMap((g) => LEVELS.map((b) => `rgb(${r} ${g} ${b})`)));

/** WCAG 2.2, 1.4.3 and 1.4.11; less what a colour of 8 bits a channel is rounded by. */
const [TEXT, SHAPE] = [4.5 - 0.03, 3 - 0.03];

const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

/** The relative luminance of a colour as this browser paints it. Source: WCAG 2.2. */
function luminanceOf(colour: string): number {
  if (!canvas) throw new Error("no canvas");
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
const contrast = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** What each pair of tokens has to have. */
const PAIRS = [
  ["--_on-accent", "--_accent", TEXT],
  ["--_ink", "--_surface", TEXT],
  ["--_ink", "--_soft", TEXT],
  ["--_rim", "--_surface", SHAPE],
] as const;
const TOKENS = [...new Set(PAIRS.map(([one]) => one)), "--_accent", "--_surface", "--_soft"];

describe("a page's one colour", () => {
  for (const theme of ["light", "dark"] as const)
    it(`is readable whatever it is, in the ${theme}`, async () => {
      const server = new FakeServer();
      server.order = booked();
      const { element, root } = await mount({ server, attributes: { theme } });
      const probes = TOKENS.map((token) => {
        const probe = document.createElement("i");
        probe.style.color = `var(${token})`;
        root.append(probe);
        return [token, getComputedStyle(probe)] as const;
      });
      const unreadable: string[] = [];
      for (const colour of CUBE) {
        element.style.setProperty("--reward-accent", colour);
        const light = new Map(probes.map(([token, { color }]) => [token, luminanceOf(color)]));
        for (const [one, other, least] of PAIRS) {
          const is = contrast(light.get(one) ?? 0, light.get(other) ?? 0);
          if (is < least) unreadable.push(`${colour}: ${one} on ${other} ${is.toFixed(2)}`);
        }
      }
      expect(unreadable.slice(0, 9)).to.deep.equal([]);
    }).timeout(60_000);

  it("that is no colour leaves the main button as the element has it, and is told", async () => {
    const server = new FakeServer();
    server.order = booked();
    const { element, root } = await mount({ server });
    await until(() => root.querySelector("[part~=confirm]"), "the button");
    element.style.setProperty("--reward-accent", "#ffd40");
    const { backgroundColor } = getComputedStyle(root.querySelector("[part~=confirm]") as Element);
    expect(backgroundColor).to.equal("rgb(31, 79, 216)");
    expect(noColourOf(element)).to.contain("--reward-accent: #ffd40");
  });
});
