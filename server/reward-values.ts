/**
 * What rewards of a fixed value were seen to be worth: the catalog of the service does not tell, a redemption does. Learned
 * from every reading of an order's redemption, kept in the ledger, so that every instance and the next start know it too.
 * Source: contract, `max_amount` and `GET /v1/catalog`; interface, Redemption, `value`.
 */
import type { KnownValue } from "./catalog.ts";
import type { Clock } from "./clock.ts";
import type { Ledger, RewardValue } from "./ledger/ledger.ts";
import { errorFields, type Log } from "./log.ts";
import { VALUES_MAX_AGE } from "./timing.ts";

const CURRENCY = /^[A-Z]{3}$/;

export interface RewardValuesOptions {
  readonly ledger: Pick<Ledger, "rewardValues" | "storeRewardValue">;
  readonly clock: Clock;
  readonly log: Log;
}

export class RewardValues {
  readonly #options: RewardValuesOptions;
  #known: ReadonlyMap<string, KnownValue> = new Map();
  /** Monotonic ms of the last look at what other instances learned; undefined before the first. */
  #readAt: number | undefined;

  constructor(options: RewardValuesOptions) {
    this.#options = options;
  }

  /** By SKU; another map only where something changed. What other instances learned comes within VALUES_MAX_AGE. */
  known(): ReadonlyMap<string, KnownValue> {
    const now = this.#options.clock.monotonic();
    if (this.#readAt === undefined || now - this.#readAt >= VALUES_MAX_AGE) void this.read();
    return this.#known;
  }

  /** Reads what the ledger knows. Never rejects: without it, what is known here serves. */
  async read(): Promise<void> {
    const { ledger, clock, log } = this.#options;
    this.#readAt = clock.monotonic();
    try {
      this.#note(await ledger.rewardValues());
    } catch (error) {
      log.warn("the values of rewards could not be read", errorFields(error));
    }
  }

  /** Notes what a redemption of a reward with a fixed value was worth, and stores what is new. Never rejects. */
  async learn(sku: string, value: KnownValue): Promise<void> {
    const { ledger, log } = this.#options;
    // Browsers format money by three letters only; what is none is left out rather than shown wrongly.
    const { amount, currency } = value;
    const learned = { sku, amount, ...(currency && CURRENCY.test(currency) && { currency }) };
    if (!(value.amount > 0) || !this.#note([learned])) return;
    try {
      await ledger.storeRewardValue(learned);
    } catch (error) {
      // The next redemption of it tells again, to another process at the latest.
      log.warn("the value of a reward could not be stored", errorFields(error));
    }
  }

  /** @returns whether something of it is new */
  #note(values: readonly RewardValue[]): boolean {
    const fresh = values.filter(({ sku, amount, currency }) => {
      const before = this.#known.get(sku);
      return before?.amount !== amount || before.currency !== currency;
    });
    if (fresh.length === 0) return false;
    const known = new Map(this.#known);
    for (const { sku, amount, currency } of fresh)
      known.set(sku, { amount, ...(currency !== undefined && { currency }) });
    this.#known = known;
    return true;
  }
}
