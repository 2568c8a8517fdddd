/** The member's points, which follow what the shop's backend is told of the order. */
import { post } from "./brands/backend.js";
import { showNumber } from "./brands/words.js";

/** A step of the widget is told within a second: the page asks its backend often for a while, else seldom. */
const OFTEN_MS = 1_000;
const SELDOM_MS = 5_000;
const TIMES_OFTEN = 5;
const STEPS = ["reward-book", "reward-redeem", "reward-activate", "reward-notify"];

const byId = (id) => document.getElementById(id);

let followed;
let next;

/** From now on the account is that of this order. */
export function followOrder(order) {
  followed = order;
  look();
}

async function look(timesOften = 0) {
  const order = followed;
  const account = document.hidden ? undefined : await post("../account", order).catch(() => {});
  if (order !== followed) return;
  if (account?.points !== undefined) show(account);
  clearTimeout(next);
  next = setTimeout(look, timesOften > 0 ? OFTEN_MS : SELDOM_MS, timesOften - 1);
}

for (const name of STEPS) document.addEventListener(name, () => look(TIMES_OFTEN));

function show({ points, spent }) {
  byId("collected").hidden = spent === 0;
  showNumber(byId("spent"), -spent);
  for (const each of document.querySelectorAll(".points")) showNumber(each, points);
  byId("level").value = points;
  showNumber(byId("to-level"), byId("level").max - points);
}
