/** The shown codes, and the balance beside them. */
import { describe, expect, it } from "vitest";
import { reduce } from "../../../widget/state/reduce.ts";
import { isShown } from "../../../widget/state/selectors.ts";
import type { State, Task } from "../../../widget/state/state.ts";
import { ORDER, PRIMARY_AND_PIN, redeemed } from "../support/fake-server.ts";
import { answer, fail, play } from "../support/play.ts";
import { choosing, started, WIRE_CODES } from "../support/states.ts";

describe("reduce: codes", () => {
  const shown = answer(started, { ...redeemed(), codes: WIRE_CODES });

  it("are masked again when the page is hidden", () => {
    const state = play(shown, { type: "reveal", usage: "security" }, { type: "masked" });
    expect(state.screen).to.deep.include({ revealed: [], codes: PRIMARY_AND_PIN });
  });

  it("are masked again when the screen for the till is closed, but not when its size changes", () => {
    const open = play(
      shown,
      { type: "till", size: "large" },
      { type: "reveal", usage: "security" },
      { type: "till", size: "small" },
    );
    expect(open.screen).to.deep.include({ revealed: ["security"], till: "small" });
    expect(reduce(open, { type: "till" }).screen).to.deep.include({ revealed: [], till: undefined });
  });

  it("are masked by a step back, all of them, and stay loaded", () => {
    const state = play(
      shown,
      { type: "reveal", usage: "security" },
      { type: "till", size: "small" },
      { type: "back", isStep: true },
    );
    expect(state.screen).to.deep.include({
      revealed: [],
      codes: PRIMARY_AND_PIN,
      isFresh: undefined,
      till: undefined,
    });
    expect(isShown(state, "primary")).to.equal(false);
  });

  it("are removed when the page goes away, and loaded again when it comes back", () => {
    const wiped = reduce(shown, { type: "wiped" });
    expect(JSON.stringify(wiped)).not.to.contain(PRIMARY_AND_PIN.items[0]?.value);
    expect(reduce(wiped, { type: "returned" }).task).to.deep.equal({ do: "codes" });
  });

  it("that arrive after the page went away are dropped", () => {
    const asked = answer(started, redeemed());
    const late = asked.task as Task;
    const state = play(asked, { type: "wiped" }, { type: "codes", task: late, codes: PRIMARY_AND_PIN });
    expect(state.screen).to.deep.equal({ name: "redeemed", revealed: [] });
  });

  it("that cannot be loaded leave the screen, with one press to try again", () => {
    const state = fail(answer(started, redeemed()), "codes_unreadable");
    expect([state.screen.name, state.failure?.code]).to.deep.equal(["redeemed", "codes_unreadable"]);
    expect(reduce(state, { type: "retry" }).task).to.deep.equal({ do: "codes" });
  });

  it("of a refunded order are requested again, by reading the order", () => {
    expect(fail(answer(started, redeemed()), "order_finished").task?.do).to.equal("order");
  });
});

describe("reduce: a balance", () => {
  const shown = answer(started, { ...redeemed(), codes: WIRE_CODES });
  const asked = reduce(shown, { type: "balance" });
  const card = { card_balance: 12.5, card_currency: "EUR" };
  const told = reduce(asked, { type: "card", task: asked.task as Task, card });
  const balanceOf = ({ screen }: State) => (screen.name === "redeemed" ? screen.balance : screen.name);

  it("is requested once, however often it is pressed, and only if codes are shown", () => {
    expect(asked.task).to.deep.equal({ do: "balance" });
    expect(reduce(asked, { type: "balance" })).to.equal(asked);
    const unread = answer(started, redeemed());
    for (const state of [unread, answer(started, { ...ORDER, state: "refunded" }), choosing()])
      expect(reduce(state, { type: "balance" })).to.equal(state);
  });

  it("is shown beside the codes; the instructions that waited for it are loaded then", () => {
    expect([balanceOf(told), told.task]).to.deep.equal([{ card }, { do: "details", sku: "A" }]);
    expect(told.screen).to.deep.include({ codes: PRIMARY_AND_PIN });
  });

  it("stays while the order is read again, and is removed with the codes", () => {
    const reread = answer(reduce({ ...told, task: undefined }, { type: "renewed" }), redeemed());
    expect(balanceOf(reread)).to.deep.equal({ card });
    expect(balanceOf(reduce(told, { type: "wiped" }))).to.equal(undefined);
  });

  it("that is not available stays so while the page is open, also if the codes were removed and loaded again", () => {
    const untold = fail(asked, "balance_unavailable");
    const failure = { code: "balance_unavailable" };
    const wiped = reduce(untold, { type: "wiped" });
    expect([balanceOf(wiped), JSON.stringify(wiped.screen).includes("value")]).to.deep.equal([
      { failure },
      false,
    ]);
    const again = answer(reduce(wiped, { type: "returned" }), { ...redeemed(), codes: WIRE_CODES });
    expect(balanceOf(again)).to.deep.equal({ failure });
  });

  it("that cannot be read does not affect the codes, and can be requested again", () => {
    const failed = fail(asked, "upstream_unavailable");
    expect(balanceOf(failed)).to.deep.equal({ failure: { code: "upstream_unavailable" } });
    expect(failed.failure).to.equal(undefined);
    expect(failed.screen).to.deep.include({ codes: PRIMARY_AND_PIN });
    const again = reduce({ ...failed, task: undefined }, { type: "balance" });
    expect([balanceOf(again), again.task]).to.deep.equal([undefined, { do: "balance" }]);
  });

  it("of an order that was refunded meanwhile leads to the refunded order", () => {
    const reread = fail(asked, "order_finished");
    expect(reread.task).to.deep.equal({ do: "order" });
    expect(answer(reread, { ...redeemed(), state: "refunded" }).screen.name).to.equal("refunded");
  });
});
