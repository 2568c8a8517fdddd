/** The front page's element: its token server and the service run in this tab, and what breaks between them is for real. */
import { answerLinks, PAGES } from "./links.js";

/** How long a counter may be behind. Milliseconds. */
const COUNT_EVERY = 300;

const element = document.querySelector("reward-redemption");
const verdict = document.querySelector(".verdict");
const plugs = [...document.querySelectorAll("[data-plug]")];
const isPulled = (name) =>
  plugs.some(({ dataset, ariaPressed }) => dataset.plug === name && ariaPressed === "true");

for (const plug of plugs)
  plug.addEventListener("click", () => {
    plug.ariaPressed = String(plug.ariaPressed !== "true");
  });

const order = { skus: element.dataset.skus.split(" ") };
/** In place of the token of a session that the sandbox has not opened yet. */
const EARLY = "early";
const recorded = fetch(new URL("opening.json", import.meta.url)).then((answer) => answer.json());
let sandbox;
let live;

/** The server, ten times as large as the element: it comes after the first card. @returns the token that stands for EARLY */
function begin() {
  live ??= (async () => {
    const { createSandbox } = await import("./sandbox.js");
    sandbox = await createSandbox({ pages: PAGES });
    answerLinks(sandbox);
    return (await sandbox.session(order)).session_token;
  })();
  return live;
}

/** The element's requests: the first one has the answer that the sandbox gave when the site was built, all others are the sandbox's. */
async function ask(input, init) {
  const request = new Request(input, init);
  if (!sandbox && request.url.endsWith("/v1/opening")) {
    const { data } = await recorded;
    return Response.json({ data: { ...data, server_time: new Date().toISOString() } });
  }
  const token = await begin();
  const headers = new Headers(request.headers);
  headers.set("Authorization", headers.get("Authorization")?.replace(EARLY, token) ?? "");
  const body = (await request.text()).replace(`session_token=${EARLY}`, `session_token=${token}`);
  const { method, signal } = request;
  return confirmed(request.url, { method, headers, signal, ...(body && { body }) });
}

/** Of the order that is shown. */
const counts = { confirmations: 0, lost: 0 };
let [callsBefore, codesBefore] = [0, 0];

/** What breaks does so for the confirmation alone, so that it is seen. */
async function confirmed(url, init) {
  if (!/\/order\/(?:redeem|activate)$/.test(url)) return sandbox.fetch(url, init);
  counts.confirmations++;
  const { control } = sandbox;
  if (isPulled("page")) control.loseAnswers("page");
  if (isPulled("service")) control.fault({ operation: "redeem", kind: "reset_after" });
  if (isPulled("gateway")) control.fault({ operation: "redeem", kind: "timeout_after" });
  for (const plug of plugs) plug.ariaPressed = "false";
  try {
    return await sandbox.fetch(url, init);
  } catch (error) {
    counts.lost++;
    throw error;
  }
}

function count() {
  if (!sandbox) return;
  const calls = sandbox.control.calls.slice(callsBefore);
  const failed = calls.filter(({ operation, fault }) => operation === "redeem" && fault);
  const shown = {
    ...counts,
    lost: counts.lost + failed.length,
    looked: calls.filter(({ operation }) => operation === "get_redemption").length,
    billed: sandbox.control.codes().length - codesBefore,
  };
  for (const [name, value] of Object.entries(shown)) {
    const place = document.querySelector(`[data-count="${name}"]`);
    if (place.textContent !== String(value)) place.textContent = value;
  }
  const isOver = element.dataset.state === "redeemed";
  const said =
    isOver && shown.lost > 0 ? "The answer was lost, and you have your code: one, billed once." : "";
  if (verdict.textContent !== said) verdict.textContent = said;
}

document.querySelector("[data-again]").addEventListener("click", async () => {
  await begin();
  Object.assign(counts, { confirmations: 0, lost: 0 });
  [callsBefore, codesBefore] = [sandbox.control.calls.length, sandbox.control.codes().length];
  element.session = (await sandbox.session(order)).session_token;
});
setInterval(count, COUNT_EVERY);
element.addEventListener("reward-ready", begin, { once: true });
element.fetch = ask;
element.session = EARLY;
