/**
 * The pixels of a screenshot, in colour or in grey as a scanner sees them, and parts of it as files that any decoder
 * reads.
 */
import { convertIndexedToRgb, decode, encode } from "fast-png";

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

/** Of each pixel: red, green, blue. */
const COLOURS = 3;

/** Reads PNG files of browsers, and the gallery's older pictures, which have a palette. */
export function readPng(png: Uint8Array): Pixels {
  const { width, height, rgb } = readColours(png);
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at++) {
    grey[at] =
      ((rgb[at * COLOURS] ?? 0) + (rgb[at * COLOURS + 1] ?? 0) + (rgb[at * COLOURS + 2] ?? 0)) / COLOURS;
  }
  return { width, height, grey };
}

/** The same in colour; the alpha channel is ignored. */
export function readColours(png: Uint8Array): Colours {
  const decoded = decode(png);
  const { width, height } = decoded;
  const data = decoded.palette ? convertIndexedToRgb(decoded) : decoded.data;
  const channels = data.length / (width * height);
  if (channels < COLOURS || decoded.depth > 8)
    throw new Error("a PNG in colour was expected, a byte a channel");
  const rgb = new Uint8Array(width * height * COLOURS);
  for (let from = 0, to = 0; from < data.length; from += channels) {
    rgb[to++] = data[from] ?? 0;
    rgb[to++] = data[from + 1] ?? 0;
    rgb[to++] = data[from + 2] ?? 0;
  }
  return { width, height, rgb };
}

/** The other way round, for pictures that a test has drawn in. */
export const writeColours = ({ width, height, rgb }: Colours): Uint8Array =>
  encode({ width, height, data: rgb, channels: COLOURS });

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
