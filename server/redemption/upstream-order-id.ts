/** The order id under which an attempt is known upstream: derived, so that a lost ledger finds it again. */
import { createHash } from "node:crypto";

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
/** 26 characters of 5 bits: 130 bits of the hash, beyond any chance of two orders meeting. */
const DIGEST_CHARS = 26;

/** The first characters of the SHA-256 of an order id, in the base32 of RFC 4648. */
function digestOf(orderId: string): string {
  const hash = BigInt(`0x${createHash("sha256").update(orderId).digest("hex")}`);
  const digits = (hash >> BigInt(256 - 5 * DIGEST_CHARS)).toString(32).padStart(DIGEST_CHARS, "0");
  return digits.replace(/./g, (digit) => BASE32.charAt(Number.parseInt(digit, 32)));
}

/** What a digest looks like. */
const DIGEST_SHAPE = new RegExp(`^[${BASE32}]{${DIGEST_CHARS}}$`);

/**
 * `{site}.{order_id}.{n}`; where that is longer than `maxLength`, the order id is replaced by a digest of it, and so is an
 * order id that looks like a digest: else it could be chosen to equal the one of another order.
 * A site id has no dot, so the first one ends it. Source: integrity, "Who knows what".
 */
export function upstreamOrderId(site: string, orderId: string, n: number, maxLength: number): string {
  const plain = `${site}.${orderId}.${n}`;
  if (plain.length <= maxLength && !DIGEST_SHAPE.test(orderId)) return plain;
  return `${site}.${digestOf(orderId)}.${n}`;
}

/** The site's own order id that an upstream order id names; undefined where it names only a digest of it. */
export function orderIdOf(site: string, upstream: string): string | undefined {
  const named = /^(.+)\.[1-9]\d{0,8}$/.exec(upstream.slice(site.length + 1))?.[1];
  return named === undefined || DIGEST_SHAPE.test(named) ? undefined : named;
}

/**
 * The number of the attempt that an upstream order id names, where it is one of this order; read back from the id alone, so
 * that it does not matter which longest id was in force when it was made.
 */
export function attemptNumberOf(site: string, orderId: string, upstream: string): number | undefined {
  const number = /\.([1-9]\d{0,8})$/.exec(upstream)?.[1];
  if (number === undefined) return undefined;
  const n = Number(number);
  const forms = [
    upstreamOrderId(site, orderId, n, Number.POSITIVE_INFINITY),
    upstreamOrderId(site, orderId, n, 0),
  ];
  return forms.includes(upstream) ? n : undefined;
}
