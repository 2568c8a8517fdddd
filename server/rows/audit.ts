/**
 * What a person or a site's backend did, as the ledger keeps it for two years: never with a code, a link or an e-mail address.
 * Source: docs/server/audit.md.
 */
import type { AuditEntry } from "../../shared/wire.ts";

/** Who acts, and why. */
export interface Doer {
  /** The name of an operator's key, or the site's id; null: nobody knows. */
  readonly who: string | null;
  readonly role: AuditEntry["role"];
  /** Whom the site names as the person. */
  readonly actor: string | null;
  readonly why: string | null;
  /** Of the request, by which the log has more. */
  readonly request_id: string | null;
}

export interface Deed extends Doer {
  readonly what: AuditEntry["what"];
  readonly site: string | null;
  readonly order_id: string | null;
  readonly grant_id: string | null;
}

export interface AuditRow extends Deed {
  readonly id: string;
  /** By the ledger's clock, epoch ms. */
  readonly time: number;
}

type About = Partial<Pick<Deed, "site" | "order_id" | "grant_id">>;

export function deedOf(
  { who, role, actor, why, request_id }: Doer,
  what: Deed["what"],
  { site = null, order_id = null, grant_id = null }: About,
): Deed {
  return { what, who, role, actor, why, site, order_id, grant_id, request_id };
}
