/** The buttons, compared with the documented table of the token server's own rules. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { actionsFor } from "../../../demo/portal/actions.ts";
import { ORDER_STATES } from "../../../shared/wire.ts";

const DOCUMENT = readFileSync(resolve(import.meta.dirname, "../../../docs/server.md"), "utf8");

/** With these answers to cancel or refund the button would be useless. */
const REFUSED = /^`(order_processing|not_cancelable|not_redeemed)`$/;
/** The repeated action is answered with 200, and nothing is left to do. */
const OVER = ["canceled", "refunded"];
/** The customer has still to redeem: nothing can have been paid, and Cancel ends the order. */
const WAITING = ["booked", "activated", "notified"];
const KNOWN = { isKept: true, mayBePaid: true };

const rows = [
  ...(DOCUMENT.split("## Cancel and refund")[1]?.split("\n## ")[0] ?? "").matchAll(
    /^\| (`\w+`(?:, `\w+`)*) \| (.+) \| (.+) \|$/gm,
  ),
].flatMap(([, states = "", cancel = "", refund = ""]) =>
  states.split(", ").map((state) => ({ state: state.replaceAll("`", ""), cancel, refund })),
);

describe("the possible actions", () => {
  it("are known for every state of an order", () => {
    expect(rows.map(({ state }) => state).sort()).toEqual([...ORDER_STATES].sort());
  });

  it.each(rows)("for an order that is $state", ({ state, cancel, refund }) => {
    const actions = actionsFor(state, KNOWN);
    expect(actions.includes("cancel")).toBe(!REFUSED.test(cancel) && !OVER.includes(state));
    const isOver = OVER.includes(state) || WAITING.includes(state);
    expect(actions.includes("refund")).toBe(!REFUSED.test(refund) && !isOver);
    if (WAITING.includes(state)) expect(actions).toContain("cancel");
  });

  it("are none for an order that is over, or in an unknown state", () => {
    for (const state of [...OVER, "melted", "constructor"]) expect(actionsFor(state, KNOWN)).toEqual([]);
  });

  it("include no refund of an order that was never redeemed", () => {
    const unpaid = { isKept: true, mayBePaid: false };
    for (const state of ["failed", "denied", "blocked", "expired"]) {
      expect(actionsFor(state, KNOWN)).toContain("refund");
      expect(actionsFor(state, unpaid)).not.toContain("refund");
    }
    // The history may be a moment older than the order.
    expect(actionsFor("redeemed", unpaid)).toContain("refund");
  });

  it("include no handing out if the order's values are forgotten", () => {
    expect(actionsFor("open", KNOWN)).toContain("hand_out");
    expect(actionsFor("open", { ...KNOWN, isKept: false })).toEqual(["cancel"]);
  });
});
