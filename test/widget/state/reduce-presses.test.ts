/** The effects of a press: single or repeated, in time or too early. */
import { describe, expect, it } from "vitest";
import { reduce } from "../../../widget/state/reduce.ts";
import type { Event, Task } from "../../../widget/state/state.ts";
import { booked, HOLD_SECONDS, redeemed, reward } from "../support/fake-server.ts";
import { answer, fail, play } from "../support/play.ts";
import { A, B, choosing, holding, reading, sent, WIRE_CODES } from "../support/states.ts";

describe("reduce: presses", () => {
  it("starts one booking however often it is pressed", () => {
    const once = reduce(reading(), { type: "book" });
    expect(once.task).to.deep.equal({ do: "book", choice: { sku: "A" } });
    expect(play(once, { type: "book" }, { type: "book" })).to.equal(once);
  });

  it("starts one redeem however often it is pressed, with exactly what is booked", () => {
    const state = holding(booked({ sku: "A", amount: "50" }, 3));
    const once = reduce(state, { type: "confirm" });
    expect(once.task).to.deep.equal({ do: "redeem", confirmation: { attempt: 3, sku: "A", amount: "50" } });
    expect(play(once, { type: "confirm" }, { type: "confirm" })).to.equal(once);
  });

  it("lets nothing disturb a confirmation in flight", () => {
    for (const event of [
      { type: "back" },
      { type: "book" },
      { type: "select", sku: "B" },
      { type: "retry" },
      { type: "renewed" },
      { type: "returned" },
      { type: "masked" },
      { type: "wiped" },
      { type: "unloadable" },
      { type: "unset" },
      { type: "covered" },
      { type: "ticked", now: 1e9 },
    ] satisfies Event[]) {
      expect(reduce(sent, event), event.type).to.equal(sent);
    }
  });

  it("marks every screen as new until it has settled, except the first cards", () => {
    expect(choosing().isNew).to.equal(undefined);
    const details = reduce(choosing(), { type: "select", sku: "A" });
    const read = reduce(details, { type: "details", task: details.task as Task, details: A });
    const held = answer(reduce(reading(), { type: "book" }), booked());
    const shown = answer(sent, { ...redeemed(), codes: WIRE_CODES });
    const seen = reduce(shown, { type: "settled" });
    const atTill = reduce(seen, { type: "till", size: "large" });
    expect(sent.isNew, "what was confirmed stays for a moment").to.equal(undefined);
    const waiting = reduce(sent, { type: "waited" });
    const news = { details, read, held, waiting, shown, atTill };
    for (const [name, state] of Object.entries(news)) {
      expect(state.isNew, name).to.equal(true);
      const settled = reduce(state, { type: "settled" });
      expect(settled, name).to.deep.equal({ ...state, isNew: undefined });
      expect(reduce(settled, { type: "settled" }), name).to.equal(settled);
    }
    expect(reduce(reduce(atTill, { type: "settled" }), { type: "till" }).isNew).to.equal(true);
    expect(reduce(seen, { type: "reveal", usage: "security" }).isNew).to.equal(undefined);
    expect(reduce(reading(), { type: "select", sku: "B" }).isNew).to.equal(true);
  });

  it("reports a press of an invisible button once, and confirms at the next press", () => {
    const told = reduce(holding(), { type: "covered" });
    expect([told.failure?.code, told.task, told.screen.name]).to.deep.equal(["covered", undefined, "booked"]);
    expect(reduce(told, { type: "covered" })).to.equal(told);
    const sentOff = reduce(told, { type: "confirm" });
    expect([sentOff.task?.do, sentOff.failure]).to.deep.equal(["redeem", undefined]);
    const choosing = reading();
    expect(reduce(choosing, { type: "covered" })).to.equal(choosing);
  });

  it("does not confirm before everything needed afterwards is loaded", () => {
    const unprepared = answer(reduce(reading(), { type: "book" }), booked());
    expect(unprepared.task?.do).to.equal("prepare");
    expect(reduce(unprepared, { type: "confirm" })).to.equal(unprepared);
    expect(reduce(fail(unprepared, "offline"), { type: "confirm" }).task).to.equal(undefined);
  });

  it("does not confirm a hold that has ended", () => {
    const over = reduce(holding(), { type: "ticked", now: HOLD_SECONDS * 1_000 });
    expect(over.task?.do).to.equal("order");
    expect(reduce(over, { type: "confirm" })).to.equal(over);
  });

  it("does not choose or book what is out of stock", () => {
    const gone = reward("A", { in_stock: false });
    const state = choosing([gone, B]);
    expect(reduce(state, { type: "select", sku: "A" })).to.equal(state);
    expect(reduce(state, { type: "select", sku: "made-up" })).to.equal(state);
    const outdated = reading(gone, [A, B]);
    expect(reduce(outdated, { type: "book" })).to.equal(outdated);
  });

  it("books while the terms are loading, and loads them before anything is final", () => {
    const state = reduce(choosing(), { type: "select", sku: "A" });
    const booking = reduce(state, { type: "book" });
    expect(booking.task).to.deep.equal({ do: "book", choice: { sku: "A" } });
    const held = answer(booking, booked());
    const prepared = reduce(held, { type: "prepared", task: held.task as Task });
    expect(prepared.task).to.deep.equal({ do: "details", sku: "A" });
  });

  it("continues to load the terms if the booking that interrupted this was refused", () => {
    const booking = play(choosing(), { type: "select", sku: "A" }, { type: "book" });
    const refused = reduce(booking, {
      type: "failed",
      task: booking.task ?? { do: "prepare" },
      failure: { code: "upstream_unavailable" },
    });
    expect([refused.screen.name, refused.task]).to.deep.equal(["details", { do: "details", sku: "A" }]);
  });

  it("uses the barcode drawers that were loaded while the user looked at the reward", () => {
    const early = play(reading(A), { type: "prefetched" }, { type: "book" });
    const here = reduce(early, {
      type: "order",
      task: early.task ?? { do: "prepare" },
      order: booked(),
      sentAt: 0,
    });
    expect([here.screen.name, here.prepared, here.task?.do]).to.deep.equal(["booked", true, undefined]);
    const late = play(reading(A), { type: "book" });
    const waiting = reduce(late, {
      type: "order",
      task: late.task ?? { do: "prepare" },
      order: booked(),
      sentAt: 0,
    });
    expect(waiting.task?.do).to.equal("prepare");
    expect(reduce(waiting, { type: "prefetched" })).to.deep.include({ prepared: true, task: undefined });
  });
});
