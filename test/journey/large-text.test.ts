/** On a phone whose browser shows texts up to twice as large. Source: WCAG 2.2, 1.4.4 and 1.4.10. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Shopper } from "./shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, SOON, startDemo } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const PHONE = { width: 390, height: 844 };
const NARROWEST = { width: 320, height: 568 };
/** The browsers' default, CSS px. */
const USUAL_TEXT_PX = 16;

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

async function withText(percent: number, viewport: { width: number; height: number }): Promise<Shopper> {
  const shopper = await demo.shopper({ viewport });
  const session = await shopper.context.newCDPSession(shopper.page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: (USUAL_TEXT_PX * percent) / 100 } });
  return shopper;
}

it.each([100, 125, 150, 175, 200])(
  "with texts of %i percent the confirm button and the reward it confirms are in sight together",
  async (percent) => {
    const shopper = await withText(percent, PHONE);
    await shopper.page.goto(`${demo.server.url}/demo/?shape=code-pin-c128`);
    await shopper.press("book");
    await shopper.part("confirm").waitFor();
    const covered = () =>
      shopper.widget.evaluate((host) =>
        [".pass .name", ".pass .worth", '[part~="confirm"]'].filter((selector) => {
          const element = host.shadowRoot?.querySelector(selector);
          const box = element?.getBoundingClientRect();
          if (!box) return true;
          // The first and the last line: an element that covers one of them is found there.
          return [box.top + 4, box.bottom - 4].some((y) => {
            const found = host.shadowRoot?.elementFromPoint(box.left + 24, y);
            return y > innerHeight || !found || !element?.contains(found);
          });
        }),
      );
    await expect.poll(covered, SOON).toEqual([]);
    await shopper.close();
  },
);

it.each([
  [150, NARROWEST],
  [200, PHONE],
  [200, NARROWEST],
])("with texts of %i percent nothing of the picker is wider than the window", async (percent, window) => {
  const shopper = await withText(percent, window);
  await shopper.page.goto(`${demo.server.url}/demo/?shape=whole`);
  await shopper.part("reward").first().waitFor();
  const wider = await shopper.widget.evaluate((host) =>
    [...(host.shadowRoot?.querySelectorAll("input, button, h2, p") ?? [])]
      .filter((each) => each.getBoundingClientRect().right > innerWidth)
      .map((each) => each.outerHTML),
  );
  expect(wider).toEqual([]);
  await shopper.close();
});

it("with texts of 200 percent, on the narrowest phone, a date breaks between its words, and hover effects stay inside their card", async () => {
  const shopper = await withText(200, NARROWEST);
  await shopper.page.goto(`${demo.server.url}/demo/?shape=code-pin-c128`);
  await shopper.press("book");
  await shopper.press("confirm");
  await shopper.reads("Valid until");
  const { lines, outside } = await shopper.widget.evaluate((host) => {
    const paragraphs = [...(host.shadowRoot?.querySelectorAll(".pass > p") ?? [])];
    const walker = document.createTreeWalker(
      paragraphs.find(({ textContent }) => textContent?.startsWith("Valid until")) ?? host,
      NodeFilter.SHOW_TEXT,
    );
    const tops = new Map<number, string>();
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null)
      for (let at = 0; at < node.length; at++) {
        const letter = document.createRange();
        letter.setStart(node, at);
        letter.setEnd(node, at + 1);
        const top = Math.round(letter.getBoundingClientRect().top);
        tops.set(top, (tops.get(top) ?? "") + node.data[at]);
      }
    const pass = host.shadowRoot?.querySelector(".pass")?.getBoundingClientRect();
    const buttons = [...(host.shadowRoot?.querySelectorAll(".pass button") ?? [])];
    return {
      lines: [...tops.values()].map((line) => line.trim()).filter((line) => line !== ""),
      outside: buttons.filter((button) => {
        const { left, right } = button.getBoundingClientRect();
        return !pass || left < pass.left || right > pass.right;
      }).length,
    };
  });
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join(" ")).toMatch(/^Valid until \p{L}+ \d{1,2}, \d{4}$/u);
  expect(outside).toBe(0);
  await shopper.close();
});

it("with texts of 200 percent the details are shown from their beginning, with name and price above the button", async () => {
  const shopper = await withText(200, NARROWEST);
  await shopper.page.goto(`${demo.server.url}/demo/?shape=whole`);
  await shopper.part("reward").first().click();
  await shopper.canPress("book");
  const { scrolled, tops, dock } = await shopper.widget.evaluate((host) => {
    const sheet = host.shadowRoot?.querySelector("dialog:modal");
    return {
      scrolled: sheet?.querySelector(".scroll")?.scrollTop,
      tops: ["h2", ".price"].map((each) => sheet?.querySelector(each)?.getBoundingClientRect().bottom ?? 9e9),
      dock: sheet?.querySelector(".dock")?.getBoundingClientRect().top ?? 0,
    };
  });
  expect(scrolled).toBe(0);
  expect(Math.max(...tops)).toBeLessThanOrEqual(dock);
  await shopper.close();
});

it("with texts of 200 percent no word of the folded actions breaks beside its icon", async () => {
  const shopper = await withText(200, NARROWEST);
  await shopper.page.goto(`${demo.server.url}/demo/?shape=code-pin-c128&language=de`);
  for (const part of ["book", "confirm"]) await shopper.press(part);
  await shopper.part("print").waitFor({ state: "attached" });
  await shopper.widget.locator("details.rest summary").click();
  const broken = await shopper.widget.evaluate((host) =>
    [...(host.shadowRoot?.querySelectorAll(".row") ?? [])].flatMap((row) => {
      const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null)
        for (const { 0: word, index } of node.data.matchAll(/\p{L}+/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            found.push(word);
        }
      return found;
    }),
  );
  expect(broken).toEqual([]);
  await shopper.close();
});
