/** What nobody can guess: from the platform's own source. */
import { toHex } from "./bytes.ts";

export const randomBytes = (length: number): Uint8Array<ArrayBuffer> =>
  crypto.getRandomValues(new Uint8Array(length));

const ID_BYTES = 16;

/** 32 hexadecimal digits, different from every other one. `crypto.randomUUID` is missing on pages without TLS. */
export const randomId = (): string => toHex(randomBytes(ID_BYTES));
