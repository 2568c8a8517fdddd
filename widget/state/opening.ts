/**
 * How the state changes on the first screen: the part of reduce.ts that is loaded first. Undefined for events that it
 * does not handle; these wait until reduce.ts is loaded with the later screens.
 */
import type { Failure } from "./failure.ts";
import { type Event, INITIAL, type Screen, type State, type Task } from "./state.ts";

export function open(state: State, event: Event): State | undefined {
  const { screen, task } = state;
  // A late answer to another task changes nothing.
  if ("task" in event && event.task !== task) return state;
  switch (event.type) {
    case "started":
      return { ...INITIAL, prepared: state.prepared, task: { do: "order" } };
    case "order": {
      const { codes: _, url: __, ...order } = event.order;
      const { catalog } = event;
      // A grant may begin with what was got of it.
      const isFirst = screen.name === "loading" && !state.order && order.state === "open" && !order.grant_id;
      return isFirst && catalog?.length !== 1 ? toCards({ ...state, order, catalog }) : undefined;
    }
    case "catalog":
      return event.rewards.length === 1 ? undefined : toCards({ ...state, catalog: event.rewards });
    case "failed":
      return isHere(screen)
        ? stop({ ...state, task: undefined }, event.failure, event.task, screen)
        : undefined;
    case "unloadable":
      return state.sent
        ? state
        : stop(state, { code: "offline", isGone: event.isGone }, { do: "order" }, { name: "loading" });
    default:
      return undefined;
  }
}

const isHere = ({ name }: Screen): boolean => name === "loading" || name === "open";

/** Shows all rewards, once they are known. */
export function toCards(state: State): State {
  return {
    ...state,
    sent: undefined,
    screen: { name: "open" },
    task: state.catalog ? undefined : { do: "catalog" },
  };
}

/** A screen for the failure alone, from which the task can be tried again. */
export function stop(state: State, failure: Failure, retry: Task, from: Screen): State {
  return {
    ...state,
    failure: undefined,
    task: undefined,
    screen: { name: "problem", failure, retry: { ...retry }, from },
  };
}

/** Whether the screen is in the lazy chunk. Of the problems, only "no answer" can be shown without the chunk. */
export function needsFlow({ screen, catalog }: State): boolean {
  if (screen.name === "problem") return screen.failure.code !== "offline" || screen.from.name === "details";
  // An empty catalog is shown by a screen of the lazy chunk.
  return screen.name !== "loading" && (screen.name !== "open" || catalog?.length === 0);
}
