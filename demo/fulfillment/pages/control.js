/** Sends the forms and buttons of the control page to the control's API, and shows the result. */
import { refresh } from "./live.js";

const said = document.getElementById("said");

function say(text, failed = false) {
  said.textContent = text;
  said.classList.toggle("failed", failed);
}

/** The JSON value of a field's text; undefined leaves the member out. */
function jsonOf(field) {
  const { value, checked, dataset } = field;
  switch (dataset.as) {
    case "flag":
      return checked || undefined;
    case "number":
      return value === "" ? undefined : Number.isNaN(Number(value)) ? value : Number(value);
    case "boolean":
      return value === "" ? undefined : value === "true";
    case "moment":
      // The browser's value has no time zone; the page says that it is UTC.
      return value === "" ? undefined : new Date(`${value}Z`).toISOString();
    default:
      return value === "" ? undefined : value;
  }
}

/** Sets a value; a dot in the name means a nested member. */
function put(body, name, value) {
  const [first, ...rest] = name.split(".");
  if (rest.length === 0) body[first] = value;
  else {
    body[first] ??= {};
    put(body[first], rest.join("."), value);
  }
}

/** The path with its `{names}` filled in, and the body without those fields. */
function requestOf(form) {
  let path = form.dataset.path;
  const body = {};
  for (const field of form.elements) {
    const value = field.name === "" || field.matches(":disabled") ? undefined : jsonOf(field);
    if (value === undefined) continue;
    const place = `{${field.name}}`;
    if (path.includes(place)) path = path.replace(place, encodeURIComponent(value));
    else put(body, field.name, value);
  }
  // The clock takes milliseconds; every other request takes dates in the interface's format.
  if (form.id === "clock-set") body.now = Date.parse(body.now);
  return { method: "POST", path, body };
}

async function send({ method, path, body, done }) {
  try {
    const answer = await fetch(path, {
      method,
      headers: { "content-type": "application/json" },
      body: method === "DELETE" ? undefined : JSON.stringify(body),
    });
    if (answer.ok) say(`${done}.`);
    else say(`Refused: ${(await answer.json()).error_message ?? answer.status}`, true);
    await refresh();
  } catch {
    say("The service does not answer.", true);
  }
}

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  send({ ...requestOf(form), done: form.dataset.done });
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-path]");
  if (!button) return;
  const { method, path, body, done } = button.dataset;
  send({ method, path, body: JSON.parse(body), done });
});

/** Only the fields of the chosen kind of fault count. */
function showKind() {
  const chosen = document.getElementById("fault-kind").value;
  for (const group of document.querySelectorAll("[data-kind]")) {
    group.hidden = group.dataset.kind !== chosen;
    group.disabled = group.hidden;
  }
}

document.getElementById("fault-kind").addEventListener("change", showKind);
showKind();
