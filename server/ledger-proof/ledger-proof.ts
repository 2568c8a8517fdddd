/**
 * Proves that this ledger is current. A new ledger, or an older copy, lacks redemptions of our sites that the service has, or has
 * them in an earlier state. Each process runs the proof once for each promotion, and again after a lost connection to the database.
 * The proof reads the promotion's redemptions, newest change first, back to the time at which the ledger is known to have been in
 * use, and compares those with an order id of one of our sites.
 *
 * While the ledger is proven, a confirmation costs only its own call. Otherwise every order is looked up at the service before its
 * first confirmation (recovery-gate.ts). The id of a missing redemption is stored, so that every instance and every later start
 * knows it, until an operator accepts the ledger.
 * Source: integrity rules 15 and 16.
 */
import type { Clock } from "../clock.ts";
import { type Fulfillment, UpstreamError } from "../fulfillment/client.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { errorFields, type Log } from "../log.ts";
import {
  ALIVE_EVERY,
  CLOCK_SPREAD,
  LIST_LAG,
  PROOF_MAX,
  PROOF_PASSES,
  PROOF_RETRY,
  PROOF_SAMPLE,
} from "../timing.ts";
import { compareToLedger, isDescending, isFalling } from "./compare-to-ledger.ts";

/** Why a ledger is not proven for a promotion. */
export const UNPROVEN_REASONS = [
  /** The process, or its connection to the database, is younger than the longest lag of a list. */
  "too_early",
  /** The service could not be asked, or its time is unknown. */
  "unreadable",
  /** The list is not in the requested order. */
  "unordered",
  /** The list is longer than PROOF_MAX. */
  "too_long",
  /** The list changed during each pass. */
  "unsteady",
  /** The service has a redemption of our sites that this ledger lacks, or has in an earlier state. */
  "missing",
] as const;
export type UnprovenReason = (typeof UNPROVEN_REASONS)[number];

export interface ProofStanding {
  readonly promotion_id: string;
  /** Null if the ledger is proven. */
  readonly reason: UnprovenReason | null;
}

export interface LedgerProofOptions {
  readonly ledger: Ledger;
  readonly fulfillment: Fulfillment;
  readonly clock: Clock;
  readonly log: Log;
  /** The ids of all sites; a redemption whose order id begins with none of them is not ours. */
  readonly sites: readonly string[];
}

/** The time until which the ledger is known to have all changes of the promotion: by the service's `updated_datetime`, epoch ms. */
const aliveKey = (promotionId: string): string => `alive_until:${promotionId}`;
/** The upstream order id of a redemption that the ledger lacks. */
const missingKey = (promotionId: string): string => `ledger_misses:${promotionId}`;
/** The time until which an operator accepts the ledger: service time, epoch ms. */
const acceptedKey = (promotionId: string): string => `ledger_accepted:${promotionId}`;
const NOTHING = "";

interface Verdict {
  readonly reason: UnprovenReason | null;
  /** Monotonic ms. */
  readonly at: number;
}

/** Tried again as soon as the process is old enough. */
const TOO_EARLY: Verdict = { reason: "too_early", at: Number.NEGATIVE_INFINITY };

export class LedgerProof {
  readonly #options: LedgerProofOptions;
  readonly #verdicts = new Map<string, Verdict>();
  readonly #asking = new Map<string, Promise<void>>();
  /** Since when another ledger may be connected, monotonic ms. */
  #doubtedSince: number;
  /** Promotions whose rows were stored since the last `noteAlive`. */
  readonly #changed = new Set<string>();
  /** When `noteAlive` last stored, monotonic ms. */
  #notedAt = Number.NEGATIVE_INFINITY;

  constructor(options: LedgerProofOptions) {
    this.#options = options;
    this.#doubtedSince = options.clock.monotonic();
  }

