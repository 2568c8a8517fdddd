/** The headers that sign a delivery. Source: Standard Webhooks, "Signature scheme". */
import { bytesOf } from "../settings/webhook-secret.ts";
import { toBase64 } from "../tools/bytes.ts";
import { hmacSha256 } from "../tools/digests.ts";

/** @param now epoch ms @param secrets every one signs, so that a receiver may know the old or the new one */
export function signedHeaders(
  id: string,
  body: string,
  now: number,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const sign = (secret: string): string =>
    toBase64(hmacSha256(bytesOf(secret), `${id}.${timestamp}.${body}`));
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => `v1,${sign(secret)}`).join(" "),
  };
}
