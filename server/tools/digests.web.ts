/** In place of digests.ts in a browser, whose own digests are promises, and are missing on pages without TLS. */
import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 as digest } from "@noble/hashes/sha2.js";
import type * as node from "./digests.ts";

const bytes = (data: string | Uint8Array): Uint8Array =>
  typeof data === "string" ? new TextEncoder().encode(data) : data;

export const sha256: typeof node.sha256 = (data) => digest(bytes(data));

export const hmacSha256: typeof node.hmacSha256 = (key, data) => hmac(digest, bytes(key), bytes(data));

export const derivedKey: typeof node.derivedKey = (secret, use, length) =>
  hkdf(digest, bytes(secret), undefined, bytes(use), length);

export const isEqual: typeof node.isEqual = (one, other) =>
  one.reduce((differences, byte, at) => differences | (byte ^ (other[at] ?? 0)), 0) === 0;