  /** Whether the ledger is proven for the promotion. If not, a proof is started without waiting for it. */
  ensureProven(promotionId: string): boolean {
    const known = this.#verdicts.get(promotionId);
    if (known?.reason === null) return true;
    if (!this.#isOldEnough()) {
      if (!known) this.#verdicts.set(promotionId, TOO_EARLY);
      return false;
    }
    if (!known || this.#options.clock.monotonic() >= known.at + PROOF_RETRY) void this.prove(promotionId);
    return false;
  }

  /** Proves the ledger for a promotion, or finds the reason why not. Never rejects; one proof at a time. */
  prove(promotionId: string): Promise<void> {
    const running = this.#asking.get(promotionId);
    if (running) return running;
    const doubtedSince = this.#doubtedSince;
    const asked = this.#judge(promotionId)
      .catch((error): UnprovenReason => {
        if (!(error instanceof UpstreamError))
          this.#options.log.error("the ledger could not be compared with the service", errorFields(error));
        return "unreadable";
      })
      .then((reason) => {
        // If the connection was lost meanwhile, the compared ledger may not be the present one: the verdict is dropped.
        if (doubtedSince === this.#doubtedSince) this.#note(promotionId, reason);
      })
      .finally(() => this.#asking.delete(promotionId));
    this.#asking.set(promotionId, asked);
    return asked;
  }

  /** The connection to the database was lost: the next connection may lead to another copy of the ledger. */
  doubt(): void {
    this.#doubtedSince = this.#options.clock.monotonic();
    this.#verdicts.clear();
  }

  /** A row of the promotion was stored: the next `noteAlive` covers the promotion. */
  changed(promotionId: string): void {
    this.#changed.add(promotionId);
  }

  /**
   * Stores the time of this process's newest change at the service, for each promotion whose rows were stored, if the ledger is
   * proven for it: an unproven ledger may lack earlier changes. A copy of the ledger has the time of the copy, so a process that
   * starts on the copy knows how far back to compare. If another instance found a missing redemption meanwhile, the ledger is
   * proven no more.
   */
  async noteAlive(): Promise<void> {
    const { clock, ledger } = this.#options;
    if (clock.monotonic() < this.#notedAt + ALIVE_EVERY) return;
    const proven = [...this.#verdicts].flatMap(([id, { reason }]) => (reason === null ? [id] : []));
    if (proven.length === 0) return;
    this.#notedAt = clock.monotonic();
    for (const promotionId of proven) {
      if (await ledger.get(missingKey(promotionId))) this.#note(promotionId, "missing");
      else if (this.#changed.has(promotionId)) await this.#noteAlive(promotionId);
    }
  }

  async #noteAlive(promotionId: string): Promise<void> {
    const { ledger, clock } = this.#options;
    this.#changed.delete(promotionId);
    const changed = clock.now();
    const text = await ledger.get(aliveKey(promotionId));
    // The connection may have been lost meanwhile.
    if (this.#verdicts.get(promotionId)?.reason !== null) return;
    const noted = notedAt(text, clock.now());
    if (noted === undefined || noted < changed)
      await ledger.swapValue(aliveKey(promotionId), text, String(changed));
  }

  /** The verdicts for all promotions that were asked about. */
  standing(): ProofStanding[] {
    return [...this.#verdicts].map(([promotion_id, { reason }]) => ({ promotion_id, reason }));
  }

  /** An operator has handled the missing redemptions: from now on the ledger counts as current. */
  async accept(promotionId: string): Promise<void> {
    const { ledger, clock } = this.#options;
    const now = String(Math.floor(clock.now()));
    await store(ledger, acceptedKey(promotionId), now);
    await store(ledger, missingKey(promotionId), NOTHING);
    this.#verdicts.set(promotionId, TOO_EARLY);
    if (this.#isOldEnough()) await this.prove(promotionId);
  }

  /** Whether every list must show the changes from before the start of the process, or of its connection. */
  #isOldEnough(): boolean {
    return this.#options.clock.monotonic() >= this.#doubtedSince + LIST_LAG + CLOCK_SPREAD;
  }

  #note(promotionId: string, reason: UnprovenReason | null): void {
    const { clock, log } = this.#options;
    const before = this.#verdicts.get(promotionId);
    this.#verdicts.set(promotionId, { reason, at: clock.monotonic() });
    if (before?.reason === reason) return;
    const fields = { promotion_id: promotionId, ...(reason !== null && { reason }) };
    if (reason === null) log.info("the ledger is current", fields);
    else
      log.warn(
        reason === "missing"
          ? "the ledger lacks redemptions of its own: every order is looked up before it is confirmed, until an operator accepts the ledger"
          : "it is not known whether the ledger is current: every order is looked up before it is confirmed",
        fields,
      );
  }

  /**
   * Reads the list until a pass shows no change: a redemption that changes during a pass moves to the first page, behind the
   * reader.
   */
  async #judge(promotionId: string): Promise<UnprovenReason | null> {
    const { ledger, clock, sites } = this.#options;
    if (!this.#isOldEnough()) return "too_early";
    if (await ledger.get(missingKey(promotionId))) return "missing";
    const [alive, accepted] = await Promise.all([
      ledger.get(aliveKey(promotionId)),
      ledger.get(acceptedKey(promotionId)),
    ]);
    const now = clock.now();
    const from = notedAt(accepted, now) ?? Number.NEGATIVE_INFINITY;
    let since = backTo(alive, accepted, now);
    const compared = new Set<string>();
    for (let passes = 0; passes < PROOF_PASSES; passes++) {
      const { found, reason } = await this.#changesSince(promotionId, since);
      const fresh = found.filter(
        (each) => (each.changed_at ?? from) >= from && !compared.has(changeOf(each)),
      );
      const missing = await compareToLedger(fresh, { ledger, sites, now });
      if (missing !== undefined) {
        await store(ledger, missingKey(promotionId), missing);
        return "missing";
      }
      if (reason !== null) return reason;
      if (passes > 0 && fresh.length === 0) return null;
      for (const each of fresh) compared.add(changeOf(each));
      // A page may lag behind the others: the next pass reads again from before that lag.
      const newest = Math.max(...found.map(({ changed_at = since }) => changed_at));
      since = Math.max(since, newest - LIST_LAG - CLOCK_SPREAD);
    }
    return "unsteady";
  }

  /** The promotion's redemptions whose last change is not before `from`, at most PROOF_MAX of them. */
  async #changesSince(
    promotionId: string,
    from: number,
  ): Promise<{ found: Redemption[]; reason: UnprovenReason | null }> {
    const found: Redemption[] = [];
    const isSince = ({ changed_at = from }: Redemption): boolean => changed_at >= from;
    const ended = (reason: UnprovenReason | null) => ({ found: found.filter(isSince), reason });
    const list = this.#options.fulfillment.listRedemptions(promotionId, { sort: "-updated_datetime" });
    for await (const redemption of list) {
      found.push(redemption);
      // An older redemption ends the pass only once the list has shown its order.
      if (!isSince(redemption) && found.length >= PROOF_SAMPLE && isFalling(found)) return ended(null);
      if (found.length >= PROOF_MAX) return ended(isDescending(found) ? "too_long" : "unordered");
    }
    // The whole list was read, so its order does not matter.
    return ended(null);
  }
}

/** A key for a redemption in its present state: each visible change gives another key. */
const changeOf = ({ id, state, changed_at }: Redemption): string => `${id} ${state} ${changed_at}`;

/** A stored time, epoch ms; undefined if there is none, or if it is in the future: a wrong clock stored it. */
function notedAt(text: string | undefined, now: number): number | undefined {
  const time = text ? Number(text) : undefined;
  return time !== undefined && time <= now + CLOCK_SPREAD ? time : undefined;
}

/** The service time back to which redemptions are compared; all of them if no time is stored. */
function backTo(alive: string | undefined, accepted: string | undefined, now: number): number {
  const noted = [alive, accepted].map((text) => notedAt(text, now) ?? Number.NEGATIVE_INFINITY);
  return Math.max(...noted) - LIST_LAG - CLOCK_SPREAD;
}

/** Stores a value, whatever value is stored now. */
async function store(ledger: Ledger, key: string, value: string): Promise<void> {
  while (!(await ledger.swapValue(key, await ledger.get(key), value)));
}
