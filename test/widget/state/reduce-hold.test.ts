/** The time of a hold, and its end. */
import { describe, expect, it } from "vitest";
import { CONFIRM_MARGIN_SECONDS } from "../../../shared/hold.ts";
import { reduce } from "../../../widget/state/reduce.ts";
import type { State } from "../../../widget/state/state.ts";
import { booked, HOLD_SECONDS, ORDER, redeemed } from "../support/fake-server.ts";
import { answer, fail, play } from "../support/play.ts";
import { holding, reading } from "../support/states.ts";

describe("reduce: the hold", () => {
  it("counts from before the call by the monotonic clock", () => {
    const state = answer(reduce(reading(), { type: "book" }), booked(), 5_000);
    expect(state.screen).to.deep.equal({
      name: "booked",
      endsAt: 5_000 + HOLD_SECONDS * 1_000,
      left: HOLD_SECONDS,
    });
    expect(reduce(state, { type: "ticked", now: 6_500 }).screen).to.include({ left: HOLD_SECONDS - 1 });
  });

  it("announces five minutes and one minute only when they pass", () => {
    const start = holding({ ...booked(), hold_seconds_left: 70 + CONFIRM_MARGIN_SECONDS });
    const passed = (state: State) => (state.screen.name === "booked" ? state.screen.passed : "gone");
    const at = (state: State, left: number) => reduce(state, { type: "ticked", now: (70 - left) * 1_000 });
    expect(passed(at(start, 61))).to.equal(undefined);
    expect(passed(at(start, 60))).to.equal(60);
    expect(passed(at(at(start, 60), 4))).to.equal(60);
    expect(passed(at(start, 4)), "after a sleep").to.equal(undefined);
    const late = holding({ ...booked(), hold_seconds_left: 4 + CONFIRM_MARGIN_SECONDS });
    expect(passed(reduce(late, { type: "ticked", now: 1_000 })), "on arrival").to.equal(undefined);
  });

  it("does not change between two seconds", () => {
    const state = holding();
    expect(reduce(state, { type: "ticked", now: 0 })).to.equal(state);
  });

  it("that ended by our clock is read from the server", () => {
    const over = reduce(holding(), { type: "ticked", now: HOLD_SECONDS * 1_000 });
    expect(answer(over, booked()).screen).to.include({ name: "booked", left: HOLD_SECONDS });
    expect(answer(over, ORDER)).to.deep.include({
      failure: { code: "hold_expired", about: "Reward A" },
    });
    expect(answer(over, redeemed()).screen.name).to.equal("redeemed");
    expect(fail(over, "offline").screen.name).to.equal("details");
  });

  it("keeps the amount for the next booking", () => {
    const over = reduce(holding(booked({ sku: "FREE", amount: "50" })), {
      type: "ticked",
      now: HOLD_SECONDS * 1_000,
    });
    expect(answer(over, ORDER).screen).to.include({ name: "details", sku: "FREE", amount: "50" });
  });

  it("may be left for another choice, and taken up again", () => {
    const left = reduce(holding(), { type: "back" });
    expect(left.screen.name).to.equal("open");
    const again = play(left, { type: "select", sku: "A" }, { type: "book" });
    expect(answer(again, booked()).screen.name).to.equal("booked");
  });
});
