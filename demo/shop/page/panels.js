/** What a developer wants to see beside the shop: the widget's events and the code that embeds it. Text only. */

const EVENTS = [
  "reward-ready",
  "reward-select",
  "reward-book",
  "reward-redeem",
  "reward-activate",
  "reward-notify",
  "reward-reveal",
  "reward-copy",
  "reward-error",
  "reward-session-expired",
];

/** More than anybody reads; the oldest go. */
const MOST_EVENTS = 20;

const byId = (id) => document.getElementById(id);

function textElement(name, className, text) {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

/** Newest first. The events bubble and cross the shadow root, so the document hears them. */
export function listenToEvents() {
  const list = byId("events");
  for (const name of EVENTS) {
    document.addEventListener(name, (event) => {
      const entry = document.createElement("li");
      entry.append(
        textElement("time", "event-time", new Date().toLocaleTimeString("en-GB")),
        textElement("span", "event-name", name),
        textElement("code", "event-detail", JSON.stringify(event.detail)),
      );
      list.prepend(entry);
      while (list.children.length > MOST_EVENTS) list.lastElementChild.remove();
      byId("events-empty").hidden = true;
    });
  }
}

/** Another order tells its own story. */
export function clearEvents() {
  byId("events").replaceChildren();
  byId("events-empty").hidden = false;
}

export function showPageCode({ theme, language }) {
  const attributes = [
    theme === "auto" ? "" : ` theme="${theme}"`,
    language === "auto" ? "" : ` locale="${language}"`,
  ].join("");
  byId("page-code").textContent = [
    `<script type="module" src="${location.origin}/widget.js"></script>`,
    `<reward-redemption session="…"${attributes}></reward-redemption>`,
  ].join("\n");
}

export function showBackendCode({ order }) {
  const body = { order_id: "…", user: { email: "…" }, ...order };
  byId("backend-code").textContent = [
    `POST ${location.origin}/v1/sessions`,
    "Authorization: Bearer <site key>",
    "Content-Type: application/json",
    "",
    JSON.stringify(body, null, 2),
  ].join("\n");
}
