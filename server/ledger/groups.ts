/**
 * Asks that wait while a group of them is under way leave together as the next group. Of changes that saves syncs: one for the
 * group in place of one for each. One group at a time, in the order in which they came.
 */
import { LedgerUnavailable } from "./ledger.ts";

export interface GroupsOptions<Ask, Answer> {
  /** Answers each ask of a group, in its order. Never two groups at once. */
  readonly send: (group: readonly Ask[]) => Promise<readonly Answer[]>;
  /** Groups leave at least so far apart, ms: meanwhile more comes together. An ask that comes alone does not wait. */
  readonly apart: number;
  /** So many asks do not wait for more. */
  readonly enough: number;
  /** An ask that is not answered after this is given up, ms. */
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
  /** When the group before left, `performance.now()`. */
  #leftAt = Number.NEGATIVE_INFINITY;

  constructor(options: GroupsOptions<Ask, Answer>) {
    this.#options = options;
  }

  /** @throws LedgerUnavailable where there is no answer in time; what has not left by then never leaves */
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

  /** Everything that waits for the group under way is refused: it would wait for the same, in vain. */
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

/** Everybody who is answered goes on at once: so many in one turn of the process, some milliseconds, before others have theirs. */
const ANSWERED_AT_ONCE = 4;

async function handOut<T>(all: readonly T[], answer: (each: T, at: number) => void): Promise<void> {
  for (const [at, each] of all.entries()) {
    if (at > 0 && at % ANSWERED_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    answer(each, at);
  }
}

/** After everything that the process has in hand at this moment: what that asks for leaves as well. */
function soon(work: () => void): { cancel(): void } {
  const immediate = setImmediate(work);
  return { cancel: () => clearImmediate(immediate) };
}

function later(work: () => void, ms: number): { cancel(): void } {
  const timer = setTimeout(work, ms);
  return { cancel: () => clearTimeout(timer) };
}
