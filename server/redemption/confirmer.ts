/** Who sits at the browser of a session, and whose eyes a code is for. Pure. Source: docs/server/staff.md. */
import { type Confirmer, currentAttempt, type Row } from "../rows/order.ts";
import type { SessionRow } from "../rows/session.ts";

/** Null where it is the user. */
export const confirmerOf = ({ actor, audience }: Pick<SessionRow, "actor" | "audience">): Confirmer | null =>
  actor === null && audience === null ? null : { actor, is_staff: audience === "staff" };

/**
 * Whether the code or link is the customer's own. Staff see a code that staff confirmed with `redeem`, at a counter that hands it out,
 * and nothing else.
 */
export function isWithheld({ order }: Row, confirmer: Confirmer | null): boolean {
  if (!confirmer?.is_staff) return false;
  if (order.pins.delivery !== "redeem") return true;
  const current = currentAttempt(order);
  return current !== undefined && current.confirmed_at !== null && !current.confirmed_by?.is_staff;
}
