/** Judges a running history by all invariants; the first broken invariant ends the history. */
import type { Answer, Ask, Delivery, Departure, Evidence, LogLine, Write } from "./evidence.ts";
import { INVARIANTS } from "./invariants/all.ts";
import { codesLost } from "./invariants/i07-nothing-lost.ts";

/** The checks of an invariant; each returns a sentence if the invariant is broken. */
export interface Watch {
  departed?(departure: Departure): string | undefined;
  arrived?(departure: Departure): string | undefined;
  heard?(departure: Departure): string | undefined;
  wrote?(write: Write): string | undefined;
  answered?(ask: Ask, answer: Answer): string | undefined;
  /** An event leaves for a webhook. */
  told?(delivery: Delivery): string | undefined;
  logged?(line: LogLine): string | undefined;
  /** A minute after faults and late effects ended; `calm`: when they ended, history time. */
  soonAfter?(calm: number): string | undefined;
  /** When the budget of changing calls has refilled. */
  afterBudget?(): string | undefined;
  /** Ten minutes after something happened at the service alone, in which nobody asked for an order. */
  elsewhere?(): string | undefined;
  /** @param rested when the users began to return, history time, ms, after a long time without requests */
  ended?(rested: number): string | undefined;
}

export interface Invariant {
  /** `I1` to `I24` (docs/proof/rules.md), or a word. */
  readonly id: string;
  readonly says: string;
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
  /** Billed codes that at the end are not shown and not on the operators' list. */
  codesLost = 0;
  readonly #evidence: Evidence;
  readonly #only: readonly string[] | undefined;
  readonly #watches: readonly { readonly id: string; readonly watch: Watch }[];

  /** @param only judges by these invariants only; `I16` stands for those broken over a loss of the ledger */
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
  told(delivery: Delivery): void {
    this.#hold((watch) => watch.told?.(delivery));
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
  elsewhere(): void {
    this.#hold((watch) => watch.elsewhere?.());
  }
  ended(rested: number): void {
    this.codesLost = codesLost(this.#evidence).length;
    this.#hold((watch) => watch.ended?.(rested));
  }

  #hold(look: (watch: Watch) => string | undefined): void {
    for (const { id, watch } of this.#watches) {
      const sentence = look(watch);
      // An invariant over several generations of a ledger has another name.
      const name =
        ["I1", "I5", "I6"].includes(id) && this.#evidence.generations.length > 0 ? `I16 (${id})` : id;
      const isHeld = this.#only?.some((each) => isOne(name, each)) ?? true;
      if (sentence !== undefined && isHeld) this.broken ??= new BrokenInvariant(name, sentence);
    }
  }
}
