/**
 * What the migrations of every database have in common: they count from 1, each runs once, in order, and one that was
 * released never changes. A ledger's version is the number of the last one it has.
 *
 * While one release replaces another, both run on one ledger, and the older one may be started again. So a migration only
 * adds what an older server can do without; such a server then works on tables that are newer than it. Where that is not
 * possible, `worksFrom` is raised, and older servers refuse the ledger. The ledger itself says the number, because an
 * older server cannot know it.
 */

export interface Migrations {
  readonly steps: readonly string[];
  /** A server that has this many steps, or more, works on a ledger with all of them. */
  readonly worksFrom: number;
}

/** Where the ledger's `settings` say from which version on a server works on it. */
export const WORKS_FROM_KEY = "tables_work_from";

/** A newer version of the server made this ledger: what an older one would write into it, nobody knows. */
export class LedgerTooNew extends Error {
  override readonly name = "LedgerTooNew";
}

/**
 * The migrations that a ledger of this version lacks, in order; none for one that is newer and says that it can be used.
 * @param worksFrom what the ledger says under WORKS_FROM_KEY; asked for only where the ledger is newer
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
