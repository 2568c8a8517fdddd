/** The visitor's order as the page knows it: a cart of this tab, and the backend that turns it into sessions. */

const STORED = "linden-cart";

/** 128 bits in the letters that an order id allows. */
export function drawCart() {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** The tab's cart when it was made for this shape, so that a reload resumes the order; else a new one. */
export function cartFor(shape) {
  const [storedShape, cart] = (sessionStorage.getItem(STORED) ?? "").split("/");
  return storedShape === shape && cart ? cart : newCart(shape);
}

export function newCart(shape) {
  const cart = drawCart();
  sessionStorage.setItem(STORED, `${shape}/${cart}`);
  return cart;
}

/** Why the backend gave no session; `code` is one of the token server's problem codes, or the shop's own. */
export class NoSession extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** A session for the cart's order, from the shop's backend. Called again whenever the widget needs a new one. */
export async function mintSession(shape, cart, address = "session") {
  let answer;
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ shape, cart }),
    });
    answer = await response.json();
  } catch {
    throw new NoSession("offline");
  }
  if (typeof answer.session_token !== "string") throw new NoSession(answer.error);
  return answer.session_token;
}
