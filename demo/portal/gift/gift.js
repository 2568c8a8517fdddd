/** The customer's own page of a gift: after the login the element, with a session of the customer's. */
import { moneyText, speakIn, textsOf } from "../../desk/speech.js";

const GERMAN = {
  title: "Ihre Prämie",
  words: "Hallwerk hat eine Prämie für Sie. Melden Sie sich an, um sie zu sehen.",
  login: "Anmelden",
  login_words:
    "Hier steht die Anmeldung Ihres Kundenkontos, damit der Link allein nichts öffnet. Die Demonstration meldet Sie an.",
};
const t = textsOf(
  {
    thanks: "{name}, {clerk} has a thank-you of {amount} for you.",
    none: "Nothing is here for you. Ask your service for a new link.",
  },
  {
    thanks: "{name}, {clerk} hat ein Dankeschön über {amount} für Sie.",
    none: "Hier ist nichts für Sie. Bitten Sie den Service um einen neuen Link.",
  },
);
const byId = (id) => document.getElementById(id);

async function mintSession() {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ key: location.hash.slice(1) });
  const answer = await (await fetch("session", { method: "POST", headers, body })).json();
  if (!answer.session_token) throw new Error(answer.error);
  return answer;
}

speakIn(GERMAN);
byId("login").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const { session_token, amount, currency, ...about } = await mintSession();
    byId("words").textContent = t("thanks", { ...about, amount: moneyText({ amount, currency }) });
    byId("login").hidden = true;
    byId("said").textContent = "";
    const element = document.createElement("reward-redemption");
    element.session = session_token;
    element.getSession = async () => (await mintSession()).session_token;
    byId("place").replaceChildren(element);
  } catch {
    byId("said").textContent = t("none");
  }
});
