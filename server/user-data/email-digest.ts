/**
 * Recognises a forgotten user by the bytes of the e-mail address and of the printed texts. The digest is salted for each order and
 * slow on purpose: addresses are few enough to be guessed by a thief of the ledger or of a backup. A key derived from the service's
 * credentials would be stronger, but would fail after a rotation of the credentials: every later session of an old order would be a
 * conflict. Source: RFC 7914 (scrypt).
 */
import type { ForgottenEmail, Pins } from "../rows/order.ts";
import { fromBase64, toBase64Url } from "../tools/bytes.ts";
import { isEqual } from "../tools/digests.ts";
import { randomBytes } from "../tools/random.ts";
import { slowDigest } from "../tools/slow-digest.ts";

/** 16 MB and some 40 ms a guess; paid once an order here, and for each guess at each order by an attacker. */
const COST = { N: 16_384, r: 8, p: 1 } as const;
const SALT_BYTES = 16;
const DIGEST_BYTES = 32;

/** An order's data of its user. */
export interface User {
  readonly email: string;
  /** Message and sender's name on a printed document. */
  readonly customization: Pins["customization"];
}

/** In JSON different strings have different bytes, also strings that are no well-formed Unicode. */
const digestOf = ({ email, customization }: User, salt: Uint8Array): Promise<Uint8Array> =>
  slowDigest(JSON.stringify(customization ? [email, customization] : email), salt, DIGEST_BYTES, COST);

export async function makeDigest(user: User): Promise<Pick<ForgottenEmail, "salt" | "digest">> {
  const salt = randomBytes(SALT_BYTES);
  const digest = await digestOf(user, salt);
  return { salt: toBase64Url(salt), digest: toBase64Url(digest) };
}

/** Whether the user is, byte for byte, the forgotten one. */
export async function recognizes({ salt, digest }: ForgottenEmail, user: User): Promise<boolean> {
  const given = await digestOf(user, fromBase64(salt));
  return isEqual(given, fromBase64(digest));
}
