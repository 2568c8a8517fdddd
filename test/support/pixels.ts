/**
 * The pixels of a screenshot, in colour or in grey as a scanner sees them, and parts of it as files that any decoder
 * reads.
 */
import { inflateSync } from "node:zlib";

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** One byte per pixel, row by row; 0 is black. */
  readonly grey: Uint8Array;
}

export interface Colours {
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel, row by row: red, green, blue. */
  readonly rgb: Uint8Array;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const SIGNATURE_LENGTH = 8;
/** The number of channels, by the colour type of a PNG. */
const CHANNELS: Readonly<Record<number, number>> = { 2: 3, 3: 1, 6: 4 };

/** Source: PNG specification, 9.4: the neighbour that is nearest to left + above − corner. */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  return toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner;
}

function guess(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4:
      return paeth(left, above, corner);
    default:
      return 0;
  }
}

/** Reads PNG files of browsers and our own: eight bits per channel, in colour or with a palette, not interlaced. */
export function readPng(png: Buffer): Pixels {
  const { width, height, rgb } = readColours(png);
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at++) {
    grey[at] = ((rgb[at * 3] ?? 0) + (rgb[at * 3 + 1] ?? 0) + (rgb[at * 3 + 2] ?? 0)) / 3;
  }
  return { width, height, grey };
}

/** The same in colour; the alpha channel is ignored. */
export function readColours(png: Buffer): Colours {
  const data: Buffer[] = [];
  let [width, height, channels] = [0, 0, 0];
  let palette: Buffer | undefined;
  for (let at = SIGNATURE_LENGTH; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const name = png.toString("latin1", at + 4, at + 8);
    const content = png.subarray(at + 8, at + 8 + length);
    if (name === "IHDR") {
      width = content.readUInt32BE(0);
      height = content.readUInt32BE(4);
      channels = CHANNELS[content[9] ?? 0] ?? 0;
    }
    if (name === "PLTE") palette = content;
    if (name === "IDAT") data.push(content);
    at += length + 12;
  }
  if (channels === 0) throw new Error("a PNG in colour was expected");
  const lines = inflateSync(Buffer.concat(data));
  const bytes = width * channels;
  const rgb = new Uint8Array(width * height * 3);
  let above = new Uint8Array(bytes);
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (bytes + 1)] ?? 0;
    const line = new Uint8Array(lines.subarray(y * (bytes + 1) + 1, (y + 1) * (bytes + 1)));
    for (let at = 0; filter !== 0 && at < bytes; at++) {
      const left = at < channels ? 0 : (line[at - channels] ?? 0);
      const corner = at < channels ? 0 : (above[at - channels] ?? 0);
      line[at] = (line[at] ?? 0) + guess(filter, left, above[at] ?? 0, corner);
    }
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 3;
      const [from, at] = palette ? [palette, (line[x] ?? 0) * 3] : [line, x * channels];
      rgb[to] = from[at] ?? 0;
      rgb[to + 1] = from[at + 1] ?? 0;
      rgb[to + 2] = from[at + 2] ?? 0;
    }
    above = line;
  }
  return { width, height, rgb };
}

/** A part of the picture, with up to `margin` pixels of its surroundings. */
export function crop(pixels: Pixels, box: Box, margin = 0): Pixels {
  const left = Math.max(0, Math.round(box.x) - margin);
  const top = Math.max(0, Math.round(box.y) - margin);
  const width = Math.min(pixels.width, Math.round(box.x + box.width) + margin) - left;
  const height = Math.min(pixels.height, Math.round(box.y + box.height) + margin) - top;
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const start = (top + y) * pixels.width + left;
    grey.set(pixels.grey.subarray(start, start + width), y * width);
  }
  return { width, height, grey };
}

/** A portable graymap, the simplest picture format. */
export const toPgm = ({ width, height, grey }: Pixels): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), grey]));
