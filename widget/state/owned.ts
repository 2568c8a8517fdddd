/** How the list of what the user has changes, and what was opened from it: a part of reduce.ts. */
import type { Failure } from "./failure.ts";
import { stop } from "./opening.ts";
import { type Event, INITIAL, type Owned, type State, type Task } from "./state.ts";

/** Nothing of an order is kept, but the list is, and what is open in it. */
export const afresh = ({ prepared, owned, opened }: State): State => ({
  ...INITIAL,
  prepared,
  ...(owned && { owned }),
  ...(opened && { opened }),
});

/** The list is shown as it was, and read again: it may have changed meanwhile. */
export function toList(state: State): State {
  const { opened, owned } = state;
  // Of a grant: its balance stands above the list.
  const { search, order } = (opened && owned?.left) ?? {
    search: INITIAL.search,
    order: opened ? undefined : state.order,
  };
  return {
    ...afresh(state),
    opened: undefined,
    search,
    ...(order && { order }),
    screen: { name: "rewards" },
    task: { do: "rewards" },
  };
}

/** A page of the list has come. All pages are read one after the other: a search has to find every reward. */
export function listed(
  state: State,
  { task, list: { rewards, open, has_more: hasMore, audience }, locale }: Extract<Event, { type: "rewards" }>,
): State {
  const before = task.do === "rewards" && task.after !== undefined ? state.owned : undefined;
  const owned: Owned = {
    rewards: before ? [...before.rewards, ...rewards] : rewards,
    open: before?.open ?? open,
    hasMore,
    audience,
    locale: locale ?? state.owned?.locale,
  };
  return {
    ...state,
    owned,
    opened: undefined,
    failure: undefined,
    screen: { name: "rewards" },
    task: furtherOf(owned),
  };
}

/** The next page, if there is one. */
function furtherOf({ rewards, hasMore }: Owned): Task | undefined {
  const last = rewards.at(-1);
  return hasMore && last ? { do: "rewards", after: last.order_id } : undefined;
}

/** What was opened begins as on any other visit. */
export function entered(state: State, { opened }: Extract<Event, { type: "entered" }>): State {
  const { owned, search, order } = state;
  return {
    ...afresh(state),
    ...(owned && { owned: { ...owned, left: { search, ...(order && { order }) } } }),
    opened,
    task: { do: "order" },
  };
}

export function marked(state: State, { order_id, used }: Extract<Event, { type: "marked" }>): State {
  const { owned } = state;
  const rewards = owned?.rewards.map((each) =>
    each.order_id === order_id ? { ...each, is_used: used } : each,
  );
  if (!owned || !rewards) return { ...state, task: undefined };
  const changed = { ...owned, rewards };
  return { ...state, owned: changed, task: furtherOf(changed) };
}

/** A list that is known stays in sight. */
export const failList = (state: State, task: Task, failure: Failure): State =>
  state.owned ? { ...state, failure } : stop(state, failure, task, { name: "rewards" });
