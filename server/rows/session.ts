/** The stored row of a session. */

/** Kept hashed; binds one browser to one order of one site. */
export interface SessionRow {
  /** SHA-256 of the token, base64url. */
  readonly hash: string;
  readonly site: string;
  readonly order_id: string;
  readonly locale: string | null;
  /** The currency of shown amounts until a redemption names one; ISO 4217. */
  readonly currency: string | null;
  /** The address for users who need help. */
  readonly support_url: string | null;
  /** The headings of the picker, as JSON. */
  readonly groups: string | null;
  /** Wall clock, epoch ms. */
  readonly expires_at: number;
}
