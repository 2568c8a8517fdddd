/** The visitor's orders in this browser, by what is wanted: a reload and a second tab resume them. */

/** 128 bits in letters that an order id may contain. */
export const drawCart = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const keyOf = (wanted) => `cart ${document.documentElement.dataset.site} ${wanted}`;

/** Keeps the order also for something else that is wanted from now on. */
export function keepOrder(wanted, order) {
  localStorage.setItem(keyOf(wanted), JSON.stringify(order));
  return order;
}

/** @param {object} what the order is of, as it was when the order began. Until a new one is asked for, nobody gets a second gift. */
export const orderFor = (wanted, what) =>
  keepOrder(wanted, JSON.parse(localStorage.getItem(keyOf(wanted))) ?? { ...what, cart: drawCart() });

export function newOrder(wanted, what) {
  localStorage.removeItem(keyOf(wanted));
  return orderFor(wanted, what);
}
