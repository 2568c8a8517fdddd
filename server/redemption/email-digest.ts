/**
 * Recognises an e-mail address that was forgotten, by its bytes. The digest is salted for each order and slow on purpose:
 * addresses are few enough to be guessed, and whoever has the ledger (a backup, say) can try. A key made from the
 * service's credentials would be stronger, and would recognise nobody once they are rotated: then every later session of
 * an old order would be a conflict. Source: RFC 7914 (scrypt).
 */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { ForgottenEmail } from "./model.ts";

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt);

/** 16 MB and some 40 ms a guess; paid once an order here, and for each guess at each order by an attacker. */
const COST = { N: 16_384, r: 8, p: 1 } as const;
const SALT_BYTES = 16;
const DIGEST_BYTES = 32;

/** As JSON, every string has bytes of its own, also one that is no well-formed Unicode. */
const digestOf = (email: string, salt: Buffer): Promise<Buffer> =>
  derive(JSON.stringify(email), salt, DIGEST_BYTES, COST);

export async function makeDigest(email: string): Promise<Pick<ForgottenEmail, "salt" | "digest">> {
  const salt = randomBytes(SALT_BYTES);
  const digest = await digestOf(email, salt);
  return { salt: salt.toString("base64url"), digest: digest.toString("base64url") };
}

/** Whether the address is, byte for byte, the one that was forgotten. */
export async function recognizes({ salt, digest }: ForgottenEmail, email: string): Promise<boolean> {
  const given = await digestOf(email, Buffer.from(salt, "base64url"));
  return timingSafeEqual(given, Buffer.from(digest, "base64url"));
}
