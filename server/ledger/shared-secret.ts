/** A random secret that all instances on a ledger share, independent of any setting. */

import { toBase64Url } from "../tools/bytes.ts";
import { randomBytes } from "../tools/random.ts";
import type { Ledger } from "./ledger.ts";

const SECRET_BYTES = 32;

/** The ledger's secret of that name; created by the first instance that asks. */
export async function sharedSecret(ledger: Pick<Ledger, "get" | "swapValue">, name: string): Promise<string> {
  const known = await ledger.get(name);
  if (known !== undefined) return known;
  const made = toBase64Url(randomBytes(SECRET_BYTES));
  if (await ledger.swapValue(name, undefined, made)) return made;
  const first = await ledger.get(name);
  if (first === undefined) throw new Error("the ledger lost a value that it had");
  return first;
}
