/**
 * Films what the README shows, `npm run film`: a user picks, confirms and unwraps a gift card in the demo shop; then the answer of a
 * confirmation is lost, and the code comes all the same.
 */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { type Frame, movingWebp } from "../support/moving-webp.ts";
import { startDemo } from "./world.ts";

const FILE = resolve(import.meta.dirname, "../../docs/images", "film.webp");
/** One picture pixel is one of the page: as many again would be three times the bytes. */
const SIZE = { width: 1100, height: 760 };
/** Of WebP. Edges of letters are clean from here on; a frame stands for a moment. */
const QUALITY = 0.75;
/** Between two frames at least. Milliseconds. */
const FRAME_MS = 80;
/** What stands at the end of a scene is read. Milliseconds. */
const END_MS = 1_300;
/** Before and after the pointer's way. Milliseconds. */
const PAUSE_MS = 450;
const PRESS_MS = 120;
/** From a code that is there to one that is unwrapped. Milliseconds. */
const UNWRAPPED_MS = 1_800;
const SKU = "KESTROW-CODE-PLAIN-25";

/** Playwright presses without a pointer that anybody sees. */
async function drawPointer(page: Page): Promise<void> {
  await page.evaluate(() => {
    const pointer = document.createElement("div");
    pointer.id = "film-pointer";
    pointer.style.cssText =
      "position:fixed;z-index:9;inset:0 auto auto 0;width:22px;height:22px;margin:-11px;border-radius:50%;background:#0008;border:2px solid #fff;pointer-events:none;translate:900px 650px;transition:translate .35s,scale .1s";
    document.body.append(pointer);
    addEventListener("mousemove", ({ clientX, clientY }) => {
      pointer.style.translate = `${clientX}px ${clientY}px`;
    });
    addEventListener("mousedown", () => {
      pointer.style.scale = "0.6";
    });
    addEventListener("mouseup", () => {
      pointer.style.scale = "1";
    });
  });
}

/** @returns the frames of what happens meanwhile */
async function filmed(page: Page, story: () => Promise<unknown>): Promise<Frame[]> {
  const session = await page.context().newCDPSession(page);
  const shots: { png: Buffer; at: number }[] = [];
  session.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
    shots.push({ png: Buffer.from(data, "base64"), at: (metadata.timestamp ?? 0) * 1_000 });
    void session.send("Page.screencastFrameAck", { sessionId });
  });
  await session.send("Page.startScreencast", { format: "png" });
  await story();
  await session.send("Page.stopScreencast");
  const kept: typeof shots = [];
  for (const shot of shots) {
    const last = kept.at(-1);
    // Of what comes too soon the newest is kept.
    if (last && shot.at - last.at < FRAME_MS) last.png = shot.png;
    else kept.push({ ...shot });
  }
  return kept.map(({ png, at }, n) => ({ png, ms: Math.round((kept[n + 1]?.at ?? at + END_MS) - at) }));
}

const demo = await startDemo({});
const look = { viewport: SIZE, colorScheme: "light" } as const;
try {
  const shop = await demo.shopper(look);
  const press = async (of: typeof shop, selector: string): Promise<void> => {
    const target = of.page.locator(selector).first();
    await target.waitFor();
    await of.page.waitForTimeout(PAUSE_MS);
    // By the mouse alone: `click()` would scroll what is in sight.
    const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    await of.page.mouse.move(x + width / 2, y + height / 2);
    await of.page.waitForTimeout(PAUSE_MS);
    await of.page.mouse.down();
    await of.page.waitForTimeout(PRESS_MS);
    await of.page.mouse.up();
  };
  await shop.page.goto(`${demo.server.url}/demo/?present&language=en`);
  await shop.sees("open");
  await drawPointer(shop.page);
  await shop.page.waitForTimeout(1_000);
  const first = await filmed(shop.page, async () => {
    await press(shop, `[data-sku="${SKU}"]`);
    await press(shop, "[part~=book]");
    await press(shop, "[part~=confirm]:not([aria-disabled=true])");
    await shop.page.locator("[part~=code-value]").first().waitFor();
    await shop.page.waitForTimeout(UNWRAPPED_MS);
  });
  const proof = await demo.shopper(look);
  await proof.page.goto(`${demo.server.url}/demo/proof/?present`);
  await proof.sees("booked");
  await drawPointer(proof.page);
  await proof.page.waitForTimeout(500);
  const second = await filmed(proof.page, async () => {
    await press(proof, '[data-plug="lost"]');
    await proof.page.locator("#codes", { hasText: "1" }).waitFor();
    await proof.sees("redeemed");
    await proof.page.waitForTimeout(UNWRAPPED_MS);
  });
  const easel = await demo.browser.newPage();
  const film = await movingWebp(easel, [...first, ...second], QUALITY);
  writeFileSync(FILE, film);
  const ms = [...first, ...second].reduce((sum, frame) => sum + frame.ms, 0);
  process.stdout.write(`docs/images/film.webp: ${film.length} bytes, ${ms} ms\n`);
} finally {
  await demo.close();
}
