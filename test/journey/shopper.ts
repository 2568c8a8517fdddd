/** A user of the widget, who reads the screen, presses buttons, and uses only the public parts. */
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
  Response,
} from "playwright-core";
import { undescribed } from "../support/described.ts";

/** Under either of its names. */
const ELEMENT = ":is(reward-redemption, reward-wallet)";

/** A longer step has failed. More than the server's 12 s and the widget's polls afterwards. */
const PATIENCE_MS = 30_000;

export interface Shopper {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly widget: Locator;
  /** A part; of the item with this usage, if there are several. */
  part(name: string, usage?: string): Locator;
  reward(sku: string): Locator;
  /** Waits until a button can be pressed. */
  canPress(part: string): Promise<void>;
  /** Presses a button as soon as it can be pressed; unfolds the actions around it first. */
  press(part: string): Promise<void>;
  pick(sku: string): Promise<void>;
  /** Waits for this `data-state` of the host. */
  sees(state: string): Promise<void>;
  /** All words of the widget. */
  text(): Promise<string>;
  /** Waits until the widget shows these words. */
  reads(words: string | RegExp): Promise<void>;
  /** From the picker to an enabled confirm button. */
  book(sku: string): Promise<void>;
  /** From the picker to the codes. */
  redeem(sku: string): Promise<void>;
  /** Reveals every masked value. */
  reveal(): Promise<void>;
  /** The shown value of each item, in order; undefined while masked. */
  codes(): Promise<{ usage: string | null; value: string | undefined }[]>;
  /** The changing calls that this browser sent, as paths. */
  readonly sent: string[];
  /** The violations of the page's policy. */
  violations(): Promise<string[]>;
  /** Another tab of the same browser. */
  tab(): Promise<Shopper>;
  /** Closes this tab, and with the last tab the browser. */
  close(): Promise<void>;
}

/** Sets one of the shop's choices, which its bar has in a layer that closes by itself. */
export async function chooseIn(page: Page, control: string, label: string): Promise<void> {
  const select = page.getByLabel(control, { exact: true });
  const [fold, showing] = ["Demo", "Showing"].map((name) => page.getByRole("button", { name }));
  if (!(await select.isVisible())) {
    if (!(await showing?.isVisible())) await fold?.click();
    await showing?.click();
  }
  await select.selectOption({ label });
}

export async function openShopper(browser: Browser, options: BrowserContextOptions = {}): Promise<Shopper> {
  const context = await browser.newContext({ locale: "en-US", timezoneId: "UTC", ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  context.on("response", (response) => void hear(response));
  await context.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { violations: seen });
    document.addEventListener("securitypolicyviolation", (event) => {
      seen.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  return inTab(context, await context.newPage());
}

const undescribedAnswers: string[] = [];

/** Holds what the browser was answered by the token server against its description. */
async function hear(response: Response): Promise<void> {
  const { pathname } = new URL(response.url());
  if (!pathname.startsWith("/v1/")) return;
  // Nobody hears an answer whose page went away meanwhile.
  const [told, text] = await Promise.all([response.allHeaders(), response.text()]).catch(() => []);
  if (told === undefined || text === undefined || told["x-request-id"] === undefined) return;
  const headers = new Headers(Object.entries(told).filter(([name]) => !name.startsWith(":")));
  const method = response.request().method();
  // A 304 is told with its own headers as the answer that the browser kept.
  const heard =
    response.status() === 200 && !headers.has("Content-Type")
      ? { status: 304, text: "" }
      : { status: response.status(), text };
  const mistake = undescribed({ method, path: pathname, headers, ...heard });
  if (mistake !== undefined) undescribedAnswers.push(mistake);
}

/** @throws Error with what was answered otherwise than described, to any browser since the last time */
export function throwUndescribed(): void {
  const mistakes = undescribedAnswers.splice(0);
  if (mistakes.length > 0) throw new Error(`not as described: ${[...new Set(mistakes)].join("; ")}`);
}

function inTab(context: BrowserContext, page: Page): Shopper {
  const widget = page.locator(ELEMENT);
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
    // While Playwright waits for a disabled button it scrolls the page up and down. It then presses where the button
    // was before the panel beside the picker has followed.
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
    sees: (state) => page.locator(`${ELEMENT}[data-state="${state}"]`).waitFor(),
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
      // The gift has opened: what is behind it is seen.
      await page.locator(`${ELEMENT} [part~="summary"]:not([data-unwrap])`).first().waitFor();
    },
    async reveal() {
      await shopper.part("code").first().waitFor();
      const masked = shopper.part("reveal");
      // Each button disappears after its press.
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
