/** Warnings for operators, in words. Pure. */

import type { RefusedBy } from "../fulfillment/credential-standing.ts";
import type { Recovery } from "../ledger/ledger.ts";
import { LEDGER_FAULTS, type LedgerFault } from "../ledger/ledger-fault.ts";
import type { BackupStanding } from "../ledger/scheduled-backups.ts";
import type { Measures } from "../observing/measures.ts";
import { EVENT_LATE_AFTER, INSTANCE_SILENT_AFTER, RECOVERY_TOLD_FOR } from "../timing.ts";
import type { Readings } from "./budget-watch.ts";
import type { Instance } from "./instances.ts";
import type { WebhookNow } from "./webhooks.ts";

export type BudgetWarning = "budget_empty" | "budget_low";

/** Empty at nothing or in debt; low at or below any threshold. */
export function warningOf(balance: number, thresholds: readonly number[]): BudgetWarning | undefined {
  if (balance <= 0) return "budget_empty";
  return thresholds.some((threshold) => balance <= threshold) ? "budget_low" : undefined;
}

export interface Warning {
  readonly code:
    | BudgetWarning
    | "attention"
    | "authorize_unanswered"
    | "backup_late"
    | "budget_unknown"
    | "clock"
    | "credentials_refused"
    | "instance_silent"
    | "ledger_recovered"
    | "ledger_unavailable"
    | "orders_overdue"
    | "out_of_stock"
    | "outcomes_unknown"
    | "requests_fail"
    | "stock_unknown"
    | "webhook_late"
    | "webhook_off";
  readonly message: string;
  /** The site that it is about. */
  readonly site?: string;
}

/** What operators are told of a ledger that went back. */
export const WENT_BACK =
  "The ledger is older than it was, and nobody said so: orders that are missing in it are looked up at the service before anything is chosen for them. Runbook: A ledger that went back.";

export type FailuresSeen = Pick<Measures, "failedRequests" | "unanswered">;

/** The most names in one message. */
const NAMES_SHOWN = 10;

/** The refusing side, in words. */
const REFUSING: Readonly<Record<RefusedBy, string>> = {
  token: "The service's token endpoint",
  call: "The service",
};

/** @param webhooks undefined if the ledger did not answer */
export const webhookWarnings = (webhooks: readonly WebhookNow[] | undefined, now: number): Warning[] =>
  (webhooks ?? []).flatMap(({ site, off, since, waiting }): Warning[] => {
    if (off) {
      const why = off.cause === "gone" ? "answered 410" : "failed for three days";
      const message = `The webhook of the site ${site} is off: its receiver ${why}. ${waiting} events wait. Runbook: Webhooks.`;
      return [{ code: "webhook_off", site, message }];
    }
    if (since === null || now - since <= EVENT_LATE_AFTER) return [];
    const message = `An event of the site ${site} has been waiting for ${Math.round((now - since) / 60_000)} minutes: its receiver fails, or is too slow. Runbook: Webhooks.`;
    return [{ code: "webhook_late", site, message }];
  });

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** By what this instance counted. */
export function failureWarnings({ failedRequests, unanswered }: FailuresSeen): Warning[] {
  const failed = failedRequests.share();
  const ofRequests: Warning[] =
    failed === undefined
      ? []
      : [
          {
            code: "requests_fail",
            message: `${percent(failed)} of the requests fail because of the service or the database. Runbook: When something is down.`,
          },
        ];
  const ofSites = [...unanswered].flatMap(([site, failures]): Warning[] => {
    const share = failures.share();
    if (share === undefined) return [];
    const message = `The site ${site} leaves ${percent(share)} of the questions before a confirmation unanswered: nothing is confirmed there, nothing charged. The site has to mend its address for authorize.`;
    return [{ code: "authorize_unanswered", site, message }];
  });
  return [...ofRequests, ...ofSites];
}

/** @param now epoch ms */
export const instanceWarnings = (instances: readonly Instance[], now: number): Warning[] =>
  instances
    .filter(({ seen }) => now - seen > INSTANCE_SILENT_AFTER)
    .map(({ name, seen }) => ({
      code: "instance_silent",
      message: `${name} has finished no round for ${Math.round((now - seen) / 60_000)} minutes: it ended without saying so, or hangs. The others take its orders up. Runbook: When something is down.`,
    }));

