/**
 * Stored times after the service's clock turned out to be elsewhere than was believed. A wait that began before would end too
 * early on a clock that went forward, and far too late on one that went back. So a process moves the times of its rows by as much
 * as its clock was moved, for as long as a wait may rest on them. The ledger keeps each time as it was stored: other processes
 * have clocks of their own. Source: integrity rules 4 and 9.
 */
import { CLOCK_SPREAD, LONGEST_WAIT } from "../timing.ts";
import { type Attempt, nameOf, type Order } from "./model.ts";

/** How this process's clock was moved last, by more than an answer's own precision. */
export interface ClockShift {
  /** Service time as it was believed until then, and as it is believed since; epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Since then, ms. */
  readonly age: number;
}

/**
 * A stored time as the clock of today would have told it.
 * @param now service time, epoch ms
 */
export function moved(time: number, { from, to, age }: ClockShift, now: number): number {
  const isOfFormer =
    to < from
      ? time > now + CLOCK_SPREAD
      : // Until the former clock has reached the time of today's, another process may still have stored its time.
        time > from - LONGEST_WAIT && time <= Math.min(from + age, to);
  return isOfFormer ? time + (to - from) : time;
}

/** Whether no wait can rest any more on a time that the former clock told. */
const isOver = ({ from, to, age }: ClockShift): boolean => age > LONGEST_WAIT + Math.abs(to - from);

export interface MovedTimesOptions {
  /** Undefined where the clock was not moved yet. */
  readonly clockShift: () => ClockShift | undefined;
  /** Service time, epoch ms. */
  readonly serviceNow: () => number;
}

/** The rows of a process as its clock tells their times, and the way back to what the ledger has. */
export class MovedTimes {
  readonly #options: MovedTimesOptions;
  /** By order and moved time, the time as it is stored. */
  readonly #stored = new Map<string, number>();

  constructor(options: MovedTimesOptions) {
    this.#options = options;
  }

  /** Whether times are moved at present. */
  get isAtWork(): boolean {
    return this.#shift() !== undefined;
  }

  /** A row of the ledger, with its times moved. */
  of(order: Order): Order {
    const shift = this.#shift();
    if (!shift) return order;
    const now = this.#options.serviceNow();
    return withTimes(order, (time) => {
      const to = moved(time, shift, now);
      if (to !== time) this.#stored.set(keyOf(order, to), time);
      return to;
    });
  }

  /** The row as the ledger keeps it. */
  toStore(order: Order): Order {
    if (this.#stored.size === 0) return order;
    return withTimes(order, (time) => this.#stored.get(keyOf(order, time)) ?? time);
  }

  #shift(): ClockShift | undefined {
    const shift = this.#options.clockShift();
    if (shift && !isOver(shift)) return shift;
    this.#stored.clear();
    return undefined;
  }
}

const keyOf = (order: Order, time: number): string => `${nameOf(order)}/${time}`;

/**
 * The order with each past service time of its attempts as `of` says. The end of a hold and the next try lie ahead: the service's own word
 * decides of holds, and a wait for a try is none where it is longer than any can be.
 */
function withTimes(order: Order, of: (time: number) => number): Order {
  return { ...order, attempts: order.attempts.map((attempt) => attemptWithTimes(attempt, of)) };
}

function attemptWithTimes(attempt: Attempt, of: (time: number) => number): Attempt {
  const { confirmed_at, refusal, request, evidence } = attempt;
  const { unlisted_since, codeless_since, link_since } = evidence;
  return {
    ...attempt,
    opened_at: of(attempt.opened_at),
    ...(confirmed_at !== undefined && { confirmed_at: of(confirmed_at) }),
    sends: attempt.sends.map((send) => ({ ...send, at: of(send.at) })),
    refusal: refusal?.at === undefined ? refusal : { ...refusal, at: of(refusal.at) },
    ...(request && { request: { ...request, at: of(request.at) } }),
    evidence: {
      ...evidence,
      ...(unlisted_since !== undefined && { unlisted_since: of(unlisted_since) }),
      ...(codeless_since !== undefined && { codeless_since: of(codeless_since) }),
      ...(link_since !== undefined && { link_since: of(link_since) }),
    },
  };
}
