/** The visitor's order in the page: a cart that all tabs share, and the backend that makes sessions for it. */

const STORED = "linden-cart";

/** 128 bits in letters that an order id may contain. */
export function drawCart() {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

const stored = () => (localStorage.getItem(STORED) ?? "").split("/");
const store = (wanted, cart, shape) => localStorage.setItem(STORED, `${wanted}/${cart}/${shape}`);

/**
 * The visitor's order if it was begun or kept for the wanted shape, so that a reload and a second tab resume it: until a new one is asked for, nobody gets a second gift.
 * @returns {{ shape: string, cart: string }}
 */
export function orderFor(wanted) {
  const [storedFor, cart, shape] = stored();
  return storedFor === wanted && cart && shape ? { shape, cart } : newOrder(wanted);
}

export function newOrder(shape) {
  const cart = drawCart();
  store(shape, cart, shape);
  return { shape, cart };
}

/** Keeps the order although another shape is wanted from now on. */
export function keepOrder(wanted) {
  const [, cart, shape] = stored();
  store(wanted, cart, shape);
}

/** The backend gave no session. `code` is one of the token server's problem codes, or the shop's own. */
export class NoSession extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** Asks the shop's backend about the cart's order. */
export async function ask(address, shape, cart) {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ shape, cart }),
  });
  return response.json();
}

/**
 * Requests a session for the cart's order from the shop's backend. Called again whenever the widget needs a new one.
 */
export async function mintSession(shape, cart, address = "session") {
  let answer;
  try {
    answer = await ask(address, shape, cart);
  } catch {
    throw new NoSession("offline");
  }
  if (typeof answer.session_token !== "string") throw new NoSession(answer.error);
  return answer.session_token;
}
