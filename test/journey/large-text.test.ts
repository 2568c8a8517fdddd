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
