/** The front page's element: its token server and the service run in this tab, and what breaks between them is for real. */
import { answerLinks, PAGES } from "./links.js";

/** A few of the rewards, so that the plug below them is near. */
const SKUS = (
  "KESTROW-CODE-PLAIN-25 KESTROW-100 OATVANE-5 OATVANE-CODE-C128-10 CINDERGATE-15 VELMORA-CODE-PIN-PLAIN-50 VELMORA-25 " +
  "PLUMVALE-20 PLUMVALE-50 QUILLMARSH-25 TUNDREL-LINK-PLAIN-12 WINDLEFARE-50"
).split(" ");

/** How long a counter may be behind. Milliseconds. */
const COUNT_EVERY = 300;

const element = document.querySelector("reward-redemption");
const verdict = document.querySelector(".verdict");
const plugs = [...document.querySelectorAll("[data-plug]")];
const isPulled = (name) =>
  plugs.some(({ dataset, ariaPressed }) => dataset.plug === name && ariaPressed === "true");

// At once: a visitor may press before the server is there.
for (const plug of plugs)
  plug.addEventListener("click", () => {
    plug.ariaPressed = String(plug.ariaPressed !== "true");
  });

const { createSandbox } = await import("./sandbox.js");
const sandbox = await createSandbox({ pages: PAGES });
answerLinks(sandbox);
const counts = { confirmations: 0, lost: 0, looked: 0, billed: 0 };

/** What breaks does so for the confirmation alone, so that it is seen. */
async function fetch(input, init) {
  if (!/\/order\/(?:redeem|activate)$/.test(input instanceof Request ? input.url : String(input)))
    return sandbox.fetch(input, init);
  counts.confirmations++;
  const { control } = sandbox;
  if (isPulled("page")) control.loseAnswers("page");
  if (isPulled("service")) control.fault({ operation: "redeem", kind: "reset_after" });
  if (isPulled("gateway")) control.fault({ operation: "redeem", kind: "timeout_after" });
  for (const plug of plugs) plug.ariaPressed = "false";
  try {
    return await sandbox.fetch(input, init);
  } catch (error) {
    counts.lost++;
    throw error;
  }
}

function count() {
  const { calls } = sandbox.control;
  const failed = calls.filter(({ operation, fault }) => operation === "redeem" && fault);
  const shown = {
    ...counts,
    lost: counts.lost + failed.length,
    looked: calls.filter(({ operation }) => operation === "get_redemption").length,
    billed: sandbox.control.codes().length,
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

async function begin() {
  element.session = (await sandbox.session({ skus: SKUS })).session_token;
}

document.querySelector("[data-again]").addEventListener("click", begin);
setInterval(count, COUNT_EVERY);
element.fetch = fetch;
await begin();
