/**
 * A moving picture of screenshots. Chromium encodes each one's changed part as a still picture; here they are put into one file.
 * Source: https://developers.google.com/speed/webp/docs/riff_container, Animation.
 */
import type { Page } from "playwright-core";

export interface Frame {
  readonly png: Buffer;
  /** Until the next one. Milliseconds. */
  readonly ms: number;
}

interface Still {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** A file of WebP, as an address with its data. */
  readonly url: string;
}

/** Corners of frames have even coordinates: the file holds their halves. */
const GRID = 2;
/** Between the colours of two pixels that look the same: what an encoder of video leaves behind. */
const SAME = 6;
const HAS_ANIMATION = 0b10;
/** Then it stands at its end: what never stops disturbs reading. */
const PLAYS = 2;
/** The next frame lies on this one, and covers what is below it. */
const REPLACES = 0b10;

const tagged = (name: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8, name, "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
};
const numbers = (bytes: number, ...values: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(bytes * values.length);
  for (const [n, value] of values.entries()) buffer.writeUIntLE(value, n * bytes, bytes);
  return buffer;
};

/** The picture's data in a still's file, whose other parts are of no use in a moving one. */
function dataOf(file: Buffer): Buffer {
  for (let at = 12; at < file.length; ) {
    const size = file.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (/^VP8[ L]$/.test(file.toString("latin1", at, at + 4))) return file.subarray(at, end);
    at = end;
  }
  throw new Error("a picture without data");
}

/** In the page: what differs from the frame before, encoded; null where nothing does. */
async function changed(given: { source: string; quality: number; grid: number; same: number }) {
  const kept = globalThis as { before?: ImageData };
  const image = new Image();
  image.src = given.source;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  if (!context) throw new Error("there is no canvas");
  context.drawImage(image, 0, 0);
  const now = context.getImageData(0, 0, width, height);
  const { before } = kept;
  let [left, top, right, bottom] = before ? [width, height, 0, 0] : [0, 0, width, height];
  for (let at = 0; before && at < now.data.length; at++) {
    if (Math.abs((now.data[at] ?? 0) - (before.data[at] ?? 0)) <= given.same) continue;
    const [x, y] = [(at >> 2) % width, Math.floor((at >> 2) / width)];
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  if (right <= left) return null;
  kept.before = now;
  left -= left % given.grid;
  top -= top % given.grid;
  const part = document.createElement("canvas");
  [part.width, part.height] = [right - left, bottom - top];
  part.getContext("2d", { alpha: false })?.putImageData(now, -left, -top);
  const url = part.toDataURL("image/webp", given.quality);
  return { x: left, y: top, width: part.width, height: part.height, url };
}

/**
 * @param easel an empty page, which encodes
 * @param quality of WebP, at most 1
 * @returns the file
 */
export async function movingWebp(easel: Page, frames: readonly Frame[], quality: number): Promise<Buffer> {
  const parts: { still: Still; ms: number }[] = [];
  for (const { png, ms } of frames) {
    const source = `data:image/png;base64,${png.toString("base64")}`;
    const still = await easel.evaluate(changed, { source, quality, grid: GRID, same: SAME });
    const last = parts.at(-1);
    if (still) parts.push({ still, ms });
    else if (last) last.ms += ms;
  }
  const [first] = parts;
  if (!first) throw new Error("a film without frames");
  const { width, height } = first.still;
  const head = tagged("VP8X", numbers(4, HAS_ANIMATION), numbers(3, width - 1, height - 1));
  const animation = tagged("ANIM", numbers(4, 0xffffffff), numbers(2, PLAYS));
  const pieces = parts.map(({ still, ms }) => {
    const file = Buffer.from(still.url.slice(still.url.indexOf(",") + 1), "base64");
    const place = numbers(3, still.x / GRID, still.y / GRID, still.width - 1, still.height - 1, ms);
    return tagged("ANMF", place, numbers(1, REPLACES), dataOf(file));
  });
  return tagged("RIFF", Buffer.from("WEBP"), head, animation, ...pieces);
}
