/** Signatures with a shared secret: Node's. In a browser digests.web.ts takes the place of this file. */
import { createHmac, timingSafeEqual } from "node:crypto";

/** Whether `given` is the HMAC with SHA-256 of the parts. Both it and the key are base64. */
export function isSignature(given: string, key: string, ...parts: (string | Uint8Array)[]): boolean {
  const hmac = createHmac("sha256", Buffer.from(key, "base64"));
  for (const part of parts) hmac.update(part);
  const [one, other] = [Buffer.from(given), Buffer.from(hmac.digest("base64"))];
  return one.length === other.length && timingSafeEqual(one, other);
}
