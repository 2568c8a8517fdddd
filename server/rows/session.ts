/** The stored row of a session. */
import type { OrderKey } from "./order.ts";

/** Kept hashed; binds one browser to one order of one site, to a grant, or to a member's rewards. */
export interface SessionRow {
  /** SHA-256 of the token, base64url. */
  readonly hash: string;
  readonly site: string;
  /** The order; empty in the session of a grant or of a member. */
  readonly order_id: string;
  /** The grant that is spent, one order after the other. */
  readonly grant_id: string | null;
  /** The member whose rewards are seen. */
  readonly member: string | null;
  /** The site's own name of whoever sits at the browser, where that is not the user. */
  readonly actor: string | null;
  /** `staff`: somebody redeems for a customer. */
  readonly audience: "staff" | null;
  /** The hash of the session of a list by which this one was opened: it ends with that one. */
  readonly parent: string | null;
  readonly locale: string | null;
  /** The currency of shown amounts until a redemption names one; ISO 4217. */
  readonly currency: string | null;
  /** The address for users who need help. */
  readonly support_url: string | null;
  /** How many points of the site one unit of the currency costs. */
  readonly points_per_unit: number | null;
  /** The sender's words to the user. */
  readonly message: string | null;
  /** The headings of the picker, as JSON. */
  readonly groups: string | null;
  /** Wall clock, epoch ms. */
  readonly expires_at: number;
}

/** What a session is of: its other members are not. */
export type Subject = OrderKey & Pick<SessionRow, "grant_id" | "member">;
