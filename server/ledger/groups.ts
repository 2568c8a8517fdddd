/**
 * Asks that arrive while a group is under way leave together as the next group. For changes this saves syncs: one for each group
 * instead of one for each change. One group at a time, in the order of arrival.
 */
import { LedgerUnavailable } from "./ledger.ts";

export interface GroupsOptions<Ask, Answer> {
  /** Answers each ask of a group, in its order. Never two groups at once. */
  readonly send: (group: readonly Ask[]) => Promise<readonly Answer[]>;
  /** The least time between two groups, ms: meanwhile more asks gather. A single ask does not wait. */
  readonly apart: number;
  /** A group of this size leaves at once. */
  readonly enough: number;
  /** An ask without an answer is given up after this time, ms. */
  readonly patience: number;
}

interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

export class Groups<Ask, Answer> {
  readonly #options: GroupsOptions<Ask, Answer>;
  #waiting: Waiting<Ask, Answer>[] = [];
  #isUnderWay = false;
  #leaving: { cancel(): void } | undefined;
  /** When the previous group left, `performance.now()`. */
  #leftAt = Number.NEGATIVE_INFINITY;

  constructor(options: GroupsOptions<Ask, Answer>) {
    this.#options = options;
  }

  /** @throws LedgerUnavailable if there is no answer in time; an ask that has not left by then never leaves */
  add(ask: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
        reject(new LedgerUnavailable("silent"));
      }, this.#options.patience);
      const waiting = { ask, resolve, reject, timer };
      this.#waiting.push(waiting);
      this.#schedule();
    });
  }

  /** Refuses the waiting asks: they would wait for the same lock or file in vain. */
  refuse(error: LedgerUnavailable): void {
    for (const { reject, timer } of this.#waiting.splice(0)) {
      clearTimeout(timer);
      reject(error);
    }
  }

  #schedule(): void {
    if (this.#isUnderWay || this.#waiting.length === 0) return;
    const { apart, enough } = this.#options;
    const wait = this.#leftAt + apart - performance.now();
    const isNow = wait <= 0 || this.#waiting.length >= enough;
    if (this.#leaving && !isNow) return;
    this.#leaving?.cancel();
    this.#leaving = isNow ? soon(() => this.#leave()) : later(() => this.#leave(), wait);
  }

  async #leave(): Promise<void> {
    this.#leaving = undefined;
    const group = this.#waiting.splice(0);
    if (group.length === 0) return;
    this.#isUnderWay = true;
    this.#leftAt = performance.now();
    const outcome = await this.#options.send(group.map(({ ask }) => ask)).then(
      (answers) => ({ answers }),
      (error: unknown) => ({ error }),
    );
    this.#isUnderWay = false;
    this.#schedule();
    await handOut(group, ({ resolve, reject, timer }, at) => {
      clearTimeout(timer);
      if ("error" in outcome) reject(outcome.error);
      else resolve(outcome.answers[at] as Answer);
    });
  }
}

/**
 * Resolve four callers per turn, so that other work is not delayed: each caller's next steps run at once, for some milliseconds.
 */
const ANSWERED_AT_ONCE = 4;

async function handOut<T>(all: readonly T[], answer: (each: T, at: number) => void): Promise<void> {
  for (const [at, each] of all.entries()) {
    if (at > 0 && at % ANSWERED_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    answer(each, at);
  }
}

/** Runs after the present turn of the process, so that the asks of that turn leave in the same group. */
function soon(work: () => void): { cancel(): void } {
  const immediate = setImmediate(work);
  return { cancel: () => clearImmediate(immediate) };
}

function later(work: () => void, ms: number): { cancel(): void } {
  const timer = setTimeout(work, ms);
  return { cancel: () => clearTimeout(timer) };
}
