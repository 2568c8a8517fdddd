/** The audit as operators and sites read it. Source: docs/server/audit.md; openapi.json, GET /v1/audit. */
import { csvRow } from "../../shared/csv.ts";
import type { AuditEntry, AuditQuery } from "../../shared/wire.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { AuditRow } from "../rows/audit.ts";

const COLUMNS = [
  "time",
  "who",
  "role",
  "actor",
  "what",
  "reason",
  "site",
  "order_id",
  "grant_id",
  "request_id",
  "id",
] as const satisfies readonly (keyof AuditEntry)[];

export const auditEntryOf = ({ id, time, what, role, why, ...row }: AuditRow): AuditEntry => {
  const { who, actor, site, order_id, grant_id, request_id } = row;
  return {
    ...{ id, time: new Date(time).toISOString(), what, role },
    ...(who !== null && { who }),
    ...(actor !== null && { actor }),
    ...(why !== null && { reason: why }),
    ...(site !== null && { site }),
    ...(order_id !== null && { order_id }),
    ...(grant_id !== null && { grant_id }),
    ...(request_id !== null && { request_id }),
  };
};

/** A page, newest first. @param site where it is a site that asks: its own entries alone */
export async function readAudit(
  ledger: Pick<Ledger, "audit">,
  { per_page, format: _, ...filter }: AuditQuery,
  site?: string,
): Promise<AuditEntry[]> {
  const rows = await ledger.audit(site === undefined ? filter : { ...filter, site }, per_page);
  return rows.map(auditEntryOf);
}

export const auditCsv = (entries: readonly AuditEntry[]): string =>
  csvRow(COLUMNS) + entries.map((entry) => csvRow(COLUMNS.map((name) => entry[name]))).join("");
