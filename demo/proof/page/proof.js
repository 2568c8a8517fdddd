/** The page "Pull the plug": plays a confirmation, breaks what it runs on, and shows what the programs say. */

import { isGerman, translate, translator } from "../german.js";
import { GERMAN } from "./texts.js";

const t = translator(GERMAN);
translate(t);

const byId = (id) => document.getElementById(id);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** How often the page asks what became of the order. */
const ASK_EVERY_MS = 400;
/** The provider is down for 20 s, and the token server tries again after at most 15 s more. */
const OUTCOME_WITHIN_MS = 60_000;
/** Time to read what will happen, before it does. */
const READING_MS = 1_200;
/** From here on the phone stands beside the buttons, as in the style sheet. */
const WIDE_PX = 1088;
/** A press is counted as one only when the widget's screen has stood for a moment. */
const SCREEN_STANDS_MS = 700;

const STORIES = {
  lost: {
    before: "The provider will make the code, and its answer will be lost.",
    after: "The answer was lost. The token server asked what became of it, instead of buying another code.",
  },
  network: {
    before: "The phone will lose its network in the middle of the confirmation.",
    during: "The phone has no network. Look at the care desk: the order went on without the phone.",
    after: "The phone came back, and has the one code that was made meanwhile.",
  },
  tabs: {
    before: "Both phones show the same order, and both will confirm it in the same moment.",
    after: "Two confirmations, one code: both phones show the same one.",
  },
  down: {
    before: "The provider will be down for 20 seconds, for every call about this order.",
    during: "The provider is down. The customer is told to wait; nothing is bought twice.",
    again: "The provider works again. The token server tries again by itself, after some seconds.",
    after: "The provider came back, and the confirmation was finished by itself.",
  },
  killed: {
    before: "The token server will be killed in the middle of the confirmation.",
    during: "The token server is killed. It starts again in a moment.",
    again: "A new token server runs. It asks the provider as soon as the dead one's call must be over.",
    after: "The new token server read its ledger, asked the provider, and found the code.",
  },
  hold: {
    before: "The reservation will end while the customer still looks at it.",
    during: "The reservation is over, so nothing was bought. The customer takes the card again.",
    after: "The first reservation lapsed without a code. The second became the one code.",
  },
  stock: {
    before: "The reserved card will be sold out at the moment of the confirmation.",
    during: "Sold out: no code, nothing billed. The token server tries again while the customer waits.",
    after: "The card came back, and the same confirmation got its one code.",
  },
  older: {
    before: "The code will be made, and then the database is put back to the time before.",
    during: "The ledger has forgotten the confirmation. The token server starts on the older copy.",
    after: "The token server looked every order up before it went on, and found the code.",
  },
};

const STATES = {
  open: "Open: nothing chosen yet",
  booked: "Reserved, not confirmed",
  processing: "Confirmed, outcome being found out",
  redeemed: "Issued: one code, ready for the customer",
  canceled: "Canceled",
  failed: "Failed, nothing billed",
  expired: "Reservation ended, nothing billed",
};

const CALLS = {
  book: "Reserve the card",
  redeem: "Make the code",
  get_redemption: "What became of it?",
  list_redemptions: "Look for the order",
  get_reward: "Is the card there?",
  cancel: "Give the card back",
};

