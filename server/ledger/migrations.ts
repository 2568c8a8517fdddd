/**
 * The common rules of the migrations of every database: they count from 1, each runs once, in order, and a released migration never
 * changes. A ledger's version is the number of its last migration.
 *
 * While one release replaces another, both run on one ledger, and the older one may be started again. So a migration only adds
 * members that an older server does not need, and an older server works on newer tables. If that is not possible, `worksFrom` is
 * raised, and older servers refuse the ledger. The number is stored in the ledger, because an older server cannot know it.
 */

export interface Migrations {
  readonly steps: readonly string[];
  /** A server with this many steps, or more, works on a ledger with all steps. */
  readonly worksFrom: number;
}

/** The key in the ledger's `settings` for the least version of a server that works on the ledger. */
export const WORKS_FROM_KEY = "tables_work_from";

/** A newer version of the server made this ledger: this version might damage it. */
export class LedgerTooNew extends Error {
  override readonly name = "LedgerTooNew";
}

/**
 * The migrations that a ledger of this version lacks, in order; none for a newer ledger that allows this server.
 * @param worksFrom the ledger's value of WORKS_FROM_KEY; read only if the ledger is newer
 * @throws LedgerTooNew
 */
export function lacking(
  { steps }: Migrations,
  version: number,
  worksFrom: string | undefined,
): readonly string[] {
  if (version <= steps.length) return steps.slice(version);
  if (worksFrom === undefined || Number(worksFrom) > steps.length) throw new LedgerTooNew();
  return [];
}
