/**
 * Layout shifts from load to code, below the widget and inside it. In the demo's shop, and on a page with only the
 * element and its session, where the first cards appear before the rest of the element's styles.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Shopper } from "./shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, startDemo } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

/** The sum of all shifts, including those after a press, which browsers do not count. */
const MOST = 0.02;
/** The delay of an answer: long enough that the screen before it is painted. */
const TRIP_MS = 300;
/** Measured in real time. A shift caused by a pause of the machine is no defect, so the test is repeated. */
const MEASURED = { retry: 2 };
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

interface Shift {
  readonly on: string;
  readonly value: number;
  /** The elements that moved, for the failure message. */
  readonly moved: string;
}
/** Chromium's entry, which the DOM types do not have. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

async function visit(viewport: typeof PHONE, query = ""): Promise<Shopper> {
  const shopper = await watch(viewport);
  await shopper.page.goto(`${demo.server.url}/demo/${query}`);
  return shopper;
}

/** The page of the README, with the session in the attribute, words below the element, and styles of the page's own. */
async function visitPlain(viewport: typeof PHONE, shape = "whole", style = ""): Promise<Shopper> {
  const shopper = await watch(viewport);
  const { page } = shopper;
  const cart = crypto.randomUUID().replaceAll("-", "");
  const answer = await page.request.post(`${demo.server.url}/demo/session`, {
    headers: { Origin: demo.server.url },
    data: { shape, cart },
  });
  const { session_token } = (await answer.json()) as { session_token: string };
  await page.route("**/plain.html", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><meta name="viewport" content="width=device-width">${style}<body><h1>Thank you</h1>
        <script type="module" src="/widget.js"></script>
        <reward-redemption session="${session_token}"></reward-redemption>${style && BELOW}`,
    }),
  );
  await page.goto(`${demo.server.url}/demo/plain.html`);
  return shopper;
}

async function watch(viewport: typeof PHONE): Promise<Shopper> {
  const shopper = await demo.shopper({ viewport });
  const { page } = shopper;
  await page.route("**/v1/**", async (route) => {
    await new Promise((passed) => setTimeout(passed, TRIP_MS));
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    const note = (entries: readonly PerformanceEntry[]) => {
      for (const { value, sources } of entries as readonly LayoutShift[]) {
        const on = document.querySelector<HTMLElement>("reward-redemption")?.dataset.state ?? "no element";
        const names = sources.map(({ node }) =>
          node instanceof Element ? `${node.localName}.${node.className}` : node?.nodeName,
        );
        shifts.push({ on, value, moved: names.join(" ") });
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    const readShifts = () => {
      note(observer.takeRecords());
      return shifts;
    };
    Object.assign(globalThis, { readShifts });
  });
  return shopper;
}

/** All shifts until now, including those of the last frame. */
const shiftsOf = ({ page }: Shopper): Promise<Shift[]> =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++)
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    return (globalThis as unknown as { readShifts: () => Shift[] }).readShifts();
  });

function expectStill(shifts: readonly Shift[]): void {
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts, undefined, 1)).toBeLessThan(MOST);
}

const BELOW = "<p>What people read below the element while it loads. ".repeat(20);

const SHAPES = [
  { from: "a catalog", query: "", first: "open" },
  { from: "one reward", query: "?shape=code-c128", first: "details" },
];

describe.each([PHONE, DESKTOP])("at $width × $height", MEASURED, (viewport) => {
  it.each(SHAPES)("nothing jumps from load to code, from $from", async ({ query, first }) => {
    const shopper = await visit(viewport, query);
    await shopper.sees(first);
    if (first === "open") await shopper.part("reward").first().click();
    await shopper.part("terms").waitFor();
    await shopper.press("book");
    await shopper.sees("booked");
    await shopper.press("confirm");
    await shopper.sees("redeemed");
    await shopper.part("code").first().waitFor();
    expectStill(await shiftsOf(shopper));
    await shopper.close();
  });
});

describe("on a page of its own", MEASURED, () => {
  it.each([PHONE, { width: 375, height: 667 }, { width: 1280, height: 720 }, DESKTOP])(
    "no tile of the first view jumps when the rest of the styles loads, at $width × $height",
    async (viewport) => {
      const shopper = await visitPlain(viewport);
      await shopper.sees("open");
      await shopper.page.waitForLoadState("networkidle");
      expectStill(await shiftsOf(shopper));
      await shopper.close();
    },
  );
});

describe.each([PHONE, DESKTOP])(
  "with the snippet's rule for the element's place, at $width × $height",
  (viewport) => {
    it.each(["whole", "code-c128"])("the page below does not jump (%s)", MEASURED, async (shape) => {
      const { snippet } = await (await fetch(`${demo.server.url}/widget/latest.json`)).json();
      const [style] = /<style>.*<\/style>/.exec(snippet) ?? [];
      const shopper = await visitPlain(viewport, shape, style);
      await shopper.page.waitForLoadState("networkidle");
      await shopper.page
        .locator("reward-redemption [part~=reward], reward-redemption [part~=book]")
        .first()
        .waitFor();
      expect(style).toContain("min-height");
      expectStill(await shiftsOf(shopper));
      await shopper.close();
    });
  },
);

describe("a kept height", MEASURED, () => {
  const heightOf = ({ page }: Shopper): Promise<number> =>
    page.evaluate(() => document.querySelector<HTMLElement>("reward-redemption")?.offsetHeight ?? 0);

  it("keeps the page's contents below a search with few results out of sight", async () => {
    const shopper = await visit(PHONE);
    await shopper.sees("open");
    await shopper.part("search").fill("kestrow");
    await shopper.widget.locator(".found").waitFor();
    const { y = 0 } = (await shopper.widget.boundingBox()) ?? {};
    expect(y + (await heightOf(shopper))).toBeGreaterThanOrEqual(PHONE.height);
    await shopper.close();
  });

  it("is at most the window's, and ends when the width changes", async () => {
    const shopper = await visit(DESKTOP);
    // The shop scrolls at once, so that the frame's top does not change after its height was kept.
    await shopper.page.emulateMedia({ reducedMotion: "reduce" });
    // With raw events: a driver that waits for a button scrolls the page meanwhile.
    await shopper.pick("KESTROW-CODE-PLAIN-25");
    await shopper.press("book");
    await shopper.sees("booked");
    const { y, held } = await shopper.widget.evaluate((host) => {
      const { top, height } = host.getBoundingClientRect();
      return { y: top, held: height };
    });
    expect(y + held).toBeGreaterThanOrEqual(DESKTOP.height);
    expect(held).toBeLessThanOrEqual(Math.max(DESKTOP.height, DESKTOP.height - y) + 1);
    await shopper.page.setViewportSize({ ...DESKTOP, width: 1300 });
    await vi.waitFor(async () => expect(await heightOf(shopper)).toBeLessThan(held));
    await shopper.close();
  });
});
