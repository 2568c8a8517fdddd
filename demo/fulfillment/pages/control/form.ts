/**
 * Forms that `control.js` sends to the control's API as JSON. `data-as` is the JSON type of a field; an empty field is
 * left out. A `{name}` in the path is replaced by the field of that name.
 */
import { html } from "hono/html";
import type { Html } from "../answer.ts";

export type FieldType = "text" | "number" | "boolean" | "moment" | "flag";

export interface Field {
  /** A dot means a nested member: `match.order_id`. */
  readonly name: string;
  readonly label: string;
  /** Default `text`. `flag`: true when checked, otherwise absent. */
  readonly as?: FieldType;
  readonly options?: readonly (string | readonly [value: string, label: string])[];
  readonly required?: boolean;
  readonly value?: string;
  readonly hint?: string;
  /** The id of a datalist. */
  readonly list?: string;
}

export interface Form {
  /** The prefix of its fields' ids. */
  readonly id: string;
  readonly path: string;
  readonly submit: string;
  /** The message after success. */
  readonly done: string;
  readonly fields: readonly Field[];
  /** More fields, which belong to one choice only. */
  readonly more?: Html;
}

export function form({ id, path, submit, done, fields, more = html`` }: Form): Html {
  return html`<form id="${id}" data-path="${path}" data-done="${done}">
<div class="fields">${fields.map((each) => field(id, each))}${more}</div>
<button type="submit">${submit}</button>
</form>`;
}

/** One button that sends a fixed body. */
export function action(id: string, label: string, request: Omit<Action, "label">): Html {
  const { method = "POST", path, body = {}, done } = request;
  return html`<button type="button" id="${id}" data-method="${method}" data-path="${path}" data-body="${JSON.stringify(body)}" data-done="${done}">${label}</button>`;
}

interface Action {
  readonly label: string;
  readonly method?: "POST" | "DELETE";
  readonly path: string;
  readonly body?: object;
  readonly done: string;
}

export function field(formId: string, given: Field): Html {
  const { name, label, as = "text", hint } = given;
  const id = `${formId}-${name.replace(".", "-")}`;
  const hinted = hint === undefined ? html`` : html` aria-describedby="${id}-hint"`;
  const below = hint === undefined ? html`` : html`<small id="${id}-hint">${hint}</small>`;
  const common = html`id="${id}" name="${name}" data-as="${as}"${hinted}`;
  if (as === "flag")
    return html`<div class="check"><input type="checkbox" ${common}><label for="${id}">${label}</label>${below}</div>`;
  return html`<div><label for="${id}">${label}</label>${control(given, common)}${below}</div>`;
}

function control({ as, options, required, value = "", list }: Field, common: Html): Html {
  const must = required ? html` required` : html``;
  if (options) {
    return html`<select ${common}${must}>${options.map((option) => {
      const [key, label] = typeof option === "string" ? [option, option] : option;
      return html`<option value="${key}"${key === value ? html` selected` : ""}>${label}</option>`;
    })}</select>`;
  }
  const from = list === undefined ? html`` : html` list="${list}"`;
  switch (as) {
    case "number":
      return html`<input type="number" min="0" step="1" inputmode="numeric" value="${value}" ${common}${must}>`;
    case "moment":
      return html`<input type="datetime-local" step="1" value="${value}" ${common}${must}>`;
    default:
      return html`<input type="text" value="${value}" autocomplete="off" spellcheck="false" ${common}${from}${must}>`;
  }
}
