/** The operator's metrics as Prometheus text. Source: docs/server/metrics.md; Prometheus, text format and naming. */
import { Gauge, Registry } from "prom-client";
import { type CredentialStanding, REFUSERS } from "../fulfillment/credential-standing.ts";
import { LEDGER_FAULT_WORDS, type LedgerFault } from "../ledger/ledger-fault.ts";
import type { BackupStanding } from "../ledger/scheduled-backups.ts";
import type { Measures } from "../observing/measures.ts";
import { REASONS } from "../redemption/needs-person.ts";
import type { Readings } from "./budget-watch.ts";
import type { DetailsOptions } from "./details.ts";
import type { StandingNow } from "./standing.ts";
import { warningOf } from "./warnings.ts";
import type { WebhookNow } from "./webhooks.ts";

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge;

export interface ScrapeOptions extends DetailsOptions {
  readonly measures: Measures;
  readonly processMeasures?: Registry;
}

/** Reads what a scrape needs, and writes it. */
export async function scrape(options: ScrapeOptions): Promise<{ text: string; type: string }> {
  const { ledgerWatch, budgetWatch, attention, webhookOperations, measures, processMeasures } = options;
  const [fault, readings, standing, webhooks] = await Promise.all([
    ledgerWatch.check(),
    budgetWatch.read(),
    attention.standing(),
    webhookOperations.standing(),
  ]);
  return renderMetrics({
    ...{ fault, readings, standing, webhooks },
    now: options.clock.now(),
    clockOffset: options.clockWatch.offset,
    credentials: options.credentials,
    backups: options.backups?.standing(),
    kept: [measures.registry, ...(processMeasures ? [processMeasures] : [])],
  });
}

/** The data of one scrape. */
export interface Scrape {
  /** Why the ledger is unusable; null if it is usable. */
  readonly fault: LedgerFault | null;
  readonly readings: Readings;
  /** Undefined if the ledger did not answer. */
  readonly standing: StandingNow | undefined;
  readonly webhooks: readonly WebhookNow[] | undefined;
  /** Epoch ms. */
  readonly now: number;
  /** See ClockWatch; ms. */
  readonly clockOffset: number;
  readonly credentials: Pick<CredentialStanding, "refusedBy">;
  /** Undefined where the settings have no schedule. */
  readonly backups: BackupStanding | undefined;
  /** Counters that last as long as the process. */
  readonly kept: readonly Registry[];
}

/** Gauges are built anew for each scrape, so that a removed client or reward leaves no old number. */
export async function renderMetrics({
  fault,
  readings,
  standing,
  webhooks,
  now,
  clockOffset,
  credentials,
  backups,
  kept,
}: Scrape): Promise<{ text: string; type: string }> {
  const registry = new Registry();
  const gauge: MakeGauge = (name, help, labelNames = []) =>
    new Gauge({ name: `reward_redemption_${name}`, help, labelNames, registers: [registry] });
  ledgerMetrics(gauge, fault, standing);
  gauge("clock_offset_seconds", "How far the clock is from where it should be, 0 where it is right").set(
    clockOffset / 1000,
  );
  backupMetrics(gauge, backups);
  orderMetrics(gauge, standing);
  webhookMetrics(gauge, webhooks ?? [], now);
  credentialMetrics(gauge, credentials);
  budgetMetrics(gauge, readings);
  const texts = await Promise.all([registry, ...kept].map((each) => each.metrics()));
  return { text: texts.join("\n"), type: registry.contentType };
}

function backupMetrics(gauge: MakeGauge, { ageSeconds, everySeconds } = NO_SCHEDULE): void {
  gauge("backup_age_seconds", "Age of the last good copy of the ledger, 0 without a schedule").set(
    ageSeconds,
  );
  gauge("backup_every_seconds", "How often the ledger is copied, 0 without a schedule").set(everySeconds);
}

const NO_SCHEDULE: Pick<BackupStanding, "ageSeconds" | "everySeconds"> = { ageSeconds: 0, everySeconds: 0 };

function webhookMetrics(gauge: MakeGauge, webhooks: readonly WebhookNow[], now: number): void {
  const waiting = gauge("webhook_waiting_events", "Events that wait for their delivery", ["site"]);
  const oldest = gauge("webhook_oldest_seconds", "How long the oldest of them has been waiting", ["site"]);
  const isOff = gauge("webhook_off", "1 where nothing is sent: 410, or three days of failures", ["site"]);
  for (const { site, waiting: count, since, off } of webhooks) {
    waiting.set({ site }, count);
    oldest.set({ site }, Math.max(0, now - (since ?? now)) / 1000);
    isOff.set({ site }, off ? 1 : 0);
  }
}

