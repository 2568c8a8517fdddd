/** The order id of an attempt at the service: derived from the order, so that a new ledger can find the attempt. */
import { grantOrderId, type Place, placeOf } from "../rows/grant.ts";
import { toHex } from "../tools/bytes.ts";
import { sha256 } from "../tools/digests.ts";

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
/** 26 characters of 5 bits: 130 bits of the hash, so that two orders never share a digest. */
const DIGEST_CHARS = 26;

/** The first characters of the SHA-256 of an order id, in the base32 of RFC 4648. */
function digestOf(orderId: string): string {
  const hash = BigInt(`0x${toHex(sha256(orderId))}`);
  const digits = (hash >> BigInt(256 - 5 * DIGEST_CHARS)).toString(32).padStart(DIGEST_CHARS, "0");
  return digits.replace(/./g, (digit) => BASE32.charAt(Number.parseInt(digit, 32)));
}

/** The form of a digest. */
const DIGEST_SHAPE = new RegExp(`^[${BASE32}]{${DIGEST_CHARS}}$`);

/**
 * `{site}.{order_id}.{n}`; of the k-th order of a grant `{site}.{grant_id}.{k}x{n}`. If that is longer than `maxLength`, a digest
 * replaces the id. An id in the form of a digest is replaced, too: otherwise it could be chosen to equal another one's digest. A site id
 * has no dot, so the first dot ends it.
 * Source: docs/proof/course.md, "Who knows what".
 */
export function upstreamOrderId(site: string, orderId: string, n: number, maxLength: number): string {
  const place = placeOf(orderId);
  const id = place?.grant_id ?? orderId;
  const number = place ? `${place.k}x${n}` : String(n);
  const plain = `${site}.${id}.${number}`;
  if (plain.length <= maxLength && !DIGEST_SHAPE.test(id)) return plain;
  return `${site}.${digestOf(id)}.${number}`;
}

/** The longest id that was allowed when an id was made does not matter: both forms are compared. */
const isFormOf = (site: string, orderId: string, n: number, upstream: string): boolean =>
  [Number.POSITIVE_INFINITY, 0].some(
    (maxLength) => upstreamOrderId(site, orderId, n, maxLength) === upstream,
  );

/** The attempt number in an upstream order id; undefined if the id is not of this order. */
export function attemptNumberOf(site: string, orderId: string, upstream: string): number | undefined {
  const number = /[.x]([1-9]\d{0,8})$/.exec(upstream)?.[1];
  if (number === undefined) return undefined;
  const n = Number(number);
  return isFormOf(site, orderId, n, upstream) ? n : undefined;
}

/** Whether an upstream order id is that of a later order of the same grant. */
export function isOfLaterOrder(site: string, { grant_id, k }: Place, upstream: string): boolean {
  const [, later, n] = /\.([1-9]\d{0,5})x([1-9]\d{0,8})$/.exec(upstream) ?? [];
  return Number(later) > k && isFormOf(site, grantOrderId(grant_id, Number(later)), Number(n), upstream);
}
