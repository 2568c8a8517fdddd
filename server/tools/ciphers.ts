/** Ciphers that are needed at once, without a promise: Node's. In a browser ciphers.web.ts takes the place of this file. */
import { createCipheriv, createDecipheriv } from "node:crypto";
import { concatenated } from "./bytes.ts";

/** Of AES-256-GCM, in bytes. Source: NIST SP 800-38D. */
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const GCM = "aes-256-gcm";

/** Encrypts with AES-256-GCM. @param boundTo what the result can be opened with alone @returns the tag, then the encrypted bytes */
export function seal(key: Uint8Array, nonce: Uint8Array, boundTo: Uint8Array, plain: Uint8Array): Uint8Array {
  const cipher = createCipheriv(GCM, key, nonce).setAAD(boundTo);
  const encrypted = concatenated(cipher.update(plain), cipher.final());
  return concatenated(cipher.getAuthTag(), encrypted);
}

/** @throws if it was sealed with another key or for something else, or was changed */
export function unseal(
  key: Uint8Array,
  nonce: Uint8Array,
  boundTo: Uint8Array,
  sealed: Uint8Array,
): Uint8Array {
  const decipher = createDecipheriv(GCM, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(boundTo)
    .setAuthTag(sealed.subarray(0, TAG_BYTES));
  return concatenated(decipher.update(sealed.subarray(TAG_BYTES)), decipher.final());
}

/** AES-256-CTR: encrypts, and decrypts what it encrypted. @param block the first block, 16 bytes. Source: NIST SP 800-38A, 6.5. */
export const counted = (key: Uint8Array, block: Uint8Array, data: Uint8Array): Uint8Array =>
  createCipheriv("aes-256-ctr", key, block).update(data);
