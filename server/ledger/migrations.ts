/**
 * What the migrations of every database have in common: they count from 1, each runs once, in order, and one that was
 * released never changes. A ledger's version is the number of the last one it has.
 */

/** A newer version of the server made this ledger: what an older one would write into it, nobody knows. */
export class LedgerTooNew extends Error {
  override readonly name = "LedgerTooNew";
}

/**
 * The migrations that a ledger of this version lacks, in order.
 * @throws LedgerTooNew
 */
export function lacking(migrations: readonly string[], version: number): readonly string[] {
  if (version > migrations.length) throw new LedgerTooNew();
  return migrations.slice(version);
}
