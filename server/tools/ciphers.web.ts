/**
 * In place of ciphers.ts in a browser: a stream of SHA-256 blocks, and an HMAC as the tag. Whoever could open it has the page, and with
 * the page the key; a library with AES would be larger than all the rest of the ledger.
 */
import { concatenated, toHex } from "./bytes.ts";
import type * as node from "./ciphers.ts";
import { hmacSha256, isEqual } from "./digests.ts";

export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const BLOCK_BYTES = 32;

export const counted: typeof node.counted = (key, block, data) => {
  const masks = Array.from({ length: Math.ceil(data.length / BLOCK_BYTES) }, (_, at) =>
    hmacSha256(key, `${toHex(block)} ${at}`),
  );
  return data.map((byte, at) => byte ^ (masks[Math.floor(at / BLOCK_BYTES)]?.[at % BLOCK_BYTES] ?? 0));
};

const tagOf = (key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array =>
  hmacSha256(key, parts.map(toHex).join(" ")).subarray(0, TAG_BYTES);

export const seal: typeof node.seal = (key, nonce, boundTo, plain) => {
  const hidden = counted(key, nonce, plain);
  return concatenated(tagOf(key, nonce, boundTo, hidden), hidden);
};

export const unseal: typeof node.unseal = (key, nonce, boundTo, sealed) => {
  const hidden = sealed.subarray(TAG_BYTES);
  if (!isEqual(tagOf(key, nonce, boundTo, hidden), sealed.subarray(0, TAG_BYTES)))
    throw new Error("sealed for something else, or changed");
  return counted(key, nonce, hidden);
};
