/** The end and the renewal of a session. */
import { describe, expect, it } from "vitest";
import { reduce } from "../../../widget/state/reduce.ts";
import type { Task } from "../../../widget/state/state.ts";
import { booked, ORDER, PRIMARY_AND_PIN, processing, redeemed } from "../support/fake-server.ts";
import { answer, fail, play } from "../support/play.ts";
import { FREE, holding, reading, sent, started, WIRE_CODES } from "../support/states.ts";

describe("reduce: sessions", () => {
  it("end in a screen of their own, and a new one continues at the same place", () => {
    const typed = play(reading(FREE), { type: "amount", amount: "37" }, { type: "renewed" });
    const ended = reduce(typed, { type: "session-ended", task: typed.task as Task });
    expect(ended.screen.name).to.equal("session-expired");
    for (const type of ["renewed", "retry"] as const) {
      const resumed = reduce(ended, { type });
      expect([resumed.screen, resumed.task]).to.deep.equal([
        { name: "details", sku: "FREE", amount: "37", refusal: undefined },
        { do: "order" },
      ]);
      expect(answer(resumed, ORDER).screen).to.include({ name: "details", amount: "37" });
    }
  });

  it("that continue at a hold ignore presses of a pointer at first", () => {
    const renewed = reduce(holding(), { type: "renewed" });
    const ended = reduce(renewed, { type: "session-ended", task: renewed.task as Task });
    const resumed = answer(reduce(ended, { type: "retry" }), booked());
    expect([resumed.screen.name, resumed.isNew]).to.deep.equal(["booked", true]);
  });

  it("that end remove the codes from the screen and the state", () => {
    const shown = answer(started, { ...redeemed(), codes: WIRE_CODES });
    const asked = reduce(reduce(shown, { type: "retry" }), { type: "renewed" });
    const ended = reduce(asked, { type: "session-ended", task: asked.task as Task });
    expect(JSON.stringify(ended)).not.to.contain(PRIMARY_AND_PIN.items[0]?.value);
    expect(reduce(ended, { type: "renewed" }).screen).to.deep.equal({ name: "redeemed", revealed: [] });
  });

  it("that are not known end the polling for a confirmation's outcome", () => {
    const polling = answer(sent, processing("redeem"));
    expect(fail(polling, "session_invalid").screen.name).to.equal("session-expired");
  });

  it("that are renewed do not disturb a sent change", () => {
    const booking = reduce(reading(), { type: "book" });
    expect(reduce(booking, { type: "renewed" })).to.equal(booking);
    expect(reduce(sent, { type: "renewed" })).to.equal(sent);
  });

  it("are renewed without losing the place", () => {
    const renewed = reduce(reading(), { type: "renewed" });
    expect(answer(renewed, ORDER).screen).to.include({ name: "details", sku: "A" });
    expect(answer(renewed, booked()).screen).to.include({ name: "details", sku: "A" });
  });

  it("of another order show that order", () => {
    const renewed = reduce(reading(), { type: "renewed" });
    const other = answer(renewed, { ...redeemed(), order_id: "order-2" });
    expect(other).to.deep.include({ screen: { name: "redeemed", codes: undefined, revealed: [] } });
    expect(answer(renewed, { ...ORDER, order_id: "order-2" }).screen.name).to.equal("open");
  });
});
