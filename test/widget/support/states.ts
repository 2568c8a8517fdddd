/** States on the way to a code, each reached by its events. */
import type { Order } from "../../../shared/wire.ts";
import { reduce } from "../../../widget/state/reduce.ts";
import { INITIAL, type State } from "../../../widget/state/state.ts";
import { booked, ORDER, PRIMARY_AND_PIN, reward } from "./fake-server.ts";
import { answer, play } from "./play.ts";

export const A = reward("A");
export const B = reward("B");
export const FREE = reward("FREE", { free_value: true, min_amount: "5", max_amount: "150" });

/** As in an answer: the wire's type allows any usage. */
export const WIRE_CODES = PRIMARY_AND_PIN as unknown as Order["codes"];

/** The order is being read. */
export const started = reduce(INITIAL, { type: "started" });

/** The rewards are shown. */
export function choosing(rewards = [A, B, FREE], order = ORDER): State {
  const asked = answer(started, order);
  return asked.task ? reduce(asked, { type: "catalog", task: asked.task, rewards }) : asked;
}

/** One of the rewards is picked, and its terms are loaded. */
export function reading(details = A, rewards = [A, B, FREE], order = ORDER): State {
  const selected = reduce(choosing(rewards, order), { type: "select", sku: details.sku });
  if (!selected.task) throw new Error("No details asked");
  return play(selected, { type: "details", task: selected.task, details }, { type: "settled" });
}

/** A reward is held, and may be confirmed. */
export function holding(order = booked()): State {
  const asked = answer(reduce(reading(), { type: "book" }), order);
  return asked.task ? play(asked, { type: "prepared", task: asked.task }, { type: "settled" }) : asked;
}

/** The hold is confirmed, and the answer is not here yet. */
export const sent = reduce(holding(), { type: "confirm" });
