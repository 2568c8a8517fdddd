/** The form of a brand: its fields from a brand, and the brand from its fields. */
import { isGerman } from "../german.js";
import { byId, made } from "./dom.js";
import { t } from "./texts.js";

const LANGUAGES = ["en", "de", "fr", "es", "ja", "ar"];
const CURRENCIES = ["EUR", "USD", "GBP", "CHF", "AED", "JPY", "SEK", "PLN", "CAD", "AUD", "INR", "BRL"];
const SHOWS = [
  ["code", "a number"],
  ["pin", "a number and a PIN"],
  ["barcode", "a barcode"],
  ["qr", "a QR code"],
  ["link", "a link"],
  ["access", "a protected link"],
];
const BRANDS_MAX = 12;
const VALUES_MAX = 6;
/** As large as a page shows it, on a dense screen. */
const LOGO = { width: 360, height: 80 };

const named = (type, tags) => {
  const names = new Intl.DisplayNames([isGerman ? "de" : "en"], { type });
  // The code first: of a long name there is no room for the end.
  return tags.map((tag) => new Option(`${type === "currency" ? `${tag}, ` : ""}${names.of(tag)}`, tag));
};

/** As people paste colours: also in capitals, in three digits, or without its sign. */
function colorIn(text) {
  const digits = text.trim().replace("#", "").toLowerCase();
  return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
}

/** `10, 25, 50-100` as values; undefined if it is none. */
function valuesIn(text) {
  const values = text.split(",").map((part) => {
    const [, min, max] = /^\s*([1-9]\d{0,5})\s*(?:[-–]\s*([1-9]\d{0,5})\s*)?$/.exec(part) ?? [];
    if (min === undefined) return undefined;
    return max === undefined ? Number(min) : { min: Number(min), max: Number(max) };
  });
  const isRight = values.every(
    (value) => value !== undefined && (value.max === undefined || value.min < value.max),
  );
  // One range a reward: its SKU says that the value is free, not which one.
  const ranges = isRight && values.filter((value) => value.max !== undefined).length;
  return isRight && ranges <= 1 && values.length <= VALUES_MAX ? values : undefined;
}

const textOf = (values) =>
  values.map((value) => (typeof value === "number" ? value : `${value.min}-${value.max}`)).join(", ");

/** `required` takes blanks for a name. */
const refuseBlank = (input) =>
  input.setCustomValidity(input.value !== "" && input.value.trim() === "" ? t("A name has letters.") : "");

let rows = 0;

function field(label, input) {
  const box = made("p", { className: "field" });
  rows += 1;
  input.id = `row-${rows}`;
  box.append(made("label", { textContent: label, htmlFor: input.id }), input);
  return box;
}

const input = (members) => made("input", { autocomplete: "off", ...members });

/** One reward of the catalog. Members without a field (`about`, `mark`) stay with it. */
function rowOf(brand, changed) {
  const item = document.createElement("li");
  const name = input({ value: brand.name, maxLength: 40, required: true });
  const values = input({ value: textOf(brand.values), required: true });
  values.setAttribute("aria-describedby", "values-hint");
  const shows = document.createElement("select");
  shows.append(...SHOWS.map(([value, label]) => new Option(t(label), value, false, value === brand.shows)));
  const color = input({ type: "color", value: brand.color });
  const remove = made("button", {
    type: "button",
    textContent: t("Remove"),
  });
  remove.setAttribute("aria-label", `${t("Remove")} ${brand.name}`);
  remove.addEventListener("click", () => {
    // A catalog has a reward; the button is disabled only after the pause.
    if (byId("brands").children.length === 1) return;
    item.remove();
    byId("add").focus();
    changed();
  });
  item.append(
    field(t("Reward"), name),
    field(t("Values"), values),
    field(t("Shows"), shows),
    field(t("Colour"), color),
    remove,
  );
  item.read = () => {
    const read = valuesIn(values.value);
    values.setCustomValidity(read ? "" : t("Up to 6 whole numbers, one of them a range such as 10-100."));
    values.setAttribute("aria-invalid", String(read === undefined));
    refuseBlank(name);
    const { about, mark } = name.value === brand.name ? brand : {};
    return {
      name: name.value.trim(),
      ...(about && { about }),
      ...(mark && { mark }),
      color: color.value,
      shows: shows.value,
      values: read,
    };
  };
  return item;
}

/** The picture, small enough for an address. */
async function logoIn(file) {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  await image.decode();
  const scale = Math.min(1, LOGO.width / image.naturalWidth, LOGO.height / image.naturalHeight);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return canvas.toDataURL("image/webp", 0.85);
}

let logo;
let mark;

/** @param {() => void} changed called after every change */
export function listenToForm(changed) {
  byId("language").replaceChildren(...named("language", LANGUAGES));
  byId("currency").replaceChildren(...named("currency", CURRENCIES));
  byId("form").addEventListener("submit", (event) => event.preventDefault());
  byId("form").addEventListener("input", ({ target }) => {
    if (target.id === "picker") byId("color").value = target.value;
    else if (target.id === "color" && target.checkValidity()) byId("picker").value = colorIn(target.value);
    else if (target.id === "logo" || target.id === "from") return;
    if (target.id === "name") mark = undefined;
    changed();
  });
  byId("logo").addEventListener("change", async () => {
    const [file] = byId("logo").files;
    if (!file) return;
    logo = await logoIn(file).catch(() => undefined);
    byId("logo").setCustomValidity(logo ? "" : t("This file is no picture that the browser can show."));
    byId("logo").reportValidity();
    byId("no-logo").hidden = logo === undefined;
    changed();
  });
  byId("no-logo").addEventListener("click", () => {
    logo = undefined;
    byId("logo").value = "";
    byId("no-logo").hidden = true;
    byId("logo").focus();
    changed();
  });
  byId("add").addEventListener("click", () => {
    const row = rowOf({ name: "", values: [25], shows: "code", color: byId("picker").value }, changed);
    byId("brands").append(row);
    row.querySelector("input").focus();
    changed();
  });
  return (brand) => fill(brand, changed);
}

function fill(brand, changed) {
  for (const name of ["name", "color", "language", "currency", "delivery"]) byId(name).value = brand[name];
  byId("picker").value = brand.color;
  const radii = [...byId("radius").options].map(({ value }) => Number(value));
  byId("radius").value = radii.reduce((best, each) =>
    Math.abs(each - brand.radius) < Math.abs(best - brand.radius) ? each : best,
  );
  ({ logo, mark } = brand);
  byId("no-logo").hidden = logo === undefined;
  byId("brands").replaceChildren(...brand.brands.map((each) => rowOf(each, changed)));
}

/** @returns the brand, or undefined while a field is wrong, which then says why */
export function readForm() {
  const rows = [...byId("brands").children];
  const brands = rows.map((row) => row.read());
  byId("add").disabled = rows.length >= BRANDS_MAX;
  for (const row of rows) row.querySelector("button").disabled = rows.length === 1;
  refuseBlank(byId("name"));
  if (!byId("form").checkValidity()) return undefined;
  return {
    name: byId("name").value.trim(),
    color: colorIn(byId("color").value),
    ...(mark && { mark }),
    language: byId("language").value,
    currency: byId("currency").value,
    delivery: byId("delivery").value,
    brands,
    radius: Number(byId("radius").value),
    ...(logo && { logo }),
  };
}
