/** What is wrong and what is left, for operators. Source: docs/server/metrics.md; openapi.json, GET /readyz. */
import type { CredentialStanding } from "../fulfillment/credential-standing.ts";
import type { ClockWatch } from "../ledger/clock-watch.ts";
import type { Recovery } from "../ledger/ledger.ts";
import type { LedgerFault } from "../ledger/ledger-fault.ts";
import type { LedgerWatch } from "../ledger/ledger-watch.ts";
import type { ScheduledBackups } from "../ledger/scheduled-backups.ts";
import type { Clock } from "../tools/clock.ts";
import type { AttentionList } from "./attention-list.ts";
import type { Budget, BudgetWatch, Stock } from "./budget-watch.ts";
import type { Instance, Instances } from "./instances.ts";
import { attentionWarnings } from "./standing.ts";
import {
  backupWarnings,
  clockWarnings,
  credentialWarnings,
  type FailuresSeen,
  failureWarnings,
  faultWarnings,
  instanceWarnings,
  recoveryWarnings,
  type Warning,
  warningsOf,
  webhookWarnings,
} from "./warnings.ts";
import type { WebhookOperations } from "./webhooks.ts";

export interface DetailsOptions {
  readonly ledgerWatch: Pick<LedgerWatch, "check">;
  readonly budgetWatch: BudgetWatch;
  readonly attention: AttentionList;
  readonly webhookOperations: Pick<WebhookOperations, "standing">;
  readonly credentials: Pick<CredentialStanding, "refusedBy">;
  readonly clock: Pick<Clock, "now">;
  readonly clockWatch: Pick<ClockWatch, "offset">;
  readonly backups?: Pick<ScheduledBackups, "standing"> | undefined;
  readonly instances?: Pick<Instances, "all"> | undefined;
  readonly measures: FailuresSeen;
}

/** What is wrong, and what is left. */
export interface Details {
  readonly warnings: readonly Warning[];
  /** Null if the budgets could not be read. */
  readonly budgets: readonly Budget[] | null;
  readonly stocks: readonly Stock[] | null;
  readonly recovery: Recovery | undefined;
  readonly instances: readonly Instance[];
}

export async function detailsOf(options: DetailsOptions, fault: LedgerFault | null): Promise<Details> {
  const { budgetWatch, attention, webhookOperations, credentials, clock, clockWatch } = options;
  const [readings, standing, webhooks, instances = []] = await Promise.all([
    budgetWatch.read(),
    attention.standing(),
    webhookOperations.standing(),
    options.instances?.all(),
  ]);
  const now = clock.now();
  return {
    warnings: [
      ...faultWarnings(fault),
      ...credentialWarnings(credentials.refusedBy),
      ...recoveryWarnings(standing?.recovery, now),
      ...clockWarnings(clockWatch.offset),
      ...backupWarnings(options.backups?.standing()),
      ...attentionWarnings(standing),
      ...webhookWarnings(webhooks, now),
      ...failureWarnings(options.measures),
      ...instanceWarnings(instances, now),
      ...warningsOf(readings),
    ],
    budgets: readings.budgets?.value ?? null,
    stocks: readings.stocks?.value ?? null,
    recovery: standing?.recovery,
    instances,
  };
}
