/** The page of a brand: one order of the brand's own promotion. The shop's backend gives the session. */
import { drawCart, mintSession } from "../order.js";

/** The shop's choice with the name of this page: `luxury` at `/demo/brands/luxury/`. */
const SHAPE = location.pathname.split("/").at(-2);
const BACKEND = "../../session";
/** The key of this page's cart in the tab's storage: a reload resumes the order, and no other brand shows it. */
const STORED = `cart ${location.pathname}`;

function storedCart() {
  const cart = sessionStorage.getItem(STORED) ?? drawCart();
  sessionStorage.setItem(STORED, cart);
  return cart;
}

document.getElementById("new-order").addEventListener("click", () => {
  sessionStorage.removeItem(STORED);
  location.reload();
});

const widget = document.querySelector("reward-redemption");
const getSession = () => mintSession(SHAPE, storedCart(), BACKEND);
try {
  widget.session = await getSession();
  widget.support = new URL(`../../help/demo?order=${SHAPE}-${storedCart()}`, location.href).href;
  widget.getSession = getSession;
} catch {
  widget.hidden = true;
  document.getElementById("notice").hidden = false;
}
