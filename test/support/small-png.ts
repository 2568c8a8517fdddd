/** Writes pictures as PNG files of few bytes: with a palette, as most of a page has few colours. */
import { crc32, deflateSync } from "node:zlib";
import { type Colours, readColours } from "./pixels.ts";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const COLOURS_MOST = 256;
/** Source: PNG specification, 11.2.2: eight bits a pixel, each an index of the palette. */
const BITS = 8;
const INDEXED = 3;
/** A colour of more pixels than this is one of the page's own, and stays unchanged. */
const FLAT = 400;
/** The others, of edges and gradients, are rounded as little as the palette allows. */
const STEPS = [8, 16, 24, 32, 64];
const MOST = 255;

function chunk(type: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(content.length + 8);
  framed.writeUInt32BE(data.length, 0);
  content.copy(framed, 4);
  framed.writeUInt32BE(crc32(content), content.length + 4);
  return framed;
}

const rounded = (colour: number, step: number): number =>
  [16, 8, 0].reduce((whole, shift) => {
    const value = Math.min(MOST, Math.round(((colour >> shift) & MOST) / step) * step);
    return whole | (value << shift);
  }, 0);

/** What each colour of the picture becomes, and the number that this has in the palette. */
function paletteOf(uses: ReadonlyMap<number, number>): {
  readonly indexes: ReadonlyMap<number, number>;
  readonly palette: readonly number[];
} {
  for (const step of STEPS) {
    const becomes = new Map(
      [...uses].map(([colour, count]) => [colour, count > FLAT ? colour : rounded(colour, step)]),
    );
    const palette = [...new Set(becomes.values())];
    if (palette.length > COLOURS_MOST) continue;
    const places = new Map(palette.map((colour, place) => [colour, place]));
    return {
      palette,
      indexes: new Map([...becomes].map(([colour, other]) => [colour, places.get(other) ?? 0])),
    };
  }
  throw new Error("the picture has too many colours for a palette");
}

export function encodePng({ width, height, rgb }: Colours): Buffer {
  const colours = Uint32Array.from({ length: width * height }, (_, pixel) => {
    const at = pixel * 3;
    return ((rgb[at] ?? 0) << 16) | ((rgb[at + 1] ?? 0) << 8) | (rgb[at + 2] ?? 0);
  });
  const uses = new Map<number, number>();
  for (const colour of colours) uses.set(colour, (uses.get(colour) ?? 0) + 1);
  const { indexes, palette } = paletteOf(uses);
  // Every row begins with its filter, which is none: flat areas become long runs of equal bytes.
  const rows = Buffer.alloc((width + 1) * height);
  for (const [pixel, colour] of colours.entries())
    rows[pixel + Math.floor(pixel / width) + 1] = indexes.get(colour) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BITS, INDEXED, 0, 0, 0], 8);
  const bytes = palette.flatMap((colour) => [colour >> 16, (colour >> 8) & MOST, colour & MOST]);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Uint8Array.from(bytes)),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array()),
  ]);
}

/** A screenshot in fewer bytes. */
export const smallPng = (png: Buffer): Buffer => encodePng(readColours(png));
