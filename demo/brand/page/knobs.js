/** The knobs beside the brand: what a page may set on the element, as the widget's build describes it, and what its backend may. */
import { byId, copy, made } from "./dom.js";
import { light, partsOf, styleOfElement } from "./frame.js";
import { t } from "./texts.js";

/** Choices in the place of what no field can hold; `covers` names what else of the description they stand for. */
const CHOICES = {
  getSession: {
    covers: ["session", "session-url"],
    options: [
      ["", "session, then getSession"],
      ["getSession", "getSession alone"],
      ["session-url", "session-url"],
      ["nothing", "getSession says: nothing for this visitor"],
      ["signed-out", "getSession says: nobody is signed in"],
    ],
  },
  beforeConfirm: {
    covers: [],
    options: [
      ["", "None"],
      ["age", "Asks “Are you 18?”"],
      ["refuse", "Refuses"],
    ],
  },
};
const COVERED = Object.values(CHOICES).flatMap(({ covers }) => covers);
const ORDER = ["message", "points_per_unit", "authorize", "reason"];

/** Each knob's control by its name in the description. */
const attributes = new Map();
const properties = new Map();
const own = new Map();

function select(options) {
  const control = document.createElement("select");
  control.append(...options.map(([value, label]) => new Option(t(label), value)));
  return control;
}

function controlOf({ name, type }) {
  if (CHOICES[name]) return select(CHOICES[name].options);
  if (name === "messages")
    return made("textarea", { rows: 4, spellcheck: false, placeholder: '{"pick_title": "Your thank-you"}' });
  if (type?.text === "boolean") return made("input", { type: "checkbox", value: "" });
  if (type?.text.includes(" | "))
    return select([["", "–"], ...type.text.split(" | ").map((each) => [each, each])]);
  return made("input", { autocomplete: "off", spellcheck: false });
}

const ink = document.createElement("canvas").getContext("2d");
/** Any opaque colour of CSS as an input takes it; white for what is none. */
function hexOf(color) {
  ink.fillStyle = "#ffffff";
  ink.fillStyle = color;
  return ink.fillStyle.slice(0, 7);
}

/** A colour is also chosen by eye. */
function wellOf(control, name) {
  const well = made("input", { type: "color", value: "#ffffff" });
  well.setAttribute("aria-label", `${name}, ${t("by eye")}`);
  well.addEventListener("input", () => {
    control.value = well.value;
  });
  control.addEventListener("input", () => {
    well.value = hexOf(control.value || control.placeholder);
  });
  return well;
}

/** @param {{ name: string, description: string, type?: { text: string } }} knob */
function rowOf(knob, known) {
  const { name, description, type } = knob;
  const control = controlOf(knob);
  control.id = `knob-${name}`;
  control.dataset.knob = [name, ...(CHOICES[name]?.covers ?? [])].join(" ");
  control.setAttribute("aria-describedby", `about-${name}`);
  known.set(name, control);
  const label = made("label", { htmlFor: control.id });
  label.append(made("code", { textContent: name }));
  const pair = made("span", { className: "pair" });
  pair.append(...(type?.text === "<color>" ? [wellOf(control, name)] : []), control);
  const textContent = description.replaceAll("`", "");
  const about = made("span", { className: "hint", id: `about-${name}`, lang: "en", textContent });
  const row = made("p", { className: "knob" });
  row.append(label, " ", about, pair);
  return row;
}

/** What stands where a knob is not turned: the element has each property's value, or its own one, under a name with `_`. */
function showDefaults() {
  const style = styleOfElement();
  for (const [name, control] of properties) {
    if (control.value) continue;
    const value = style?.getPropertyValue(name.replace("reward-", "_")).trim() ?? "";
    control.placeholder = value.length < 24 ? value : "";
    control.dispatchEvent(new Event("input"));
  }
}

