/**
 * Takes the pictures of the README and the documents from the running demo, one for each display: `npm run pictures`,
 * or only the named ones, `npm run pictures -- shop pass`. The demo's own bar is not in them.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import type { Page } from "playwright-core";
import type { Shopper } from "./shopper.ts";
import { startDemo } from "./world.ts";

const FOLDER = resolve(import.meta.dirname, "../../docs/images");
/** Picture pixels per page pixel, for screens on which letters have sharp edges. */
const DENSITY = 2;
/** Of WebP, at most 1, which is more bytes for no difference that is seen: letters and bars have clean edges from here on. */
const QUALITY = 0.9;

/** Two rows of the shop's gift cards, with their values. */
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** The page around a widget that is shown alone: less than the distance between the widget and the shop's heading. */
const MARGIN = 8;

interface Picture {
  readonly name: string;
  /** Below `/demo/`; default: the shop. */
  readonly path?: string;
  /** The demo's settings, as in its address. */
  readonly settings: string;
  readonly viewport: typeof DESKTOP;
  /** The whole window, or only the widget at its full height. */
  readonly frame: "window" | "widget";
  /** The steps from the first screen to the display. */
  readonly steps?: (shopper: Shopper) => Promise<unknown>;
}

const booked = async (shopper: Shopper): Promise<void> => {
  await shopper.press("book");
  await shopper.sees("booked");
  await shopper.canPress("confirm");
};

const redeemed = async (shopper: Shopper): Promise<void> => {
  await booked(shopper);
  await shopper.press("confirm");
  await shopper.sees("redeemed");
};

const revealed = async (shopper: Shopper): Promise<void> => {
  await redeemed(shopper);
  await shopper.part("code").first().waitFor();
  await shopper.reveal();
};

/** A drawn barcode needs a chunk of its own. */
const scannable = async (shopper: Shopper): Promise<void> => {
  await revealed(shopper);
  await shopper.part("barcode").waitFor();
};

/** One reward of the French promotion, from the grid to its codes. */
const french = async (shopper: Shopper): Promise<void> => {
  await shopper.pick("FR-QUILLMARSH-20");
  await revealed(shopper);
};

/** One reward of a promotion that gives links, or mails them. */
const delivered = (state: "activated" | "notified") => async (shopper: Shopper) => {
  await shopper.pick("KESTROW-CODE-PLAIN-25");
  await shopper.press("book");
  await shopper.press("confirm");
  await shopper.sees(state);
};

const column = (width: number, name: string, settings: string, steps?: Picture["steps"]): Picture => ({
  name,
  settings: `${settings}&width=${width}`,
  viewport: DESKTOP,
  frame: "widget",
  steps,
});

const picked = (sku: string) => async (shopper: Shopper) => {
  await shopper.pick(sku);
  await shopper.sees("details");
  await shopper.part("book").first().click({ trial: true });
};

const ofSite = (site: string, query = ""): Picture => ({
  name: `brand-${site}`,
  path: `brands/${site}/`,
  settings: query,
  viewport: DESKTOP,
  frame: "window",
});

/** Unfolds the secondary actions of the pass. */
const unfolded = async (shopper: Shopper): Promise<void> => {
  await scannable(shopper);
  await shopper.widget.locator("summary").first().click();
};

const atTheTill = async (shopper: Shopper): Promise<void> => {
  await redeemed(shopper);
  await shopper.press("till");
  await shopper.part("close").waitFor();
};

const atTheDesk = async ({ page }: Shopper): Promise<void> => {
  await page.getByText("Ole Harms").waitFor();
  await page.getByText("Ole Harms").click();
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
};

const amount = (shopper: Shopper) => shopper.part("amount").fill("55");
const search = (shopper: Shopper) => shopper.part("search").fill("cinemas birthday");

const PICTURES: readonly Picture[] = [
  { name: "shop", settings: "", viewport: DESKTOP, frame: "window" },
  { name: "dark", settings: "theme=dark", viewport: DESKTOP, frame: "window" },
  { name: "phone", settings: "", viewport: PHONE, frame: "window" },
  { name: "arabic", settings: "language=ar", viewport: PHONE, frame: "window" },
  {
    name: "details",
    settings: "",
    viewport: PHONE,
    frame: "window",
    steps: picked("QUILLMARSH-25"),
  },
  {
    name: "till",
    settings: "shape=code-pin-c128",
    viewport: PHONE,
    frame: "window",
    steps: atTheTill,
  },
  column(360, "pass", "shape=code-pin-c128", scannable),
  column(360, "more", "shape=code-pin-c128", unfolded),
  ofSite("supermarket"),
  ofSite("bank", "language=ar"),
  ofSite("employer"),
  { name: "desk", path: "desk/", settings: "", viewport: DESKTOP, frame: "window", steps: atTheDesk },
  { name: "maker", path: "brand/", settings: "", viewport: DESKTOP, frame: "window" },
  column(720, "search", "shape=large", search),
  column(480, "amount", "shape=free", amount),
  column(480, "confirm", "shape=code-c128", booked),
  column(480, "codes", "shape=code-pin-c128", scannable),
  column(480, "qr", "shape=link-qr", scannable),
  column(480, "access", "shape=link-access-plain", revealed),
  column(480, "document", "shape=pdf", scannable),
  column(480, "message", "shape=message", scannable),
  column(480, "link", "shape=link-later", delivered("activated")),
  column(480, "mail", "shape=mail", delivered("notified")),
  column(480, "sold-out", "shape=sold-out"),
  column(480, "ended", "shape=ended"),
  column(360, "french", "shape=french", french),
];

