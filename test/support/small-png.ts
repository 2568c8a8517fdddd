/**
 * Makes a screenshot small enough for a README: most colours lose their two lowest bits, in which the pixels of
 * gradients differ.
 */
import { crc32, deflateSync } from "node:zlib";
import type { Browser } from "playwright-core";
import type { Colours } from "./pixels.ts";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
/** Two bits of each channel. */
const STEP = 4;
/** Source: PNG specification, 9.2, filter type 2. */
const UP = 2;
/** A colour of more pixels than this is one of the page's own, and stays unchanged. */
const FLAT = 1_000;

function chunk(type: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(content.length + 8);
  framed.writeUInt32BE(data.length, 0);
  content.copy(framed, 4);
  framed.writeUInt32BE(crc32(content), content.length + 4);
  return framed;
}

/** The pixels of an opaque PNG, four bytes each, decoded by the browser. */
async function pixelsOf(browser: Browser, png: Uint8Array): Promise<{ width: number; pixels: Buffer }> {
  const page = await browser.newPage();
  const { width, base64 } = await page.evaluate(async (source) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    const letters = Array.from(data, (byte) => String.fromCharCode(byte)).join("");
    return { width: bitmap.width, base64: btoa(letters) };
  }, Buffer.from(png).toString("base64"));
  await page.close();
  return { width, pixels: Buffer.from(base64, "base64") };
}

export async function smallPng(browser: Browser, png: Uint8Array): Promise<Buffer> {
  const { width, pixels } = await pixelsOf(browser, png);
  const count = pixels.length / 4;
  const uses = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += 4) {
    const color = pixels.readUIntBE(at, 3);
    uses.set(color, (uses.get(color) ?? 0) + 1);
  }
  // Every row begins with its filter, which is none: flat areas become long runs of equal bytes.
  const rows = Buffer.alloc(count * 3 + count / width);
  for (let pixel = 0; pixel < count; pixel++) {
    const isFlat = (uses.get(pixels.readUIntBE(pixel * 4, 3)) ?? 0) > FLAT;
    for (let channel = 0; channel < 3; channel++) {
      const value = pixels[pixel * 4 + channel] ?? 0;
      rows[pixel * 3 + channel + Math.floor(pixel / width) + 1] = isFlat ? value : value - (value % STEP);
    }
  }
  return fileOf(width, count / width, rows);
}

function fileOf(width: number, height: number, rows: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per channel, RGB.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array()),
  ]);
}

/** A PNG of unchanged pixels. Each row is stored as the difference to the row above, which is mostly zero. */
export function writePng({ width, height, rgb }: Colours): Buffer {
  const bytes = width * 3;
  const rows = Buffer.alloc((bytes + 1) * height);
  for (let y = 0; y < height; y++) {
    rows[y * (bytes + 1)] = UP;
    for (let x = 0; x < bytes; x++) {
      const above = y === 0 ? 0 : (rgb[(y - 1) * bytes + x] ?? 0);
      rows[y * (bytes + 1) + 1 + x] = (rgb[y * bytes + x] ?? 0) - above;
    }
  }
  return fileOf(width, height, rows);
}