function listParts(parts) {
  const list = byId("parts").querySelector("ul");
  const hint = byId("part-hint");
  const first = hint.textContent;
  for (const { name, description } of parts) {
    const button = made("button", { type: "button", textContent: name });
    button.dataset.part = name;
    const show = () => {
      light(name);
      hint.textContent =
        partsOf(name).length > 0 ? description : `${description}. ${t("Not on this screen.")}`;
    };
    const leave = () => {
      light();
      hint.textContent = first;
    };
    for (const [event, act] of [
      ["pointerenter", show],
      ["focus", show],
      ["pointerleave", leave],
      ["blur", leave],
    ])
      button.addEventListener(event, act);
    button.addEventListener("click", () =>
      copy(`reward-redemption::part(${name})`, "Copied: the part’s selector."),
    );
    list.append(made("li", {}));
    list.lastElementChild.append(button);
  }
  byId("parts").addEventListener("toggle", markParts);
}

/** Which parts are on the element's screen. */
export function markParts() {
  for (const button of byId("parts").querySelectorAll("button"))
    button.classList.toggle("there", partsOf(button.dataset.part).length > 0);
}

/** Writes the knobs. @param element the description of the element */
export function listKnobs(element) {
  byId("element").append(
    ...element.attributes
      .filter(({ name }) => !COVERED.includes(name))
      .map((each) => rowOf(each, attributes)),
    ...element.properties.map((each) => rowOf(each, own)),
  );
  byId("properties").append(...element.customProperties.map((each) => rowOf(each, properties)));
  byId("properties").addEventListener("toggle", showDefaults);
  listParts(element.parts);
}

const said = (control) =>
  control.type === "checkbox" ? (control.checked ? "" : undefined) : control.value.trim() || undefined;
const valuesOf = (known) =>
  Object.fromEntries(
    [...known].map(([name, control]) => [name, said(control)]).filter(([, value]) => value !== undefined),
  );
const orNone = (members) => {
  const found = Object.entries(members).filter(([, value]) => value !== undefined && !isEmpty(value));
  return found.length > 0 ? Object.fromEntries(found) : undefined;
};
const isEmpty = (value) => value instanceof Object && Object.keys(value).length === 0;

/** The texts, or undefined where there are none; of what is none the field says so. */
function messagesIn(control) {
  let read;
  let mistake = "";
  try {
    read = control.value.trim() ? JSON.parse(control.value) : undefined;
    if (read !== undefined && (!(read instanceof Object) || Array.isArray(read)))
      throw new Error(t("Not an object."));
  } catch (error) {
    mistake = error.message;
  }
  control.setCustomValidity(mistake);
  control.ariaInvalid = String(mistake !== "");
  return mistake ? undefined : read;
}

/** @returns what differs from the defaults */
export function readKnobs() {
  const { getSession: session, beforeConfirm } = valuesOf(own);
  const order = Object.fromEntries(ORDER.map((name) => [name, said(byId(name))]));
  byId("reason").disabled = order.authorize !== "deny";
  return orNone({
    knobs: orNone({
      attributes: valuesOf(attributes),
      properties: valuesOf(properties),
      css: said(byId("css")),
      messages: messagesIn(own.get("messages")),
      session,
      beforeConfirm,
    }),
    order: orNone({
      ...order,
      points_per_unit: order.points_per_unit && Number(order.points_per_unit),
      reason: order.authorize === "deny" ? order.reason : undefined,
    }),
  });
}

/** Turns the knobs to what an address says; those that it does not name to their defaults. */
export function fillKnobs({ knobs = {}, order = {} } = {}) {
  const { messages, session, beforeConfirm } = knobs;
  const texts = messages && JSON.stringify(messages, null, 2);
  const turn = (known, values) => {
    for (const [name, control] of known) {
      if (control.type === "checkbox") control.checked = values[name] !== undefined;
      else control.value = values[name] ?? "";
      control.dispatchEvent(new Event("input"));
    }
  };
  turn(attributes, knobs.attributes ?? {});
  turn(properties, knobs.properties ?? {});
  turn(own, { getSession: session, beforeConfirm, messages: texts });
  turn(new Map([...ORDER, "css"].map((name) => [name, byId(name)])), { ...order, css: knobs.css });
}
