/** A digest that is slow on purpose. In a browser slow-digest.web.ts takes the place of this file. */
import { scrypt } from "node:crypto";
import { promisify } from "node:util";

/** Source: RFC 7914, 2: cost, block size, parallelisation. */
export interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

const derive = promisify<string, Uint8Array, number, Cost, Buffer>(scrypt);

/** scrypt, on a thread of its own. @param length in bytes */
export const slowDigest = (text: string, salt: Uint8Array, length: number, cost: Cost): Promise<Uint8Array> =>
  derive(text, salt, length, cost);
