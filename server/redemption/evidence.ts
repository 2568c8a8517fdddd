/**
 * How current an observation of an attempt is. An attempt has one number, `revision`, that rises with every announced call,
 * every answer and every change that an observation makes to its state. An observation carries the revision under which it was asked; one that was asked
 * under an older revision proves nothing about the attempt as it stands: absorb.ts and attention/release.ts drop it by
 * `isOfOlderRevision`. Pure.
 * Source: integrity rule 14 and I17.
 */
import { type Attempt, changed, type Evidence, type Operation } from "./model.ts";
import { isEnded } from "./redemption-facts.ts";

/** The revision of an attempt that is not in the row yet: lower than that of any attempt. */
export const BEFORE_OPENED = -1;

/** Which revision an observation speaks of; absent: the one at hand. */
export interface AsOf {
  readonly asOf?: number;
}

/** How a redemption came to be seen. */
export interface Seen {
  /** Service time, epoch ms. */
  readonly now: number;
  /** When the service was asked for what it lists or shows, service time, epoch ms; default: `now`. */
  readonly askedAt?: number;
  /** The call that it answers; absent where the redemption was read or listed. */
  readonly answerTo?: Operation;
  /** Whether a site's cancel may be closed by it: the recovery gate was open for the order, or it answers a call of this ledger. */
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

/** The attempt has changed: what was asked for until now proves nothing about it any more. */
export function nextRevision({ evidence }: Pick<Attempt, "evidence">): Pick<Evidence, "revision"> {
  return { revision: evidence.revision + 1 };
}

/** The attempt is as the service says now. */
export function markObserved({ evidence }: Pick<Attempt, "evidence">): Pick<Evidence, "observed"> {
  return { observed: evidence.revision };
}

/**
 * When a person released the attempt; undefined where something is seen by now for which the order needs one again: it is alive, something was paid for
 * it, a code was made, or what there is cannot be read.
 */
export function releasedAfter({ evidence, released_at }: Attempt, after: Evidence): number | undefined {
  const isNew = (member: "billed" | "had_code" | "unreadable"): boolean =>
    after[member] === true && evidence[member] !== true;
  const isAlive = after.state !== evidence.state && !isEnded(after.state);
  return isAlive || isNew("billed") || isNew("had_code") || isNew("unreadable") ? undefined : released_at;
}

/** The attempt after an observation: where the observation changed its state, older ones still under way are outdated. */
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
