/** States on the way to a link and to an e-mail, each reached by its events. */
import type { Order } from "../../../shared/wire.ts";
import { reduce } from "../../../widget/state/reduce.ts";
import type { State, Task } from "../../../widget/state/state.ts";
import { activated, booked, openFor, SECRET_URL } from "./fake-server.ts";
import { answer, play } from "./play.ts";
import { A, FREE, reading } from "./states.ts";

export const ACTIVATE = openFor("activate");
export const NOTIFY = openFor("notify");

/** One of the rewards is picked for this order, and its terms are loaded. */
export const readingFor = (order: Order, details = A): State => reading(details, [A, FREE], order);

function holding(): State {
  const held = answer(reduce(readingFor(ACTIVATE), { type: "book" }), { ...booked(), delivery: "activate" });
  return play(held, { type: "prepared", task: held.task as Task }, { type: "settled" });
}

/** An e-mail is shown for confirmation. */
export const confirming = play(readingFor(NOTIFY), { type: "book" }, { type: "settled" });
/** The hold is confirmed, and the link is not here yet. */
export const activating = reduce(holding(), { type: "confirm" });
/** The e-mail is confirmed, and the answer is not here yet. */
export const notifying = reduce(confirming, { type: "confirm" });

export const withUrl: Order = { ...activated(), url: SECRET_URL };
/** The link is shown. */
export const linked = answer(activating, withUrl);
export const urlOf = ({ screen }: State) => (screen.name === "activated" ? screen.url : screen.name);
