/**
 * Whether this ledger is current. It may be a new one, or an older copy of one: then the service has redemptions of our sites
 * that it does not know, or that have come further than it knows. Each process finds that out once for each promotion, and
 * again after the connection to the database was lost: it goes through the promotion's redemptions, newest change first, back
 * to where the ledger is known to have been alive, and compares those that bear an order id of one of our sites.
 *
 * While a ledger is proven, a confirmation costs no call but its own. Where it is not, every order is looked up at the service
 * before its first confirmation (recovery-gate.ts). A redemption that is missing is stored, so that every instance and every
 * later start knows of it, until an operator accepts the ledger as it is.
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
  /** The process, or its connection to the database, is younger than a list may lag. */
  "too_early",
  /** The service could not be asked, or its time is not known. */
  "unreadable",
  /** The list is not in the order that was asked for. */
  "unordered",
  /** The list is longer than is gone through. */
  "too_long",
  /** The list changed on each pass through it. */
  "unsteady",
  /** The service has a redemption of our sites that this ledger does not know, or that has come further. */
  "missing",
] as const;
export type UnprovenReason = (typeof UNPROVEN_REASONS)[number];

export interface ProofStanding {
  readonly promotion_id: string;
  /** Null where the ledger is proven. */
  readonly reason: UnprovenReason | null;
}

export interface LedgerProofOptions {
  readonly ledger: Ledger;
  readonly fulfillment: Fulfillment;
  readonly clock: Clock;
  readonly log: Log;
  /** The ids of all sites; a redemption whose order id begins with none of them is somebody else's. */
  readonly sites: readonly string[];
}

/** Until when the ledger is known to have everything of the promotion: by the service's `updated_datetime`, epoch ms. */
const aliveKey = (promotionId: string): string => `alive_until:${promotionId}`;
/** The upstream order id of a redemption that the ledger lacks. */
const missingKey = (promotionId: string): string => `ledger_misses:${promotionId}`;
/** Until when an operator accepts the ledger as it is: service time, epoch ms. */
const acceptedKey = (promotionId: string): string => `ledger_accepted:${promotionId}`;
const NOTHING = "";

interface Verdict {
  readonly reason: UnprovenReason | null;
  /** Monotonic ms. */
  readonly at: number;
}

/** Tried as soon as that is over. */
const TOO_EARLY: Verdict = { reason: "too_early", at: Number.NEGATIVE_INFINITY };

export class LedgerProof {
  readonly #options: LedgerProofOptions;
  readonly #verdicts = new Map<string, Verdict>();
  readonly #asking = new Map<string, Promise<void>>();
  /** Since when the ledger may be another one than before, monotonic ms. */
  #doubtedSince: number;
  /** Promotions of which rows were stored since it was last noted that the ledger is alive. */
  readonly #changed = new Set<string>();
  /** When that was last noted, monotonic ms. */
  #notedAt = Number.NEGATIVE_INFINITY;

  constructor(options: LedgerProofOptions) {
    this.#options = options;
    this.#doubtedSince = options.clock.monotonic();
  }

  /** Whether the ledger is proven for the promotion. Where it is not, a proof is begun, and not waited for. */
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