function credentialMetrics(gauge: MakeGauge, { refusedBy }: Scrape["credentials"]): void {
  const refused = gauge(
    "credentials_refused",
    "1 while the service refuses the credentials: by its token endpoint, or by a call",
    ["by"],
  );
  for (const by of REFUSERS) refused.set({ by }, refusedBy.has(by) ? 1 : 0);
}

function ledgerMetrics(gauge: MakeGauge, fault: LedgerFault | null, standing: StandingNow | undefined): void {
  const up = gauge("ledger_up", "1 where the ledger can be read and written to, else 0");
  up.set(standing && fault === null ? 1 : 0);
  const faults = gauge("ledger_fault", "1 for the reason why the ledger cannot be worked with", ["reason"]);
  for (const reason of LEDGER_FAULT_WORDS) faults.set({ reason }, reason === fault ? 1 : 0);
  const help = "When the ledger was last lost or put back, 0 where never; `noticed`: nobody had said so";
  const recovered = gauge("ledger_recovered_timestamp_seconds", help, ["noticed"]);
  const { at = 0, isNoticed } = standing?.recovery ?? {};
  for (const noticed of [true, false])
    recovered.set({ noticed: String(noticed) }, isNoticed === noticed ? at / 1000 : 0);
}

function orderMetrics(gauge: MakeGauge, standing: StandingNow | undefined): void {
  if (!standing) return;
  const orders = gauge("attention_orders", "Orders that need a person", ["reason"]);
  for (const reason of REASONS) orders.set({ reason }, standing.attention[reason]);
  const waiting = "How long the order that needs a person longest has been waiting, 0 without any";
  gauge("attention_oldest_seconds", waiting).set(standing.attentionSeconds);
  const unfinished = "Orders that are to be worked on sooner or later, holds included";
  gauge("unfinished_orders", unfinished).set(standing.unfinished);
  const overdue = "How long the order that is due first has been due, 0 where none is";
  gauge("overdue_oldest_seconds", overdue).set(standing.overdueSeconds);
}

function budgetMetrics(gauge: MakeGauge, { budgets, stocks }: Readings): void {
  const age = gauge("reading_age_seconds", "Age of what the service was last heard to say", ["reading"]);
  const readable = gauge("reading_up", "1 where the service could be read in time, else 0", ["reading"]);
  readable.set({ reading: "budget" }, budgets ? 1 : 0);
  readable.set({ reading: "stock" }, stocks ? 1 : 0);
  const missing = gauge("reading_missing", "Clients or promotions that could not be read", ["reading"]);
  if (budgets) missing.set({ reading: "budget" }, budgets.missing.length);
  if (stocks) missing.set({ reading: "stock" }, stocks.missing.length);

  const balance = gauge("budget_balance", "What is left of a client's budget, currency units", [
    "client_id",
    "currency",
  ]);
  const threshold = gauge("budget_alert_threshold", "Balance at which the client is to be alerted", [
    "client_id",
    "currency",
    "alert",
  ]);
  const low = gauge("budget_low", "1 where a budget is empty, or at or below one of its alerts", [
    "client_id",
  ]);
  if (budgets) age.set({ reading: "budget" }, budgets.ageSeconds);
  for (const { client_id = "", currency = "", balance: left, thresholds } of budgets?.value ?? []) {
    thresholds.forEach((amount, index) => {
      threshold.set({ client_id, currency, alert: String(index + 1) }, amount);
    });
    if (left === undefined) continue;
    balance.set({ client_id, currency }, left);
    low.set({ client_id }, warningOf(left, thresholds) ? 1 : 0);
  }

  const inStock = gauge("reward_in_stock", "1 where a reward can be had, else 0", ["sku"]);
  const quantity = gauge("reward_stock", "Codes in stock; absent where a budget decides", ["sku"]);
  if (stocks) age.set({ reading: "stock" }, stocks.ageSeconds);
  for (const { sku, in_stock, quantity: count } of stocks?.value ?? []) {
    inStock.set({ sku }, in_stock ? 1 : 0);
    if (count !== null) quantity.set({ sku }, count);
  }
}
