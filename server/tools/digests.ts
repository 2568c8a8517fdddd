/** Digests and keys that are needed at once, without a promise: Node's. In a browser digests.web.ts takes the place of this file. */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** SHA-256. Text is taken as UTF-8. Source: FIPS 180-4. */
export const sha256 = (data: string | Uint8Array): Uint8Array => createHash("sha256").update(data).digest();

/** HMAC with SHA-256. Source: RFC 2104. */
export const hmacSha256 = (key: string | Uint8Array, data: string): Uint8Array =>
  createHmac("sha256", key).update(data).digest();

/** A key for one use, derived from a secret. @param length in bytes. Source: RFC 5869, HKDF with SHA-256 and no salt. */
export const derivedKey = (secret: string, use: string, length: number): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, "", use, length));

/** Whether two digests of one length are equal, in a time that does not tell where they differ. */
export const isEqual = (one: Uint8Array, other: Uint8Array): boolean => timingSafeEqual(one, other);