  /** Proves the ledger for a promotion, or finds out why that cannot be done. Never rejects; one at a time. */
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
        // The connection was lost meanwhile: what was compared may not be the ledger that is there now.
        if (doubtedSince === this.#doubtedSince) this.#note(promotionId, reason);
      })
      .finally(() => this.#asking.delete(promotionId));
    this.#asking.set(promotionId, asked);
    return asked;
  }

  /** The connection to the database was lost: another copy of the ledger may stand behind the next one. */
  doubt(): void {
    this.#doubtedSince = this.#options.clock.monotonic();
    this.#verdicts.clear();
  }

  /** A row of the promotion was stored: from time to time it is noted that the ledger is alive. */
  changed(promotionId: string): void {
    this.#changed.add(promotionId);
  }

  /**
   * Stores the newest change that this process made at the service, for each promotion of which rows were stored, and for which the
   * ledger is proven: of a new ledger, or of an older copy, nothing says that it has what was done before. A copy of the ledger
   * bears the note of its time, so a process that starts on it knows how far back to compare. Where another instance found meanwhile that the ledger lacks
   * something, it is proven no more.
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
    const { ledger, fulfillment } = this.#options;
    this.#changed.delete(promotionId);
    const changed = fulfillment.newestChange();
    if (changed === undefined) return;
    const text = await ledger.get(aliveKey(promotionId));
    // The connection may have been lost meanwhile.
    if (this.#verdicts.get(promotionId)?.reason !== null) return;
    const noted = notedAt(text, fulfillment.serviceNow());
    if (noted === undefined || noted < changed)
      await ledger.swapValue(aliveKey(promotionId), text, String(changed));
  }

  /** How things stand with every promotion that was asked about. */
  standing(): ProofStanding[] {
    return [...this.#verdicts].map(([promotion_id, { reason }]) => ({ promotion_id, reason }));
  }

  /** An operator has handled what the ledger lacks: from now on it counts as current. */
  async accept(promotionId: string): Promise<void> {
    const { ledger, fulfillment } = this.#options;
    const now = String(Math.floor(fulfillment.serviceNow()));
    await store(ledger, acceptedKey(promotionId), now);
    await store(ledger, missingKey(promotionId), NOTHING);
    this.#verdicts.set(promotionId, TOO_EARLY);
    if (this.#isOldEnough()) await this.prove(promotionId);
  }

  /** Whether no list can lag behind what was done before the process, or its connection, began. */
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
   * Goes through the list until a pass shows no change: what changes while the pages are gone through moves to the first page,
   * behind the reader.
   */
  async #judge(promotionId: string): Promise<UnprovenReason | null> {
    const { ledger, fulfillment, sites } = this.#options;
    if (!this.#isOldEnough()) return "too_early";
    if (await ledger.get(missingKey(promotionId))) return "missing";
    if (!(await fulfillment.learnTime())) return "unreadable";
    const [alive, accepted] = await Promise.all([
      ledger.get(aliveKey(promotionId)),
      ledger.get(acceptedKey(promotionId)),
    ]);
    const now = fulfillment.serviceNow();
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
      // A page may lag behind the others: the next pass goes back over that.
      const newest = Math.max(...found.map(({ changed_at = since }) => changed_at));
      since = Math.max(since, newest - LIST_LAG - CLOCK_SPREAD);
    }
    return "unsteady";
  }

  /** The promotion's redemptions whose last change is not before `from`, as far as they can be gone through. */
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
      // An older one says nothing of those behind it before the list has shown its order.
      if (!isSince(redemption) && found.length >= PROOF_SAMPLE && isFalling(found)) return ended(null);
      if (found.length >= PROOF_MAX) return ended(isDescending(found) ? "too_long" : "unordered");
    }
    // All of it was gone through: then the order does not matter.
    return ended(null);
  }
}

/** Names a redemption as it is: it has another name after each change that the list tells. */
const changeOf = ({ id, state, changed_at }: Redemption): string => `${id} ${state} ${changed_at}`;

/** A time that was noted, epoch ms; undefined where there is none, or one that is ahead: that was noted by a wrong clock. */
function notedAt(text: string | undefined, now: number): number | undefined {
  const time = text ? Number(text) : undefined;
  return time !== undefined && time <= now + CLOCK_SPREAD ? time : undefined;
}

/** How far back has to be compared, service time; everything where nothing is noted. */
function backTo(alive: string | undefined, accepted: string | undefined, now: number): number {
  const noted = [alive, accepted].map((text) => notedAt(text, now) ?? Number.NEGATIVE_INFINITY);
  return Math.max(...noted) - LIST_LAG - CLOCK_SPREAD;
}

/** Stores a value whatever was there before. */
async function store(ledger: Ledger, key: string, value: string): Promise<void> {
  while (!(await ledger.swapValue(key, await ledger.get(key), value)));
}
