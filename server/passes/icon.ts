/**
 * The picture that every Apple pass must have, beside messages about it: a plain card. Drawn here, so that no mark of anybody is
 * shipped. Source: Apple, "Creating the Source for a Pass"; PNG specification, 5 and 11.
 */
import { crc32, deflateSync } from "node:zlib";

/** Points of a side. */
const SIDE = 29;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const GREY_8_BITS = [8, 0, 0, 0, 0];
const [INK, PAPER] = [0x3a, 0xff];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A dark square with a light card and a dark band on it. */
function shadeAt(x: number, y: number): number {
  const isCard = x >= 5 && x < 24 && y >= 8 && y < 21;
  const isBand = y >= 11 && y < 14;
  return isCard && !isBand ? PAPER : INK;
}

/** @param scale pixels of a point */
export function icon(scale: 1 | 2 | 3): Buffer {
  const side = SIDE * scale;
  const rows = Array.from({ length: side }, (_, y) => [
    0,
    ...Array.from({ length: side }, (_, x) => shadeAt(Math.floor(x / scale), Math.floor(y / scale))),
  ]);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    chunk("IHDR", Buffer.concat([header, Buffer.from(GREY_8_BITS)])),
    chunk("IDAT", deflateSync(Buffer.from(rows.flat()), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
