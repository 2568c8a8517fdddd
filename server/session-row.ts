/** What the ledger keeps of a session. */

/** Kept hashed; binds one browser to one order of one site. */
export interface SessionRow {
  /** SHA-256 of the token, base64url. */
  readonly hash: string;
  readonly site: string;
  readonly order_id: string;
  readonly locale: string | null;
  /** What amounts are shown in until a redemption says; ISO 4217. */
  readonly currency: string | null;
  /** Where the user is sent for help. */
  readonly support_url: string | null;
  /** Wall clock, epoch ms. */
  readonly expires_at: number;
}