export function credentialWarnings(refusedBy: ReadonlySet<RefusedBy>): Warning[] {
  return [...refusedBy].map((by) => ({
    code: "credentials_refused",
    message: `${REFUSING[by]} refuses the credentials: check FULFILLMENT_API_KEY, FULFILLMENT_API_SECRET and FULFILLMENT_AUTH_URL.`,
  }));
}

/** The last good copy may be so many times as old as the schedule says: one may fail. */
export const BACKUP_LATE = 2;

/** @param standing undefined where the settings have no schedule */
export function backupWarnings(standing: BackupStanding | undefined): Warning[] {
  if (!standing || standing.ageSeconds <= BACKUP_LATE * standing.everySeconds) return [];
  const minutes = Math.round(standing.ageSeconds / 60);
  const why = standing.failure === undefined ? "" : ` The last try failed: ${standing.failure}.`;
  const message = `The last good copy of the ledger is ${minutes} minutes old.${why} Runbook: On a schedule.`;
  return [{ code: "backup_late", message }];
}

/** @param fault null if the ledger is usable */
export function faultWarnings(fault: LedgerFault | null): Warning[] {
  if (fault === null) return [];
  const message = `The ledger cannot be worked with (${fault}): ${LEDGER_FAULTS[fault]}. Nothing is sent meanwhile. Runbook: A ledger that cannot be worked with.`;
  return [{ code: "ledger_unavailable", message }];
}

/** @param now epoch ms */
export function recoveryWarnings(recovery: Recovery | undefined, now: number): Warning[] {
  if (!recovery?.isNoticed || now - recovery.at > RECOVERY_TOLD_FOR) return [];
  const at = new Date(recovery.at).toISOString();
  return [{ code: "ledger_recovered", message: `${WENT_BACK} It was noticed at ${at}.` }];
}

/** @param offset how far the clock is from where it should be, ms */
export function clockWarnings(offset: number): Warning[] {
  if (offset === 0) return [];
  const hours = Math.abs(offset / 3_600_000).toFixed(1);
  const where = offset > 0 ? "ahead of" : "behind";
  const message = `The machine's clock stands ${hours} hours ${where} the last time that was noted. While it stands ahead, nothing is deleted for its age. Runbook: A clock that is wrong.`;
  return [{ code: "clock", message }];
}

export function warningsOf({ budgets, stocks }: Readings): Warning[] {
  const warnings: Warning[] = [];
  for (const { client_id, name, balance, currency, thresholds } of budgets?.value ?? []) {
    const client = `client ${client_id ?? name ?? "without an id"}`;
    if (balance === undefined) {
      warnings.push({ code: "budget_unknown", message: `The balance of ${client} cannot be read.` });
      continue;
    }
    const code = warningOf(balance, thresholds);
    const amount = `${balance}${currency === undefined ? "" : ` ${currency}`}`;
    const crossed = thresholds.find((threshold) => balance <= threshold);
    if (code === "budget_empty")
      warnings.push({
        code,
        message: `The budget of ${client} is empty (${amount}): orders will be refused.`,
      });
    if (code === "budget_low")
      warnings.push({
        code,
        message: `The budget of ${client} is ${amount}, at or below its alert of ${crossed}.`,
      });
  }
  for (const what of budgets?.missing ?? [])
    warnings.push({ code: "budget_unknown", message: `The budget cannot be read: ${what}.` });
  if (!budgets) warnings.push({ code: "budget_unknown", message: "The budget could not be read in time." });
  const gone = stocks?.value.filter(({ in_stock }) => !in_stock).map(({ sku }) => sku) ?? [];
  if (gone.length > 0) {
    const more = gone.length > NAMES_SHOWN ? `, and ${gone.length - NAMES_SHOWN} more` : "";
    const names = gone.slice(0, NAMES_SHOWN).join(", ");
    warnings.push({ code: "out_of_stock", message: `Out of stock: ${names}${more}.` });
  }
  for (const what of stocks?.missing ?? [])
    warnings.push({ code: "stock_unknown", message: `The stock cannot be read: ${what}.` });
  if (!stocks) warnings.push({ code: "stock_unknown", message: "The stock could not be read in time." });
  return warnings;
}
