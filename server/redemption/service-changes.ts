/**
 * Finds what happens to redemptions at the service alone: a link that its user opened, a refund by support, a block. The list of each
 * promotion is read, latest change first, down to the last change that was seen; only where it shows another state than the row has,
 * the redemption itself is read and noted, without the lease. Nothing is read while no order can change.
 * Source: docs/proof/rules.md, rule 17; docs/proof/interface.md, "Parameters of lists".
 */
import type { Fulfillment } from "../fulfillment/client.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { ledgerFaultOf } from "../ledger/ledger-fault.ts";
import { errorFields, type Log } from "../observing/log.ts";
import { LedgerUnavailable } from "../problems/ledger-unavailable.ts";
import { UpstreamError } from "../problems/upstream-error.ts";
import { attemptOf, type Row } from "../rows/order.ts";
import {
  CHANGES_EVERY,
  CHANGES_FIRST,
  CHANGES_OVERLAP,
  CHANGES_PAGES_MOST,
  CHANGES_QUIET_EVERY,
  CLOCK_DIFFERENCE_MAX,
  CLOCK_STEP_LEAST,
  PAGE_SIZE,
} from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { isBusy } from "./decide.ts";
import { lookUpFrom } from "./look-up.ts";
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
  readonly worker: Pick<Worker, "read" | "readLookedUp">;
  readonly products: Pick<Products, "read">;
  readonly clock: Clock;
  readonly log: Log;
  /** Has what `learnValue` needs at hand; never rejects. */
  readonly prepare: (promotionId: string) => Promise<void>;
  /** Notes the value that a redemption of a promotion has. */
  readonly learnValue: (promotionId: string, redemption: Redemption) => void;
}

/** Runs until the signal fires. */
export async function findServiceChanges(options: ServiceChangesOptions, signal: AbortSignal): Promise<void> {
  const { ledger, clock, log } = options;
  while (!signal.aborted) {
    const failed = (error: unknown, promotion_id?: string): string[] => {
      log.error("changes at the service could not be looked for", { promotion_id, ...errorFields(error) });
      return [];
    };
    for (const promotionId of await ledger.watchedPromotions(clock.now()).catch(failed)) {
      if (signal.aborted) return;
      await look(promotionId, options, signal).catch((error) => failed(error, promotionId));
    }
    await clock.sleep(CHANGES_EVERY, signal);
  }
}

async function look(promotionId: string, options: ServiceChangesOptions, signal: AbortSignal): Promise<void> {
  const { ledger, clock, log } = options;
  const key = keyOf(promotionId);
  const stored = await ledger.get(key);
  const before: Reading = stored === undefined ? FIRST : JSON.parse(stored);
  const now = Math.floor(clock.now());
  if (!isDue(before, now)) return;
  const begun = JSON.stringify({ ...before, at: now });
  if (!(await ledger.swapValue(key, stored, begun))) return;
  await options.prepare(promotionId);
  try {
    const { seen, isWhole } = await readDown(promotionId, before.seen, options, signal);
    const after: Reading = { at: now, seen, isQuiet: isWhole && seen === before.seen };
    await ledger.swapValue(key, begun, JSON.stringify(after));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn("changes at the service could not be read", { promotion_id: promotionId, reason: error.code });
  }
}

const FIRST: Reading = { at: 0, seen: null, isQuiet: false };

/**
 * @returns the latest change that is seen now; the one before where not all could be read and noted, so that it is looked at again
 */
async function readDown(
  promotionId: string,
  seen: number | null,
  options: ServiceChangesOptions,
  signal: AbortSignal,
): Promise<{ readonly seen: number | null; readonly isWhole: boolean }> {
  const { fulfillment, clock, learnValue } = options;
  const now = clock.now();
  const floor = seen === null ? now - CHANGES_FIRST : Math.min(seen, now) - CHANGES_OVERLAP;
  const skus = new Set<string | undefined>();
  let latest = seen;
  let isWhole = true;
  let page: Redemption[] = [];
  let read = 0;
  for await (const redemption of fulfillment.listRedemptions(promotionId, { sort: "-updated_datetime" })) {
    const { changed_at } = redemption;
    if (signal.aborted) return { seen, isWhole: false };
    if (changed_at !== undefined && changed_at < floor) break;
    // A change that is dated ahead must not hide those that come before its time.
    latest = Math.max(latest ?? 0, Math.min(changed_at ?? 0, now + CLOCK_DIFFERENCE_MAX));
    // The latest first: a reward whose value changed has the newest.
    if (!skus.has(redemption.sku)) learnValue(promotionId, redemption);
    skus.add(redemption.sku);
    page.push(redemption);
    if (++read >= CHANGES_PAGES_MOST * PAGE_SIZE) break;
    if (page.length < PAGE_SIZE) continue;
    isWhole = (await compare(page, options)) && isWhole;
    page = [];
  }
  isWhole = (await compare(page, options)) && isWhole;
  return { seen: isWhole ? latest : seen, isWhole };
}

/** Whether the same may succeed in another round. */
const mayPass = (error: unknown): boolean =>
  error instanceof UpstreamError
    ? error.code !== "not_found"
    : error instanceof LedgerUnavailable && ledgerFaultOf(error.reason) !== "damaged";

/** Reads each order's redemption that the list shows in another state. @returns whether all could be read and noted */
async function compare(listed: readonly Redemption[], options: ServiceChangesOptions): Promise<boolean> {
  const { ledger, worker, products, log } = options;
  let isWhole = true;
  const states = new Map(listed.map(({ id, state }) => [id, state]));
  for (const { redemption_id, attempt: n, ...key } of await ledger.claimsOf([...states.keys()])) {
    try {
      const isSame = ({ order }: Row): boolean => {
        const attempt = attemptOf(order, n);
        return !attempt || !isWatched(attempt) || attempt.state === states.get(redemption_id);
      };
      let row = await worker.read(key);
      if (isSame(row)) continue;
      // After a lost ledger the look-up of the order may find the change itself.
      if (lookUpFrom(row) !== undefined) row = await worker.readLookedUp(key);
      const attempt = attemptOf(row.order, n);
      if (!attempt || isSame(row)) continue;
      if (isBusy(row)) {
        isWhole = false;
        continue;
      }
      const { row: noted } = await products.read(row, attempt);
      // Somebody changed the row meanwhile: the next round compares again.
      if (noted === row) isWhole = false;
    } catch (error) {
      log.warn("a change at the service could not be read", { ...key, ...errorFields(error) });
      // What stays as it is must not have the list read again every minute.
      isWhole &&= !mayPass(error);
    }
  }
  return isWhole;
}
