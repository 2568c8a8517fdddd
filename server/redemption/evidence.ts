/**
 * How current an observation of an attempt is. The number `revision` of an attempt rises whenever earlier observations are outdated:
 * with every announced call, every answer and every change of state by an observation, when the attempt is given up, and when it has
 * to be read again. An observation carries the revision under which it was asked for. An observation of an older revision proves
 * nothing about the attempt's present state (`isOfOlderRevision`): absorb.ts keeps only its unchanging facts, and
 * attention/release.ts asks again. Pure.
 * Source: integrity rule 14 and I17.
 */
import { type Attempt, changed, type Evidence, type Operation } from "./model.ts";
import { isEnded } from "./redemption-facts.ts";

/** The revision of an attempt that is not in the row yet: lower than every attempt's. */
export const BEFORE_OPENED = -1;

/** The revision under which an observation was asked for; absent: the present one. */
export interface AsOf {
  readonly asOf?: number;
}

/** How and when a redemption was observed. */
export interface Seen {
  /** Service time, epoch ms. */
  readonly now: number;
  /** When the service was asked, service time, epoch ms; default: `now`. */
  readonly askedAt?: number;
  /** The call that the observation answers; absent if the redemption was read or listed. */
  readonly answerTo?: Operation;
  /**
   * Whether the observation may close a site's cancel: the recovery gate was open for the order, or the observation answers a call
   * of this ledger.
   */
  readonly isGateOpen?: boolean;
}

/** Whether the attempt has changed since the observation was asked for. */
export function isOfOlderRevision({ evidence }: Pick<Attempt, "evidence">, { asOf }: AsOf): boolean {
  return asOf !== undefined && asOf !== evidence.revision;
}

/** Whether the service was asked about the attempt since its last change, and answered. */
export function isObserved({ evidence }: Pick<Attempt, "evidence">): boolean {
  return evidence.observed === evidence.revision;
}

/** Marks the attempt as changed: observations asked for until now are outdated. */
export function nextRevision({ evidence }: Pick<Attempt, "evidence">): Pick<Evidence, "revision"> {
  return { revision: evidence.revision + 1 };
}

/** Marks the attempt as observed since its last change. */
export function markObserved({ evidence }: Pick<Attempt, "evidence">): Pick<Evidence, "observed"> {
  return { observed: evidence.revision };
}

/**
 * When an operator released the attempt; undefined if new evidence undoes the release: the redemption is in a new state that is no
 * end, was paid for, has a code, or has unreadable codes.
 */
export function releasedAfter({ evidence, released_at }: Attempt, after: Evidence): number | undefined {
  const isNew = (member: "billed" | "had_code" | "unreadable"): boolean =>
    after[member] === true && evidence[member] !== true;
  const isAlive = after.state !== evidence.state && !isEnded(after.state);
  return isAlive || isNew("billed") || isNew("had_code") || isNew("unreadable") ? undefined : released_at;
}

/**
 * The attempt after an observation. If the observation changed the attempt's state, the revision rises: observations still under
 * way are outdated.
 */
export function withRevision(before: Attempt, observed: Attempt): Attempt {
  const isKept = observed.released_at !== before.released_at;
  const after = isKept ? observed : { ...observed, released_at: releasedAfter(before, observed.evidence) };
  const isCounted = after.evidence.revision !== before.evidence.revision;
  if (isCounted || isSameState(before, after)) return after;
  const { revision } = nextRevision(after);
  return changed(after, { evidence: { revision, ...(isObserved(after) && { observed: revision }) } });
}

const isSameState = (before: Attempt, after: Attempt): boolean =>
  before.phase === after.phase &&
  before.stop === after.stop &&
  before.redemption_id === after.redemption_id &&
  before.request?.operation === after.request?.operation &&
  (["state", "billed", "had_code", "others"] as const).every(
    (member) => before.evidence[member] === after.evidence[member],
  );