async function ask(address, body) {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** The order on the page; undefined until there is one. */
let order;
let isPlaying = false;
let last;

const say = (text, look = "") => {
  const words = [text].flat();
  byId("story").textContent = words.map(t).join(" ");
  byId("story").dataset.look = look;
};
const show = (id, value) => {
  const words = t(String(value ?? "–"));
  if (byId(id).textContent !== words) byId(id).textContent = words;
};

// The phones

const phones = () => [...byId("phones").querySelectorAll("reward-redemption")];
const stateOf = (phone) => phone.dataset.state;
const partOf = (phone, name) =>
  phone.shadowRoot?.querySelector(`[part~="${name}"]:not([aria-disabled="true"])`);

function addPhone({ session, server }) {
  const part = (name, ...children) => {
    const made = document.createElement("div");
    made.className = name;
    made.append(...children);
    return made;
  };
  const name = t(`Phone ${phones().length + 1}`);
  const network = document.createElement("span");
  network.className = "network";
  const phone = document.createElement("reward-redemption");
  phone.setAttribute("server", server);
  if (isGerman) phone.locale = "de";
  phone.session = session;
  phone.getSession = async () => (await ask("session", { order_id: order })).session;
  const screen = part("screen", phone);
  Object.assign(screen, { tabIndex: 0, role: "group", ariaLabel: name });
  byId("phones").append(part("phone", part("bar", name, network), screen));
  showTrouble(last ?? { network: true });
}

/** Waits until `test` finds something. */
async function until(test, ms = OUTCOME_WITHIN_MS) {
  for (const end = Date.now() + ms; Date.now() < end; await pause(50)) {
    const found = test();
    if (found) return found;
  }
  throw new Error("That took longer than expected. Press New order.");
}

/** Presses a button of the widget as a finger does. */
const press = async (phone, name) => (await until(() => partOf(phone, name))).click();

/** The phone shows the card, reserved for the customer, and waits for the confirmation. */
async function reserve(phone) {
  const isReserved = () => stateOf(phone) === "booked" && partOf(phone, "confirm");
  await until(() => {
    // After a lookup the only card is offered in the picker.
    if (stateOf(phone) === "open") partOf(phone, "reward")?.click();
    if (stateOf(phone) === "details") partOf(phone, "book")?.click();
    return isReserved();
  });
  await pause(SCREEN_STANDS_MS);
}

async function newOrder() {
  byId("phones").replaceChildren();
  byId("calls").replaceChildren();
  const answer = await ask("session", {});
  order = answer.order_id;
  if (answer.switches) Object.assign(byId("control"), { href: answer.switches, hidden: false });
  addPhone(answer);
  await reserve(phones()[0]);
}

// What the programs say

async function look() {
  if (order === undefined) return;
  const asked = order;
  const response = await fetch(`state?order_id=${asked}`);
  // Somebody started over: the order is not there any more.
  if (response.status === 404 && !isPlaying) return void play(begin);
  if (!response.ok || asked !== order) return;
  last = await response.json();
  const { order: known, codes_of_order: made } = last;
  show("orders", last.orders);
  show("codes", last.codes);
  show("most", last.most);
  show("order", order);
  show("made", made === 0 ? "No code made" : made === 1 ? "One code made and billed" : `${made} codes`);
  byId("made").dataset.made = made;
  const lamp = known?.state ?? "gone";
  if (known) {
    show("state", STATES[lamp] ?? lamp);
    show("card", known.reward_name);
    show("reference", known.reference);
  } else show("state", "The token server does not answer");
  byId("state").dataset.state = lamp;
  showLamps(last.operator);
  showCalls(last.calls);
  showTrouble(last);
}

/** The last reading, and whether the calls since an unclear one were answered. */
let reading;
let isClear = true;

/** What the operator's monitoring says: red while something is broken, green again by itself. */
function showLamps(operator) {
  const lamp = (id, isGood, words) => {
    byId(id).dataset.lamp = isGood ? "good" : "bad";
    const told = byId(id).querySelector("b");
    if (told.textContent !== t(words)) told.textContent = t(words);
  };
  lamp("lamp-server", operator?.ready, operator?.ready ? "Ready" : operator ? "Not ready" : "No answer");
  if (!operator) return;
  // A new process counts from the beginning.
  const before = reading && reading.unclear <= operator.unclear ? reading : { unclear: 0, answered: 0 };
  if (operator.unclear > before.unclear) isClear = false;
  else if (operator.answered > before.answered) isClear = true;
  reading = operator;
  lamp("lamp-calls", isClear, isClear ? "Answered" : "Unclear, looked up");
  lamp("lamp-orders", operator.persons === 0, String(operator.persons));
}

/** Equal calls in a row are one line. */
function showCalls(calls) {
  const lines = [];
  for (const { operation, status = "…", made, note = "" } of calls) {
    const line = [
      t(CALLS[operation] ?? operation.replaceAll("_", " ")),
      `${status}`,
      made ? t("1 code made") : "",
      t(note),
    ];
    const before = lines.at(-1);
    if (before?.line.join() === line.join()) before.times += 1;
    else lines.push({ line, times: 1 });
  }
  for (const [index, { line, times }] of lines.entries()) {
    let item = byId("calls").children[index];
    if (!item) {
      item = document.createElement("li");
      for (const tag of ["span", "code", "b", "em"]) item.append(document.createElement(tag));
      byId("calls").append(item);
    }
    for (const [at, words] of line.entries()) {
      const told = at === 0 && times > 1 ? `${words} ×${times}` : words;
      if (item.children[at].textContent !== told) item.children[at].textContent = told;
    }
  }
}

/** What is broken now, and the seconds that are left of it. */
function showTrouble({ network, back_in_ms: ms = 0 }) {
  byId("left").textContent = ms > 0 ? `${Math.ceil(ms / 1000)} s` : "";
  for (const bar of document.querySelectorAll(".network")) {
    bar.textContent = t(network ? "Online" : "No network");
    bar.classList.toggle("gone", !network);
  }
}

// The buttons

const buttons = () => [...document.querySelectorAll("[data-plug], #new-order")];

async function play(act, button) {
  if (isPlaying) return;
  isPlaying = true;
  for (const each of buttons()) if (each !== button) each.setAttribute("aria-disabled", "true");
  button?.toggleAttribute("data-running", true);
  // On a narrow screen the phone is below the buttons.
  if (button && innerWidth < WIDE_PX) byId("stage").scrollIntoView({ behavior: "smooth" });
  try {
    await act();
  } catch (error) {
    say(
      error.message === "elsewhere"
        ? "This page works in a browser on the machine that the demo runs on."
        : error.message,
      "bad",
    );
  } finally {
    isPlaying = false;
    for (const each of buttons()) each.removeAttribute("aria-disabled");
    button?.removeAttribute("data-running");
  }
}

async function begin() {
  say("A new order…");
  await newOrder();
  say("The customer is about to confirm. Press a button to break it, or confirm on the phone.");
}

async function pull(name) {
  const { before, during, after } = STORIES[name];
  say(before);
  if (phones().length !== 1 || !["details", "booked"].includes(stateOf(phones()[0]))) await newOrder();
  else await reserve(phones()[0]);
  say(before);
  if (name === "tabs") {
    addPhone(await ask("session", { order_id: order }));
    await reserve(phones()[1]);
  }
  await pause(READING_MS);
  await ask("plug", { order_id: order, plug: name === "older" ? "copy" : name });
  await Promise.all(phones().map((phone) => press(phone, "confirm")));
  const isDone = () =>
    phones().every((phone) => stateOf(phone) === "redeemed" && partOf(phone, "code-value"));
  if (during) await until(() => isBroken(name) || isDone());
  if (during && !isDone()) say(during, "bad");
  if (name === "older") await restore();
  if (name === "hold") await takeAgain();
  const { again } = STORIES[name];
  if (again) {
    await until(() => (name === "killed" ? last.server : last.back_in_ms === 0) || isDone());
    if (!isDone()) say(again);
  }
  await until(() => isDone() && last?.order?.state === "redeemed");
  say([after, "One order, one code."], "good");
}

/** What the story says "during" has begun. */
function isBroken(name) {
  if (name === "network") return !last.network;
  if (name === "killed") return !last.server;
  if (name === "down" || name === "stock") return last.calls.some(({ note }) => note);
  return ["open", "details"].includes(stateOf(phones()[0]));
}

/** The customer takes the card again. */
async function takeAgain() {
  const [phone] = phones();
  await until(() => ["open", "details"].includes(stateOf(phone)));
  await pause(READING_MS);
  await reserve(phone);
  await press(phone, "confirm");
}

/** The database goes back to the time before the confirmation; the customer opens the page anew. */
async function restore() {
  await until(() => last?.order?.state === "redeemed" && stateOf(phones()[0]) === "redeemed");
  await pause(READING_MS);
  say(STORIES.older.during, "bad");
  await ask("plug", { order_id: order, plug: "older" });
  await until(() => !last.server);
  await until(() => last.server && last.back_in_ms === 0);
  byId("phones").replaceChildren();
  addPhone(await ask("session", { order_id: order }));
  const [phone] = phones();
  await until(() => stateOf(phone) === "redeemed" && phone.shadowRoot.querySelector('[part~="code"]'));
  partOf(phone, "reveal")?.click();
}

for (const button of document.querySelectorAll("[data-plug]"))
  button.addEventListener("click", () => {
    if (last && !last.network && order) ask("plug", { order_id: order, plug: "mend" });
    play(() => pull(button.dataset.plug), button);
  });
byId("new-order").addEventListener("click", () => play(begin));
play(begin);
for (;;) {
  await look().catch(() => {});
  await pause(ASK_EVERY_MS);
}
