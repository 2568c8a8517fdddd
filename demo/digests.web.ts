/** In place of digests.ts in a browser: its own digests are missing on pages without TLS. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type * as node from "./digests.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Here nobody measures how long it takes: the secret is the tab's own. */
export const isSignature: typeof node.isSignature = (given, key, ...parts) => {
  const digest = hmac.create(
    sha256,
    Uint8Array.from(atob(key), (char) => char.charCodeAt(0)),
  );
  for (const part of parts) digest.update(typeof part === "string" ? bytes(part) : part);
  return given === btoa(String.fromCharCode(...digest.digest()));
};
