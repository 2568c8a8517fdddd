/** Holds a history against all invariants while it is played; the first one that breaks ends it. */
import type { Answer, Ask, Departure, Evidence, LogLine, Write } from "./evidence.ts";
import { INVARIANTS } from "./invariants/all.ts";
import { codesLost } from "./invariants/i07-nothing-lost.ts";

/** What an invariant looks at; each gives a sentence where it is broken. */
export interface Watch {
  departed?(departure: Departure): string | undefined;
  arrived?(departure: Departure): string | undefined;
  heard?(departure: Departure): string | undefined;
  wrote?(write: Write): string | undefined;
  answered?(ask: Ask, answer: Answer): string | undefined;
  logged?(line: LogLine): string | undefined;
  /** A minute after faults and late effects ended; `calm` is when they did, history time. */
  soonAfter?(calm: number): string | undefined;
  /** When the budget of changing calls has refilled. */
  afterBudget?(): string | undefined;
  /** @param rested when the users began to come back, history time, ms; nobody had asked for anything for long */
  ended?(rested: number): string | undefined;
}

export interface Invariant {
  /** `I1` to `I17`, or a word. */
  readonly id: string;
  readonly says: string;
  /** Whether it rests on the service's time: it is not held against a history in which the `Date` moved. */
  readonly isTimed?: true;
  readonly watch: (evidence: Evidence) => Watch;
}

export class BrokenInvariant extends Error {
  readonly invariant: string;

  constructor(invariant: string, sentence: string) {
    super(sentence);
    this.invariant = invariant;
  }
}

/** Whether what broke is this invariant: `I16 (I1)` is I16 and I1. */
export function isOne(invariant: string, id: string): boolean {
  return invariant.split(/[ ()]+/).includes(id);
}

export class Judge {
  broken: BrokenInvariant | undefined;
  /** Codes that were billed, shown to nobody at the end, and that no person was called for. */
  codesLost = 0;
  readonly #evidence: Evidence;
  readonly #only: readonly string[] | undefined;
  readonly #watches: readonly { readonly id: string; readonly isTimed?: true; readonly watch: Watch }[];

  /** @param only holds it against these invariants alone; `I16` are those that are broken over a loss of the ledger */
  constructor(evidence: Evidence, only?: readonly string[]) {
    this.#evidence = evidence;
    this.#only = only;
    this.#watches = INVARIANTS.map((each) => ({ ...each, watch: each.watch(evidence) }));
  }

  departed(departure: Departure): void {
    this.#hold((watch) => watch.departed?.(departure));
  }
  arrived(departure: Departure): void {
    this.#hold((watch) => watch.arrived?.(departure));
  }
  heard(departure: Departure): void {
    this.#hold((watch) => watch.heard?.(departure));
  }
  wrote(write: Write): void {
    this.#hold((watch) => watch.wrote?.(write));
  }
  answered(ask: Ask, answer: Answer): void {
    this.#hold((watch) => watch.answered?.(ask, answer));
  }
  logged(line: LogLine): void {
    this.#hold((watch) => watch.logged?.(line));
  }
  soonAfter(calm: number): void {
    this.#hold((watch) => watch.soonAfter?.(calm));
  }
  afterBudget(): void {
    this.#hold((watch) => watch.afterBudget?.());
  }
  ended(rested: number): void {
    this.codesLost = codesLost(this.#evidence).length;
    this.#hold((watch) => watch.ended?.(rested));
  }

  #hold(look: (watch: Watch) => string | undefined): void {
    for (const { id, isTimed, watch } of this.#watches) {
      const sentence = look(watch);
      if (isTimed && this.#evidence.dateMoves.length > 0) continue;
      // What holds over the generations of a ledger has a name of its own.
      const name =
        ["I1", "I5", "I6"].includes(id) && this.#evidence.generations.length > 0 ? `I16 (${id})` : id;
      const isHeld = this.#only?.some((each) => isOne(name, each)) ?? true;
      if (sentence !== undefined && isHeld) this.broken ??= new BrokenInvariant(name, sentence);
    }
  }
}