// Orders that are kept have some from the start.
const folder = mkdtempSync(join(tmpdir(), "pictures-"));
const demo = await startDemo({ DATABASE_URL: `file:${join(folder, "ledger.db")}` });
/** An empty page on which pictures are encoded. */
const easel = await demo.browser.newPage();

async function visit({ path = "", settings, viewport }: Picture): Promise<Shopper> {
  // On touch screens some targets are larger.
  const touch = viewport === PHONE && { hasTouch: true, isMobile: true };
  const shopper = await demo.shopper({
    viewport,
    deviceScaleFactor: DENSITY,
    colorScheme: "light",
    ...touch,
  });
  await shopper.page.goto(`${demo.server.url}/demo/${path}?present&${settings}`);
  const page = path === "brand/" ? shopper.page.frameLocator("#frame") : shopper.page;
  if (path !== "desk/") await page.locator("reward-redemption:not([data-state=loading])").waitFor();
  return shopper;
}

/** Waits until fonts and visible pictures are loaded, and nothing moves or keeps the focus of the last step. */
async function settled(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => {
    await document.fonts.ready;
    const { shadowRoot } = document.querySelector("reward-redemption") ?? {};
    const ending = (shadowRoot?.getAnimations() ?? []).filter(
      ({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
    );
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
    if (shadowRoot?.activeElement instanceof HTMLElement) shadowRoot.activeElement.blur();
    // Pictures out of sight are loaded only when they come into sight.
    const inSight = [...(shadowRoot?.querySelectorAll("img") ?? [])].filter((image) => {
      const { top, bottom, height } = image.getBoundingClientRect();
      return height > 0 && bottom > 0 && top < innerHeight && !image.complete;
    });
    await Promise.all(inSight.map((image) => image.decode().catch(() => undefined)));
  });
}

/**
 * Lets the window grow with the widget, so that nothing is cut off, and the widget shrink to its display: it keeps the height of the
 * one before, for the page below it.
 */
async function clipOf({ page, widget }: Shopper): Promise<{ clip?: Box }> {
  await widget.evaluate(({ shadowRoot }) =>
    shadowRoot?.querySelector<HTMLElement>(".frame")?.style.removeProperty("--_held"),
  );
  const height = (await widget.boundingBox())?.height ?? 0;
  await page.setViewportSize({ width: DESKTOP.width, height: Math.ceil(height) + DESKTOP.height });
  await widget.evaluate((host) => {
    // A user who scrolls ends the widget's own scroll to its new display, which would go on after this one.
    dispatchEvent(new Event("wheel"));
    host.scrollIntoView({ block: "center", behavior: "instant" });
  });
  await settled(page);
  const box = await widget.boundingBox();
  if (!box || box.y < MARGIN) throw new Error("the widget is not in the middle of the window");
  return {
    clip: {
      x: box.x - MARGIN,
      y: box.y - MARGIN,
      width: box.width + 2 * MARGIN,
      height: box.height + 2 * MARGIN,
    },
  };
}

type Box = Record<"x" | "y" | "width" | "height", number>;

/**
 * In a fifth of a PNG's bytes, encoded by Chromium: a gradient of the cards has so many colours that without loss a shop takes a
 * megabyte.
 */
async function webpOf(png: Buffer): Promise<Buffer> {
  const url = await easel.evaluate(
    async ({ source, quality }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      canvas.getContext("2d", { alpha: false })?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", quality);
    },
    { source: `data:image/png;base64,${png.toString("base64")}`, quality: QUALITY },
  );
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}

async function shoot(picture: Picture, shopper: Shopper): Promise<void> {
  const { page } = shopper;
  await settled(page);
  const clip = picture.frame === "widget" ? await clipOf(shopper) : {};
  const webp = await webpOf(await page.screenshot({ ...clip, animations: "disabled", caret: "hide" }));
  const name = `${picture.name}.webp`;
  writeFileSync(join(FOLDER, name), webp);
  process.stdout.write(`docs/images/${name}: ${webp.length} bytes\n`);
}

async function take(picture: Picture): Promise<void> {
  const shopper = await visit(picture);
  await picture.steps?.(shopper);
  await shoot(picture, shopper);
  await shopper.close();
}

/**
 * The outcome of a confirmation stays unknown: the simulated service makes the code, and every answer about it is lost.
 * Its control has the address of its printable documents.
 */
async function takeUnknownOutcome(): Promise<void> {
  const picture = column(480, "checking", "shape=code-plain");
  const shopper = await visit(column(480, "", "shape=pdf"));
  await redeemed(shopper);
  const { origin } = new URL((await shopper.part("pdf").getAttribute("href")) ?? "");
  await shopper.close();
  const lost = [
    { operation: "redeem", kind: "timeout_after" },
    { operation: "get_redemption", kind: "timeout_before", times: "always" },
  ];
  for (const fault of lost) {
    const { status } = await fetch(`${origin}/control/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(fault),
    });
    if (status !== 201) throw new Error(`the fault was refused with ${status}`);
  }
  const unknown = await visit(picture);
  await booked(unknown);
  await unknown.press("confirm");
  await unknown.reads("We are still checking");
  await shoot(picture, unknown);
  await unknown.close();
}

const named = process.argv.slice(2);
const isWanted = (name: string): boolean => named.length === 0 || named.includes(name);

mkdirSync(FOLDER, { recursive: true });
try {
  for (const picture of PICTURES.filter(({ name }) => isWanted(name))) await take(picture);
  if (isWanted("checking")) await takeUnknownOutcome();
} finally {
  await demo.close();
  rmSync(folder, { recursive: true });
}
