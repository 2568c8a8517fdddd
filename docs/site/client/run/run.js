/**
 * Runs an example: the page that holds it sends the HTML and its wishes, and gets what happens in it. Each run has a sandbox of its
 * own; the elements in the HTML are given its `fetch` and a session.
 */
import { answerLinks, PAGES } from "../links.js";
import { createSandbox } from "../sandbox.js";
import { wishesIn } from "./options.js";

/** In this browser's window the page that holds the example is of this site as well. */
const tell = (message) => parent.postMessage(message, location.origin);

const EVENTS = "ready select book redeem activate notify reveal copy error session-expired"
  .split(" ")
  .map((name) => `reward-${name}`);

/** Where the documents' pages ask for a session. */
const SESSION_PATH = "/reward-session";
const pathOf = (input) => new URL(input instanceof Request ? input.url : input, location.href).pathname;

/** What is done before the user comes. Each takes the page's requests, the order as it is, and the sandbox. */
const PLAYS = {
  book: (ask, _, sku) => ask("order/book", { sku }),
  redeem: (ask, { attempt }, sku) => ask("order/redeem", { attempt, sku }),
  activate: (ask, { attempt }, sku) => ask("order/activate", { attempt, sku }),
  notify: (ask, _, sku) => ask("order/notify", { sku }),
  next: (ask) => ask("grant/next", {}),
  cancel: (_, { order_id }, __, backend) => backend(`orders/${order_id}/cancel`),
  refund: (_, { order_id }, __, backend) => backend(`orders/${order_id}/refund`),
  used: (ask, { order_id }) => ask(`rewards/${order_id}/used`, { is_used: true }),
  sold_out: (_, __, sku, ___, { control }) => control.setStock(sku, 0),
};

/** @returns a session after everything that was to happen before */
async function sessionOf(sandbox, { session, plays, sku: wanted, promotion }) {
  const members = {
    order_id: "order-1",
    ttl_seconds: 3600,
    ...(promotion && { promotion_id: promotion }),
    ...session,
  };
  if (members.grant_id) delete members.order_id;
  const opened = await sandbox.session(members);
  const post = async (path, authorization, body) => {
    const answer = await sandbox.fetch(`${sandbox.server}/v1/${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${authorization}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await answer.json()).data ?? {};
  };
  if (plays.length === 0) return opened.session_token;
  const catalog = await sandbox.fetch(`${sandbox.server}/v1/catalog`, {
    headers: { Authorization: `Bearer ${opened.session_token}` },
  });
  const sku = wanted ?? (await catalog.json()).data?.[0]?.sku;
  let order = { order_id: opened.order_id };
  for (const play of plays) {
    const ask = (path, body) => post(path, opened.session_token, body);
    const done = await PLAYS[play](ask, order, sku, (path) => post(path, sandbox.key, {}), sandbox);
    order = { ...order, ...done };
  }
  return opened.session_token;
}

async function run({ code, options }) {
  const wishes = wishesIn(options);
  // Where no promotion is named a small one, whose rewards fit into an example.
  const { promotion = {} } = wishes;
  const sandbox = await createSandbox({ promotion, pages: PAGES });
  answerLinks(sandbox);
  window.sandbox = sandbox;
  for (const name of EVENTS)
    document.addEventListener(name, ({ type, detail }) =>
      tell({ kind: "event", name: type, detail: { ...detail } }),
    );
  const written = new DOMParser().parseFromString(code, "text/html");
  const elements = [...written.querySelectorAll("reward-redemption, reward-wallet")];
  for (const fault of wishes.faultsBefore) sandbox.control.fault(fault);
  // The page's own backend, as the documents write it.
  window.fetch = async (input, init) =>
    pathOf(input) === SESSION_PATH
      ? Response.json({ session_token: await sessionOf(sandbox, { ...wishes, plays: [] }) })
      : sandbox.fetch(input, init);
  for (const element of elements) {
    const isList = element.localName === "reward-wallet";
    const session = isList ? { ...wishes.session, user: { id: "member-1" } } : wishes.session;
    let token = await sessionOf(sandbox, { ...wishes, session });
    if (isList) token = (await sandbox.session({ rewards_of: "member-1" })).session_token;
    // Before it stands in the document: nothing may be asked of the network.
    element.fetch = sandbox.fetch;
    element.removeAttribute("session");
    if (!element.hasAttribute("session-url")) element.session = token;
  }
  for (const fault of wishes.faults) sandbox.control.fault(fault);
  const scripts = [...written.querySelectorAll("script")];
  for (const script of scripts) script.remove();
  document.head.append(...written.head.children);
  document.body.replaceChildren(...written.body.childNodes);
  await import("../widget.js");
  for (const script of scripts) {
    // A script that was parsed elsewhere never runs.
    const made = document.createElement("script");
    made.type = "module";
    made.textContent = script.textContent;
    document.body.append(made);
  }
  const { events } = sandbox;
  let told = 0;
  setInterval(() => {
    for (; told < events.length; told++)
      tell({ kind: "webhook", name: events[told].type, detail: events[told].data });
  }, 500);
}

function show(error) {
  const text = document.createElement("pre");
  text.className = "error";
  text.textContent = `${error?.message ?? error}`;
  document.body.prepend(text);
  tell({ kind: "failed", message: text.textContent });
}
addEventListener("error", ({ error, message }) => show(error ?? message));
addEventListener("unhandledrejection", ({ reason }) => show(reason));

new ResizeObserver(() => tell({ kind: "height", height: document.documentElement.offsetHeight })).observe(
  document.documentElement,
);
addEventListener("message", ({ source, origin, data }) => {
  if (source === parent && origin === location.origin && data?.kind === "run") run(data).catch(show);
});
tell({ kind: "waiting" });
