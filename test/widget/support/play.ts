/** Applies events to a state, one after the other, without a controller. */
import type { Order } from "../../../shared/wire.ts";
import type { Failure, FailureCode } from "../../../widget/state/failure.ts";
import { reduce } from "../../../widget/state/reduce.ts";
import type { Event, State, Task } from "../../../widget/state/state.ts";

function taskOf({ task }: State): Task {
  if (!task) throw new Error("Nothing was asked");
  return task;
}

export const play = (state: State, ...events: Event[]): State => events.reduce(reduce, state);

/** The answer to the current task. */
export const answer = (state: State, order: Order, sentAt = 0): State =>
  reduce(state, { type: "order", task: taskOf(state), order, sentAt });

/** The current task fails. */
export const fail = (state: State, code: FailureCode, more: Partial<Failure> = {}): State =>
  reduce(state, { type: "failed", task: taskOf(state), failure: { code, ...more } });
