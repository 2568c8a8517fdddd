/** The form of a webhook's secret. Source: Standard Webhooks, "Signing secret format". */
import { fromBase64, toBase64 } from "../tools/bytes.ts";

const PREFIX = "whsec_";
/** Bytes of a secret. Source: Standard Webhooks, "Signing secret format". */
const SECRET_BYTES = { min: 24, max: 64 } as const;

/** What is expected of a secret, for messages. */
export const SECRET_FORM = `${PREFIX} and the base64 of ${SECRET_BYTES.min} to ${SECRET_BYTES.max} random bytes`;

/** The key of a secret in the right form. */
export const bytesOf = (secret: string): Uint8Array => fromBase64(secret.slice(PREFIX.length));

export function isSecret(text: string): boolean {
  const bytes = bytesOf(text);
  const isForm = text.startsWith(PREFIX) && toBase64(bytes) === text.slice(PREFIX.length);
  return isForm && bytes.length >= SECRET_BYTES.min && bytes.length <= SECRET_BYTES.max;
}
