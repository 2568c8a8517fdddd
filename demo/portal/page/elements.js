/** Elements with text, never with markup: data from elsewhere is inserted as text only. */

export const byId = (id) => document.getElementById(id);

/**
 * @param {string} name
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children strings become text
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** A state as a small label, with a shape besides the colour. */
export const chip = ({ label, tone }) => element("span", { class: `chip ${tone}` }, label);

export const orderAddress = (orderId) => `#/orders/${encodeURIComponent(orderId)}`;

/** The order's number as a link to its page. */
export const orderLink = (orderId) =>
  element("a", { class: "order-number", href: orderAddress(orderId) }, orderId);

/** A time, or a dash. */
export function moment(value, text) {
  return value === undefined
    ? element("span", { class: "quiet" }, "–")
    : element("time", { datetime: value }, text);
}
