/**
 * Whether what came was sent by the token server, lately. Source: Standard Webhooks, "Verifying signatures"; docs/webhooks.md, "What
 * your receiver does".
 */
import type { HeadersLike } from "./client.ts";
import type { AuthorizeRequest, Event } from "./described.ts";

/** Seconds. The tolerance that Standard Webhooks' own libraries have: clocks differ, and what is older may be a replay. */
const TOLERANCE_SECONDS = 300;
/** Bytes of a secret. Source: Standard Webhooks, "Signing secret format". */
const [SECRET_MIN, SECRET_MAX] = [24, 64];
const PREFIX = "whsec_";

type Code =
  | "signature_missing"
  | "signature_wrong"
  | "timestamp_outside"
  | "secret_malformed"
  | "body_not_raw"
  | "body_malformed";

/** What came is not to be trusted, or the receiver is not set up. Its message has neither a secret nor anything of the body. */
export class VerificationError extends Error {
  /** Tells it from other errors, also after another copy of this module made it. */
  override readonly name = "VerificationError";
  /**
   * - `signature_missing`: one of the three headers is not there
   * - `signature_wrong`: none of the secrets made it, or the body is another one
   * - `timestamp_outside`: more than five minutes from this machine's clock
   * - `secret_malformed`: your setting is no `whsec_` and base64 of 24 to 64 bytes
   * - `body_not_raw`: a parser was there first; give the text or the bytes as they came
   * - `body_malformed`: genuine, but not what was expected: an event for `verifyAuthorize`, or the reverse
   */
  readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}

/** A delivery: the platform's own `Request`, or its headers and raw body, as in Express with `express.raw()`. */
export type SignedRequest =
  | {
      /** The request's own. */
      readonly headers: HeadersLike;
      /** Read once: nobody may have read the body before. */
      arrayBuffer(): Promise<ArrayBuffer>;
    }
  | {
      /** `Headers`, or names and values in any case. */
      readonly headers: HeadersLike | { readonly [name: string]: string | readonly string[] | undefined };
      /** As it came: a body that was parsed and written again has another signature. */
      readonly body?: string | Uint8Array | ArrayBuffer | undefined;
    };

/** One `whsec_…`, or several during a rotation: a list, or one text with blanks between them. */
export type Secrets = string | readonly string[];

/** An event by its `type`; a newer server may send others than these: answer them with 2xx, and do nothing. */
export type WebhookEvent = { [Type in Event["type"]]: Event & { readonly type: Type } }[Event["type"]];

/**
 * Verifies a webhook.
 * @param request what came to the address that the site has for its webhook
 * @returns the event, which one of the secrets signed within the last five minutes. It may come twice, with the same `data.event_id`
 * @throws {VerificationError} answer it with 400
 */
export const verifyWebhook = (request: SignedRequest, secrets: Secrets): Promise<WebhookEvent> =>
  verify(request, secrets, (type) => type !== "order.authorize");

/**
 * Verifies the question whether a confirmation is allowed.
 * @param request what came to the address that the site has for `authorize`
 * @returns the question. Answer it with an AuthorizeAnswer within 5 seconds, and once for an attempt: it may come twice
 * @throws {VerificationError} answer it with 400: nothing is confirmed
 */
export const verifyAuthorize = (request: SignedRequest, secrets: Secrets): Promise<AuthorizeRequest> =>
  verify(request, secrets, (type) => type === "order.authorize");

async function verify<Body>(
  request: SignedRequest,
  secrets: Secrets,
  isExpected: (type: string) => boolean,
): Promise<Body> {
  const keys = keysOf(secrets);
  const [id, time, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    header(request, name),
  );
  if (!id || !time || !signatures)
    throw new VerificationError("signature_missing", "one of the headers webhook-… is missing");
  const body = await bytesOf(request);
  if (!/^\d+$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > TOLERANCE_SECONDS)
    throw new VerificationError("timestamp_outside", `signed at ${Number(time)}, not within five minutes`);
  const head = new TextEncoder().encode(`${id}.${time}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  if (!(await isSigned(signed, signatures, keys)))
    throw new VerificationError("signature_wrong", "no secret here made the signature");
  const read = parse(body);
  if (typeof read?.type !== "string" || typeof read.data !== "object" || !read.data || !isExpected(read.type))
    throw new VerificationError("body_malformed", "signed, but not what is expected at this address");
  return read as Body;
}

/** Compared by the platform, in constant time. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  keys: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const given = signatures
    .split(" ")
    .flatMap((each) => (each.startsWith("v1,") ? decode(each.slice(3)) : []));
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
      "verify",
    ]);
    for (const signature of given)
      if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
  }
  return false;
}

/** @throws VerificationError secret_malformed, without the secret in its message */
function keysOf(secrets: Secrets): Uint8Array<ArrayBuffer>[] {
  const all = [secrets].flat().flatMap((each) => `${each ?? ""}`.trim().split(/\s+/));
  return all.map((secret) => {
    const [bytes] = secret.startsWith(PREFIX) ? decode(secret.slice(PREFIX.length)) : [];
    if (bytes && bytes.length >= SECRET_MIN && bytes.length <= SECRET_MAX) return bytes;
    throw new VerificationError(
      "secret_malformed",
      `expected ${PREFIX} and the base64 of ${SECRET_MIN} to ${SECRET_MAX} bytes`,
    );
  });
}

/** @returns the bytes of a base64 text; none where it is no base64, or not the one spelling of its bytes */
function decode(base64: string): Uint8Array<ArrayBuffer>[] {
  try {
    const text = atob(base64);
    return btoa(text) === base64 ? [Uint8Array.from(text, (character) => character.charCodeAt(0))] : [];
  } catch {
    return [];
  }
}

function header({ headers }: SignedRequest, name: string): string | undefined {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([each]) => each.toLowerCase() === name) ?? [];
  return [value].flat()[0];
}

/** @throws VerificationError body_not_raw */
async function bytesOf(request: SignedRequest): Promise<Uint8Array> {
  const body =
    "arrayBuffer" in request ? await request.arrayBuffer().catch(() => undefined) : (request.body as unknown);
  if (typeof body === "string") return new TextEncoder().encode(body);
  // By what they are, not by their class: a test's environment has classes of its own.
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (String(body) === "[object ArrayBuffer]") return new Uint8Array(body as ArrayBuffer);
  throw new VerificationError(
    "body_not_raw",
    "the body was read or parsed before: give its text or bytes as they came (express.raw(), request.text())",
  );
}

function parse(body: Uint8Array): { readonly type?: unknown; readonly data?: unknown } | undefined {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
