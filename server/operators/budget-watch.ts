/**
 * The remaining budget of each client and stock of each reward. Reward programmes mostly fail by an empty budget, which users
 * notice first. Read on request, at most once in BUDGET_MAX_AGE and for at most BUDGET_WITHIN.
 * Source: docs/proof/interface.md, "Fields" and R10.
 */

import type { Catalog } from "../catalog/catalog.ts";
import type { SitePromotions } from "../catalog/site-promotions.ts";
import type { Fulfillment } from "../fulfillment/client.ts";
import type { Client } from "../fulfillment/schemas.ts";
import type { Log } from "../observing/log.ts";
import { UpstreamError } from "../problems/upstream-error.ts";
import type { Site } from "../settings/env.ts";
import {
  BUDGET_MAX_AGE,
  BUDGET_RETRY,
  BUDGET_STALE_MAX,
  BUDGET_WITHIN,
  SITE_READS_AT_ONCE,
} from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { mapConcurrently } from "../tools/concurrent.ts";
import { SharedReads } from "../tools/shared-reads.ts";
import { within } from "../tools/within.ts";

export interface Budget {
  /** Absent if the service's client has no id. */
  readonly client_id?: string;
  readonly name?: string;
  /** Whole currency units; may be below zero. Absent if unreadable. */
  readonly balance?: number;
  readonly currency?: string;
  /** Smallest first. */
  readonly thresholds: readonly number[];
}

export interface Stock {
  readonly sku: string;
  readonly in_stock: boolean;
  /** Null: managed by budget. */
  readonly quantity: number | null;
}

interface Found<T> {
  readonly value: readonly T[];
  /** The unreadable items, in words. An unreadable item hides no other. */
  readonly missing: readonly string[];
}

/** A reading and its age. Undefined if it failed, or did not come in time. */
export interface Reading<T> extends Found<T> {
  readonly ageSeconds: number;
}

export interface Readings {
  readonly budgets: Reading<Budget> | undefined;
  readonly stocks: Reading<Stock> | undefined;
}

export interface BudgetWatchOptions {
  readonly sites: () => readonly Site[];
  readonly fulfillment: Pick<Fulfillment, "getClient" | "listClients">;
  readonly sitePromotions: Pick<SitePromotions, "idsOf">;
  readonly catalog: Pick<Catalog, "get">;
  readonly clock: Clock;
  readonly log: Log;
}

export interface BudgetWatch {
  /** Never rejects. */
  read(): Promise<Readings>;
}

