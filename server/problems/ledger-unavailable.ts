/** What a request is told when the ledger cannot be worked with. */

/**
 * The database did not answer. The statement may have been carried out or not: after a write only a new read shows it. The message
 * has no address and no value.
 */
export class LedgerUnavailable extends Error {
  override readonly name = "LedgerUnavailable";
  /** A LedgerFault, or an error code of the network or of PostgreSQL: `ECONNREFUSED`, `57P01`, … */
  readonly reason: string;

  constructor(reason: string) {
    super(`the ledger does not answer: ${reason}`);
    this.reason = reason;
  }
}
