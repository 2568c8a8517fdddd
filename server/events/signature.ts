/** The secrets of a webhook, and the headers that sign a delivery. Source: Standard Webhooks, "Signature scheme". */
import { createHmac } from "node:crypto";

const PREFIX = "whsec_";
/** Bytes of a secret. Source: Standard Webhooks, "Signing secret format". */
const SECRET_BYTES = { min: 24, max: 64 } as const;

/** What is expected of a secret, for messages. */
export const SECRET_FORM = `${PREFIX} and the base64 of ${SECRET_BYTES.min} to ${SECRET_BYTES.max} random bytes`;

const bytesOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), "base64");

export function isSecret(text: string): boolean {
  const bytes = bytesOf(text);
  const isForm = text.startsWith(PREFIX) && bytes.toString("base64") === text.slice(PREFIX.length);
  return isForm && bytes.length >= SECRET_BYTES.min && bytes.length <= SECRET_BYTES.max;
}

/** @param now epoch ms @param secrets every one signs, so that a receiver may know the old or the new one */
export function signedHeaders(
  id: string,
  body: string,
  now: number,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const sign = (secret: string): string =>
    createHmac("sha256", bytesOf(secret)).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => `v1,${sign(secret)}`).join(" "),
  };
}
