/** A person in front of the widget: sees what is on the screen, presses buttons, and holds on to the public parts only. */
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";

/** A step that takes longer than this has failed. Above the server's 12 s and the widget's polls after it. */
const PATIENCE_MS = 30_000;

export interface Shopper {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly widget: Locator;
  /** A part; of the item with this usage, where there are several. */
  part(name: string, usage?: string): Locator;
  reward(sku: string): Locator;
  /** Waits until a button takes a press. */
  canPress(part: string): Promise<void>;
  /** Presses a button as soon as it can be pressed; unfolds what it is under first. */
  press(part: string): Promise<void>;
  pick(sku: string): Promise<void>;
  /** Waits until the host's `data-state` is this. */
  sees(state: string): Promise<void>;
  /** All words of the widget. */
  text(): Promise<string>;
  /** Waits until these words stand somewhere in the widget. */
  reads(words: string | RegExp): Promise<void>;
  /** From the picker to a confirmation that can be pressed. */
  book(sku: string): Promise<void>;
  /** From the picker to the codes. */
  redeem(sku: string): Promise<void>;
  /** Opens everything that is masked. */
  reveal(): Promise<void>;
  /** What is shown of each item, in order; undefined while masked. */
  codes(): Promise<{ usage: string | null; value: string | undefined }[]>;
  /** The changing calls that this browser sent, as paths. */
  readonly sent: string[];
  /** What the page's policy forbade. */
  violations(): Promise<string[]>;
  /** Another tab of the same browser. */
  tab(): Promise<Shopper>;
  /** Closes this tab, and with the last one the browser. */
  close(): Promise<void>;
}

export async function openShopper(browser: Browser, options: BrowserContextOptions = {}): Promise<Shopper> {
  const context = await browser.newContext({ locale: "en-US", timezoneId: "UTC", ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { violations: seen });
    document.addEventListener("securitypolicyviolation", (event) => {
      seen.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  return inTab(context, await context.newPage());
}

function inTab(context: BrowserContext, page: Page): Shopper {
  const widget = page.locator("reward-redemption");
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/v1\/order\/(book|redeem|activate|notify)$/.test(pathname)) sent.push(pathname);
  });
  const shopper: Shopper = {
    context,
    page,
    widget,
    sent,
    part: (name, usage) =>
      widget.locator(`${usage === undefined ? "" : `[data-usage="${usage}"] `}[part~="${name}"]`),
    reward: (sku) => widget.locator(`[part~="reward"][data-sku="${sku}"]`),
    // While it waits for a button that takes no press yet, Playwright scrolls the page up and down, and then presses where the
    // button is before the panel beside the picker has followed.
    canPress: (part) =>
      widget
        .locator(`.frame:not([data-new]) [part~="${part}"]:not([aria-disabled="true"])`)
        .first()
        .waitFor({ state: "attached" }),
    async press(part) {
      await shopper.part(part).first().waitFor({ state: "attached" });
      const folded = widget.locator(`details:not([open]):has(.rows [part~="${part}"])`);
      await shopper.canPress(part);
      if ((await folded.count()) > 0) await folded.locator("summary").click();
      await shopper.part(part).click();
    },
    pick: (sku) => shopper.reward(sku).click(),
    sees: (state) => page.locator(`reward-redemption[data-state="${state}"]`).waitFor(),
    text: () => widget.evaluate((host) => host.shadowRoot?.textContent ?? ""),
    reads: (words) => widget.getByText(words).first().waitFor(),
    async book(sku) {
      await shopper.sees("open");
      await shopper.pick(sku);
      await shopper.press("book");
      await shopper.sees("booked");
      await shopper.part("confirm").click({ trial: true });
    },
    async redeem(sku) {
      await shopper.book(sku);
      await shopper.press("confirm");
      await shopper.sees("redeemed");
      await shopper.part("code").first().waitFor();
    },
    async reveal() {
      await shopper.part("code").first().waitFor();
      const masked = shopper.part("reveal");
      // Each is gone when it was pressed.
      for (let left = await masked.count(); left > 0; left--) await masked.first().click();
    },
    codes: () =>
      shopper.part("code").evaluateAll((items) =>
        items.map((item) => ({
          usage: item.getAttribute("data-usage"),
          value: item.querySelector("[part~=code-value]")?.textContent ?? undefined,
        })),
      ),
    violations: () => page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations),
    tab: async () => inTab(context, await context.newPage()),
    async close() {
      await page.close();
      if (context.pages().length === 0) await context.close();
    },
  };
  return shopper;
}
