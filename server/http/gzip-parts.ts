/**
 * Builds one gzip stream of texts and precompressed parts, so that a long part is compressed once and sent in many answers. Texts
 * are stored uncompressed: compressed together with a part, the length of a text would reveal contents of the part. Pure.
 * Source: RFC 1951 (blocks; a part ends on a byte, and refers to nothing before itself); RFC 1952 (header, CRC, length).
 */
import { constants, crc32, deflateRawSync, inflateRawSync } from "node:zlib";

/** A compressed part of a stream. */
export interface Part {
  /** DEFLATE blocks, none of them the last one. */
  readonly deflated: Uint8Array<ArrayBuffer>;
  /** The CRC of the uncompressed part. */
  readonly crc: number;
  readonly length: number;
}

/** RFC 1952, 2.3: no name, no time, no system. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
/** An empty stored block with the flag of the last block. Source: RFC 1951, 3.2.3 and 3.2.4. */
const LAST_BLOCK = Uint8Array.of(1, 0, 0, 0xff, 0xff);
/** The longest stored block: its length has 16 bits. */
const STORED_MAX = 0xffff;
/** CRC and length at the end of the stream. */
const TRAILER_BYTES = 8;

/** Enough for most compressed parts, so that they are not joined of chunks. */
const CHUNK_BYTES = 64 * 1024;

export function compress(bytes: Uint8Array): Part {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: CHUNK_BYTES };
  // A copy of the exact size: the buffer is larger, and a part may be kept for long.
  const deflated = new Uint8Array(deflateRawSync(bytes, options));
  return { deflated, crc: crc32(bytes), length: bytes.length };
}

/** The uncompressed part. */
export const decompress = ({ deflated }: Part): Uint8Array<ArrayBuffer> =>
  new Uint8Array(inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH }));

/** A whole gzip stream of these texts and parts, in this order. */
export function gzipOf(parts: readonly (string | Part)[]): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = [HEADER];
  let [crc, length] = [0, 0];
  for (const part of parts) {
    if (typeof part === "string") {
      const bytes = Buffer.from(part);
      for (let at = 0; at < bytes.length; at += STORED_MAX)
        chunks.push(...stored(bytes.subarray(at, at + STORED_MAX)));
      crc = crc32(bytes, crc);
      length += bytes.length;
    } else {
      chunks.push(part.deflated);
      crc = joinCrc(crc, part.crc, part.length);
      length += part.length;
    }
  }
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length >>> 0, TRAILER_BYTES / 2);
  return concat([...chunks, LAST_BLOCK, trailer]);
}

/** In a separate buffer, which a response can take as it is: Buffer.concat() may use a shared one. */
function concat(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** A stored block that is not the last one: its header with the length and its complement, then the bytes. */
function stored(bytes: Uint8Array): Uint8Array[] {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(bytes.length, 1);
  header.writeUInt16LE(bytes.length ^ STORED_MAX, 3);
  return [header, bytes];
}

/** The reversed polynomial of CRC-32. Source: RFC 1952, 8. */
const POLYNOMIAL = 0xedb88320;
const CRC_BITS = 32;

/** A linear map of 32 bits: the image of each bit. */
type Matrix = readonly number[];

function times(matrix: Matrix, bits: number): number {
  let sum = 0;
  for (let left = bits, at = 0; left !== 0; left >>>= 1, at++) if (left & 1) sum ^= matrix[at] ?? 0;
  return sum >>> 0;
}

const squared = (matrix: Matrix): Matrix => matrix.map((column) => times(matrix, column));

/** The effect of one more zero bit on a CRC. */
const ONE_ZERO: Matrix = Array.from({ length: CRC_BITS }, (_, bit) =>
  bit === 0 ? POLYNOMIAL : 2 ** (bit - 1),
);

/** The effect of 2^n zero bytes on a CRC, computed once each. */
const ZEROS: Matrix[] = [squared(squared(squared(ONE_ZERO)))];

function zeros(power: number): Matrix {
  while (ZEROS.length <= power) ZEROS.push(squared(ZEROS.at(-1) as Matrix));
  return ZEROS[power] as Matrix;
}

/** The CRC of two concatenated texts, from the CRC of each and the length of the second. Source: zlib, crc32_combine. */
function joinCrc(first: number, second: number, length: number): number {
  let crc = first;
  for (let left = length, power = 0; left > 0; left = Math.floor(left / 2), power++)
    if (left % 2 === 1) crc = times(zeros(power), crc);
  return (crc ^ second) >>> 0;
}
