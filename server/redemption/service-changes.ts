/**
 * Finds what happens to redemptions at the service alone: a link that its user opened, a refund by support, a block. The list of each
 * promotion is read, latest change first, down to the last change that was seen; only where it shows another state than the row has,
 * the redemption itself is read and noted, without the lease. Nothing is read while no order can change.
 * Source: docs/rules.md, rule 17; docs/interface.md, "Parameters of lists".
 */
import type { Fulfillment } from "../fulfillment/client.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { errorFields, type Log } from "../observing/log.ts";
import { UpstreamError } from "../problems/upstream-error.ts";
import { attemptOf } from "../rows/order.ts";
import {
  CHANGES_EVERY,
  CHANGES_FIRST,
  CHANGES_OVERLAP,
  CHANGES_PAGES_MOST,
  CHANGES_QUIET_EVERY,
  CLOCK_STEP_LEAST,
  PAGE_SIZE,
} from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { isBusy } from "./decide.ts";
import type { Products } from "./products.ts";
import { isWatched } from "./watched.ts";
import type { Worker } from "./worker.ts";

/** How far the changes of a promotion were read, as the ledger keeps it. Epoch ms. */
interface Reading {
  /** When they were last read: of several instances the one that stores this reads. */
  readonly at: number;
  /** The latest change that was seen, by the service's clock; null before the first. */
  readonly seen: number | null;
  /** Nothing had changed. */
  readonly isQuiet: boolean;
}

const keyOf = (promotionId: string): string => `changes:${promotionId}`;

/** @param now epoch ms */
export function isDue({ at, isQuiet }: Reading, now: number): boolean {
  const isAhead = at > now + CLOCK_STEP_LEAST;
  return isAhead || now - at >= (isQuiet ? CHANGES_QUIET_EVERY : CHANGES_EVERY);
}

export interface ServiceChangesOptions {
  readonly ledger: Pick<Ledger, "watchedPromotions" | "claimsOf" | "get" | "swapValue">;
  readonly fulfillment: Pick<Fulfillment, "listRedemptions">;
  readonly worker: Pick<Worker, "read">;
  readonly products: Pick<Products, "read">;
  readonly clock: Clock;
  readonly log: Log;
  /** Notes the value that a redemption of a promotion has. */
  readonly learnValue: (promotionId: string, redemption: Redemption) => void;
}

/** Runs until the signal fires. */
export async function findServiceChanges(options: ServiceChangesOptions, signal: AbortSignal): Promise<void> {
  const { ledger, clock, log } = options;
  while (!signal.aborted) {
    try {
      for (const promotionId of await ledger.watchedPromotions(clock.now())) {
        if (signal.aborted) return;
        await look(promotionId, options);
      }
    } catch (error) {
      log.error("changes at the service could not be looked for", errorFields(error));
    }
    await clock.sleep(CHANGES_EVERY, signal);
  }
}

async function look(promotionId: string, options: ServiceChangesOptions): Promise<void> {
  const { ledger, clock, log } = options;
  const key = keyOf(promotionId);
  const stored = await ledger.get(key);
  const before: Reading = stored === undefined ? FIRST : JSON.parse(stored);
  const now = Math.floor(clock.now());
  if (!isDue(before, now)) return;
  const begun = JSON.stringify({ ...before, at: now });
  if (!(await ledger.swapValue(key, stored, begun))) return;
  try {
    const seen = await readDown(promotionId, before.seen, options);
    const after: Reading = { at: now, seen, isQuiet: seen === before.seen };
    await ledger.swapValue(key, begun, JSON.stringify(after));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn("changes at the service could not be read", { promotion_id: promotionId, reason: error.code });
  }
}

const FIRST: Reading = { at: 0, seen: null, isQuiet: false };

/** @returns the latest change that is seen now; the one before where a redemption could not be read, so that it is looked at again */
async function readDown(
  promotionId: string,
  seen: number | null,
  options: ServiceChangesOptions,
): Promise<number | null> {
  const { fulfillment, clock, learnValue } = options;
  const floor = seen === null ? clock.now() - CHANGES_FIRST : seen - CHANGES_OVERLAP;
  let latest = seen;
  let isWhole = true;
  let page: Redemption[] = [];
  let read = 0;
  for await (const redemption of fulfillment.listRedemptions(promotionId, { sort: "-updated_datetime" })) {
    const { changed_at } = redemption;
    if (changed_at !== undefined && changed_at < floor) break;
    latest = Math.max(latest ?? 0, changed_at ?? 0);
    learnValue(promotionId, redemption);
    page.push(redemption);
    if (++read >= CHANGES_PAGES_MOST * PAGE_SIZE) break;
    if (page.length < PAGE_SIZE) continue;
    isWhole = (await compare(page, options)) && isWhole;
    page = [];
  }
  isWhole = (await compare(page, options)) && isWhole;
  return isWhole ? latest : seen;
}

/** Reads each order's redemption that the list shows in another state. @returns whether all could be read and noted */
async function compare(listed: readonly Redemption[], options: ServiceChangesOptions): Promise<boolean> {
  const { ledger, worker, products, log } = options;
  let isWhole = true;
  const states = new Map(listed.map(({ id, state }) => [id, state]));
  for (const { redemption_id, attempt: n, ...key } of await ledger.claimsOf([...states.keys()])) {
    const row = await worker.read(key);
    const attempt = attemptOf(row.order, n);
    if (!attempt || !isWatched(attempt) || attempt.state === states.get(redemption_id)) continue;
    if (isBusy(row)) {
      isWhole = false;
      continue;
    }
    try {
      const { row: noted } = await products.read(row, attempt);
      // Somebody changed the row meanwhile: the next round compares again.
      if (noted === row) isWhole = false;
    } catch (error) {
      log.warn("a change at the service could not be read", { ...key, ...errorFields(error) });
      isWhole = false;
    }
  }
  return isWhole;
}
