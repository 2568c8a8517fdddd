/** The steps of an order that a link leads to, pressed as a visitor would: a reward, its confirmation, its code. */

/** What is pressed in a state of the element leads to the next one. */
const PRESSED = { open: "reward", details: "book", booked: "confirm" };
const STATES = Object.keys(PRESSED);
/** By their names in an address, each one press further than the one before. */
const STEPS = ["reward", "confirm", "code"];
/** The element counts a press only when its screen has stood for a moment. */
const SCREEN_STANDS_MS = 700;
/** Longer than the element loads anywhere; then the visitor goes on alone. */
const TURNS_MOST = 60;

/** The step on which an element is; undefined on the first one, and where nothing was had. */
export function stepOf(element) {
  const { state } = element?.dataset ?? {};
  if (["redeemed", "activated", "notified"].includes(state)) return "code";
  return STEPS[STATES.indexOf(state) - 1];
}

/** @param {() => HTMLElement} widget the element, which another order replaces */
export async function leadTo(step, widget) {
  const presses = STEPS.indexOf(step) + 1;
  for (let turn = 0; presses > 0 && turn < TURNS_MOST; turn += 1) {
    await new Promise((done) => setTimeout(done, SCREEN_STANDS_MS));
    const { state = "loading" } = widget().dataset;
    const at = STATES.indexOf(state);
    if (at >= presses || (at < 0 && state !== "loading")) return;
    const part = (name, more = "") => widget().shadowRoot?.querySelector(`[part~="${name}"]${more}`);
    // Of a range an amount is chosen before.
    const amount = !part("amount-choice", '[aria-pressed="true"]') && part("amount-choice");
    (amount || part(PRESSED[state], ':not([aria-disabled="true"])'))?.click();
  }
}
