/** The printed voucher: it is printed alone, whatever print styles the page around the widget has. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { POPPLER, pictureOf, wordsOf } from "../support/poppler.ts";
import { canUse } from "../support/programs.ts";
import { scan } from "../support/scanner.ts";
import { ZBAR, zbar } from "../support/zbar.ts";
import type { Shopper } from "./shopper.ts";
import { createWorld, JOURNEY_TIMEOUTS, only, SOON, startDemo, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const CARD = "PLUMVALE-CODE-PIN-C128-30";
/** A page that hides itself in print, and shows everything in white on red. */
const HOSTILE = `@media print { *, ::part(summary) { display: none !important; color: #fff !important; background: red !important } }`;

const hasPaper = canUse(POPPLER);
const hasZbar = canUse(ZBAR);
const folder = mkdtempSync(join(tmpdir(), "paper-"));
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

interface Sheet {
  readonly html: string;
  readonly styles: string;
  readonly scripts: number;
}

/** Replaces the system's dialog: records the frame that was to be printed. */
const watchPrinting = (): void => {
  if (window === window.top) {
    window.print = () => Object.assign(globalThis, { printedPage: true });
    return;
  }
  window.print = () => {
    const styles = document.adoptedStyleSheets
      .flatMap((sheet) => [...sheet.cssRules])
      .map(({ cssText }) => cssText)
      .join("\n");
    const sheet = { html: document.documentElement.outerHTML, styles, scripts: document.scripts.length };
    Object.assign(window.top as object, { sheet });
  };
};

async function printed(shopper: Shopper): Promise<Sheet> {
  await shopper.press("print");
  const read = () => shopper.page.evaluate(() => (globalThis as unknown as { sheet?: Sheet }).sheet);
  await expect.poll(read, SOON).toBeDefined();
  return (await read()) ?? expect.fail("nothing was printed");
}

/** Prints with the browser itself. */
async function onPaper(
  shopper: Shopper,
  { html, styles }: Sheet,
  name: string,
  format = "A4",
): Promise<string> {
  const page = await shopper.context.newPage();
  await page.setContent(html);
  await page.addStyleTag({ content: styles });
  const path = join(folder, `${name}.pdf`);
  writeFileSync(path, await page.pdf({ format, preferCSSPageSize: true }));
  await page.close();
  return path;
}

/** The words of each page that is not empty. */
const sheetsOf = (pdf: string): string[] =>
  wordsOf(pdf)
    .split("\f")
    .filter((page) => page.trim() !== "");

describe("the printed voucher", () => {
  let shopper: Shopper;
  let number: string;
  let pin: string;
  let barcode: string;
  beforeAll(async () => {
    shopper = await world.shopper();
    await shopper.context.addInitScript(watchPrinting);
    await shopper.page.goto(world.host.page("paper.", only(CARD)));
    await shopper.press("book");
    await shopper.press("confirm");
    await shopper.sees("redeemed");
    await shopper.part("barcode").waitFor();
    await shopper.page.evaluate((styles) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      document.adoptedStyleSheets = [sheet];
    }, HOSTILE);
    const [billed] = await world.billed("paper.");
    const value = (usage: string) => billed?.codes.find((item) => item.usage === usage)?.value ?? "none";
    [number, pin, barcode] = [value("primary"), value("security"), value("barcode")];
  });
  afterAll(() => shopper.close());

  it("has name, number, expiry, how to use it and terms, and neither the page nor a masked PIN", async () => {
    const sheet = await printed(shopper);
    expect(sheet.scripts).toBe(0);
    expect(sheet.html).not.toContain(pin);
    if (!hasPaper) return;
    const words = wordsOf(await onPaper(shopper, sheet, "masked"));
    const said = words.replace(/\s+/g, " ");
    expect(said).toMatch(/Plumvale Market Gift Card \$30/);
    expect(said.replace(/ /g, "")).toContain(number);
    expect(said).toMatch(/Valid until \w+ \d+, \d{4}/);
    expect(said).toMatch(/How to use it.*Terms and conditions/);
    expect(said).not.toMatch(/Use in store|More|Reference paper/);
  });

  it.skipIf(!hasPaper)("has the barcode, which every scanner reads from the paper", async () => {
    const pdf = await onPaper(shopper, await printed(shopper), "scanned");
    const read = [{ format: "Code128", text: barcode }];
    expect(await scan(pictureOf(pdf))).toEqual(read);
    const file = join(folder, "scanned.pgm");
    writeFileSync(file, pictureOf(pdf));
    if (hasZbar) expect(await zbar([file])).toEqual([read]);
  });

  it.skipIf(!hasPaper).each(["A4", "Letter"])(
    "is one page of %s with the texts of an ordinary reward",
    async (format) => {
      const pdf = await onPaper(shopper, await printed(shopper), `page-${format}`, format);
      const pages = sheetsOf(pdf);
      expect(pages).toHaveLength(1);
      expect(pages[0]).toMatch(/is an invented brand/);
    },
  );

  it.skipIf(!hasPaper)("is one page even with terms of forty sentences", async () => {
    const sheet = await printed(shopper);
    const sentence = "It is not exchanged for cash and not replaced when lost.";
    const html = sheet.html.replace(sentence, Array.from({ length: 40 }, () => sentence).join("\n"));
    const pages = sheetsOf(await onPaper(shopper, { ...sheet, html }, "long"));
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatch(/is an invented brand/);
  });
});

describe("the browser's own print command", () => {
  it.skipIf(!hasPaper).each(["message", "link-access-qr"])(
    "prints the shop's reward on one sheet, and nothing to press: %s",
    async (shape) => {
      const demo = await startDemo();
      const shopper = await demo.visit(`/demo/?shape=${shape}`, { viewport: { width: 1440, height: 900 } });
      for (const part of ["book", "confirm"]) await shopper.press(part);
      await shopper.sees("redeemed");
      await shopper.part("barcode").waitFor();
      await shopper.part("terms").waitFor();
      await shopper.page.emulateMedia({ media: "print" });
      const leftOf = (part: string) =>
        shopper.part(part).evaluate((element) => element.getBoundingClientRect().left);
      expect(await leftOf("badge"), "the test mark stands at the heading's edge").toBe(await leftOf("title"));
      await shopper.page.emulateMedia({ media: null });
      const path = join(folder, `${shape}.pdf`);
      const print = async (margin: string): Promise<void> => {
        const margins = { top: margin, right: margin, bottom: margin, left: margin };
        writeFileSync(path, await shopper.page.pdf({ format: "A4", margin: margins }));
      };
      await print("12mm");
      const sheets = sheetsOf(path);
      expect(sheets).toHaveLength(1);
      expect(sheets[0]).toMatch(/Terms and conditions/);
      await shopper.page.reload();
      await shopper.part("reveal").first().waitFor();
      await shopper.part("terms").waitFor();
      await print("1cm");
      const [first = ""] = wordsOf(path).split("\f");
      expect(first).toMatch(/Gift Card/);
      expect(wordsOf(path)).not.toMatch(/Open your reward|Show|Your gift card/);
      // A masked value is a word on paper: dots would not say what is missing.
      expect(wordsOf(path)).toMatch(/Hidden, so not printed/);
      expect(wordsOf(path)).not.toContain("••");
      await shopper.close();
      await demo.close();
    },
  );
});
