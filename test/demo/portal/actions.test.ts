/** The buttons against the table in which the token server's own rules are written down. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { actionsFor } from "../../../demo/portal/actions.ts";
import { ORDER_STATES } from "../../../shared/wire.ts";

const DOCUMENT = readFileSync(resolve(import.meta.dirname, "../../../docs/server.md"), "utf8");

/** What an answer to cancel or refund must not be for the button to make sense. */
const REFUSED = /^`(order_processing|not_cancelable|not_redeemed)`$/;
/** Answered with 200 again, and nothing is left to do. */
const OVER = ["canceled", "refunded"];

const rows = [
  ...(DOCUMENT.split("## Cancel and refund")[1]?.split("\n## ")[0] ?? "").matchAll(
    /^\| (`\w+`(?:, `\w+`)*) \| (.+) \| (.+) \|$/gm,
  ),
].flatMap(([, states = "", cancel = "", refund = ""]) =>
  states.split(", ").map((state) => ({ state: state.replaceAll("`", ""), cancel, refund })),
);

describe("what can be done", () => {
  it("is known for every state of an order", () => {
    expect(rows.map(({ state }) => state).sort()).toEqual([...ORDER_STATES].sort());
  });

  it.each(rows)("with an order that is $state", ({ state, cancel, refund }) => {
    const actions = actionsFor(state, true);
    expect(actions.includes("cancel")).toBe(!REFUSED.test(cancel) && !OVER.includes(state));
    expect(actions.includes("refund")).toBe(!REFUSED.test(refund) && !OVER.includes(state));
  });

  it("is nothing with an order that is over, or in a state that nobody foresaw", () => {
    for (const state of [...OVER, "melted", "constructor"]) expect(actionsFor(state, true)).toEqual([]);
  });

  it("is no handing out where the order's values are forgotten", () => {
    expect(actionsFor("open", true)).toContain("hand_out");
    expect(actionsFor("open", false)).toEqual(["cancel"]);
  });
});