export function createBudgetWatch(options: BudgetWatchOptions): BudgetWatch {
  const { sites, fulfillment, sitePromotions, catalog, clock, log } = options;
  const reads = <T>(what: string) =>
    new SharedReads<Found<T>>({
      clock,
      maxAge: BUDGET_MAX_AGE,
      staleMax: BUDGET_STALE_MAX,
      retryAfter: BUDGET_RETRY,
      limit: 1,
      onFailure: (error) =>
        log.warn(`${what} could not be read`, {
          reason: error instanceof UpstreamError ? error.code : "unexpected",
        }),
    });
  const budgets = reads<Budget>("the budget");
  const stocks = reads<Stock>("the stock");

  /** The clients in the settings; if a site names none, all clients of the credentials. */
  async function readBudgets(): Promise<Found<Budget>> {
    const named = new Set(sites().flatMap(({ client_id }) => client_id ?? []));
    const found = new Map<string, Client>();
    const missing: string[] = [];
    const failures: unknown[] = [];
    await mapConcurrently([...named], SITE_READS_AT_ONCE, async (id) => {
      try {
        found.set(id, await fulfillment.getClient(id));
      } catch (error) {
        missing.push(`client ${id}`);
        failures.push(error);
      }
    });
    if (sites().some(({ client_id }) => client_id === undefined)) {
      try {
        for await (const client of fulfillment.listClients())
          found.set(client.id ?? `#${found.size}`, client);
      } catch (error) {
        missing.push("the list of clients");
        failures.push(error);
      }
    }
    if (found.size === 0 && failures.length > 0) throw failures[0];
    return { missing, value: [...found.values()].map(budgetOf) };
  }

  /** The stock of every reward that is available at any site, once. */
  async function readStocks(): Promise<Found<Stock>> {
    const missing = new Set<string>();
    const failures: unknown[] = [];
    const orMissing = async <T>(what: string, read: Promise<T>): Promise<T | undefined> => {
      try {
        return await read;
      } catch (error) {
        missing.add(what);
        failures.push(error);
        return undefined;
      }
    };
    const offers = new Map<string, { readonly id: string; readonly clientId: string | undefined }>();
    for (const site of sites()) {
      for (const id of (await orMissing(`the promotions of site ${site.id}`, sitePromotions.idsOf(site))) ??
        [])
        offers.set(JSON.stringify([id, site.client_id]), { id, clientId: site.client_id });
    }
    const entries = await mapConcurrently([...offers.values()], SITE_READS_AT_ONCE, ({ id, clientId }) =>
      orMissing(`promotion ${id}`, catalog.get(id, clientId, "view")),
    );
    if (failures.length > 0 && entries.every((entry) => entry === undefined)) throw failures[0];
    const found = new Map<string, Stock>();
    for (const { sku, in_stock, stock_quantity } of entries.flatMap((entry) => entry?.rewards ?? []))
      found.set(sku, { sku, in_stock: in_stock && stock_quantity !== 0, quantity: stock_quantity });
    return { missing: [...missing], value: [...found.values()] };
  }

  /** A scrape has its own deadline: a late reading is used by the next scrape. */
  async function view<T>(
    shared: SharedReads<Found<T>>,
    read: () => Promise<Found<T>>,
  ): Promise<Reading<T> | undefined> {
    // A failure has its line in the log, by `onFailure`.
    const known = shared.view("", read).catch(() => undefined);
    const aged = await within(clock, BUDGET_WITHIN, known);
    return aged && { ...aged.value, ageSeconds: Math.floor(shared.age(aged) / 1000) };
  }

  return {
    async read() {
      const [budget, stock] = await Promise.all([view(budgets, readBudgets), view(stocks, readStocks)]);
      return { budgets: budget, stocks: stock };
    },
  };
}

const budgetOf = ({ id, name, balance, budget_alerts }: Client): Budget => ({
  ...(id !== undefined && { client_id: id }),
  ...(name !== undefined && { name }),
  ...(balance && { balance: balance.amount }),
  ...(balance?.currency !== undefined && { currency: balance.currency }),
  thresholds: thresholdsOf(budget_alerts),
});

/** Possible members with the amount of an alert that is an object. */
const AMOUNT_MEMBERS = ["threshold", "amount", "value", "balance"] as const;

/**
 * The interface shows `budget_alerts`, but not the form of an alert; here an alert is an amount in the balance's currency
 * (docs/proof/assumptions.md).
 * @returns the amounts of the readable alerts, smallest first, each once
 */
export function thresholdsOf(alerts: readonly unknown[] | undefined): number[] {
  const amounts = (alerts ?? []).flatMap((alert) => amountOf(alert) ?? []);
  return [...new Set(amounts)].sort((a, b) => a - b);
}

function amountOf(alert: unknown): number | undefined {
  if (typeof alert === "number") return Number.isFinite(alert) ? alert : undefined;
  if (typeof alert === "string") return /^\d+(\.\d+)?$/.test(alert) ? Number(alert) : undefined;
  if (typeof alert !== "object" || alert === null) return undefined;
  for (const member of AMOUNT_MEMBERS) {
    const amount = amountOf((alert as Record<string, unknown>)[member]);
    if (amount !== undefined) return amount;
  }
  return undefined;
}
