/** The results of a sent confirmation. */
import { describe, expect, it } from "vitest";
import { pollDelay } from "../../../widget/state/moves.ts";
import { reduce } from "../../../widget/state/reduce.ts";
import type { State, Task } from "../../../widget/state/state.ts";
import { booked, ORDER, processing, redeemed } from "../support/fake-server.ts";
import { answer, fail } from "../support/play.ts";
import { sent, started } from "../support/states.ts";

describe("reduce: an unanswered confirmation", () => {
  for (const code of ["offline", "unreadable"] as const) {
    it(`${code} is checked, never called failed`, () => {
      const state = fail(sent, code);
      expect([state.screen.name, state.task?.do, state.failure]).to.deep.equal([
        "processing",
        "order",
        undefined,
      ]);
    });
  }

  it("is repeated with the same values when the order still waits for it", () => {
    expect(answer(fail(sent, "offline"), booked()).task).to.deep.equal(sent.task);
  });

  it("is not repeated for another attempt, SKU or amount", () => {
    for (const other of [
      booked({ sku: "A" }, 2),
      booked({ sku: "B" }, 1),
      booked({ sku: "A", amount: "5" }, 1),
    ]) {
      const state = answer(fail(sent, "offline"), other);
      expect([state.screen.name, state.sent]).to.deep.equal(["booked", undefined]);
    }
  });

  it("is checked again as long as checks fail", () => {
    let state = fail(sent, "offline");
    for (const code of ["offline", "unreadable", "rate_limited", "upstream_unavailable"] as const) {
      state = fail(state, code);
      expect([state.screen.name, state.task?.do], code).to.deep.equal(["processing", "order"]);
    }
  });

  it("ends with the codes", () => {
    const state = answer(fail(sent, "offline"), redeemed());
    expect([state.screen.name, state.task?.do, state.sent]).to.deep.equal(["redeemed", "codes", undefined]);
  });

  const ended: [what: string, state: State][] = [
    ["that never arrived", fail(sent, "offline")],
    ["that the server proved to have ended without a code", answer(sent, processing("redeem"))],
    ["that was refused for now", answer(fail(sent, "upstream_unavailable"), processing("redeem"))],
    ["that was sent before the page was opened", answer(started, processing("redeem"))],
  ];
  for (const [what, before] of ended) {
    it(`${what} offers the same choice again, with its own message`, () => {
      const state = answer(before, ORDER);
      expect([state.screen.name, state.failure?.code, state.sent]).to.deep.equal([
        "details",
        "not_made",
        undefined,
      ]);
    });
  }

  it("is reported as no connection or as a late answer", () => {
    expect(fail(sent, "offline").screen).to.deep.equal({ name: "processing", polls: 1, isOffline: true });
    const late = reduce(sent, {
      type: "failed",
      task: sent.task as Task,
      failure: { code: "offline", isLate: true },
    });
    expect(late.screen).to.include({ isOffline: false });
    expect(answer(fail(sent, "offline"), processing("redeem")).screen).to.include({ isOffline: false });
  });
});

describe("reduce: a confirmation without a connection", () => {
  const unsent = (state: State): State =>
    reduce(state, {
      type: "failed",
      task: state.task as Task,
      failure: { code: "offline", isUnsent: true },
    });

  it("is known not to be sent, however often the order cannot be read afterwards", () => {
    const lost = unsent(sent);
    expect(lost.screen).to.include({ isUnsent: true, isOffline: true });
    expect(fail(lost, "offline").screen).to.include({ isUnsent: true, polls: 2 });
  });

  it("is on its way as soon as it is sent again", () => {
    const again = answer(unsent(sent), booked());
    expect(again.task).to.deep.equal(sent.task);
    expect(again.screen).to.deep.equal({ name: "processing", polls: 0 });
    expect(fail(again, "offline").screen, "and may have arrived").not.to.have.property("isUnsent");
    expect(unsent(again).screen).to.include({ isUnsent: true });
  });

  it("may have arrived if an earlier one was sent", () => {
    const again = answer(fail(sent, "offline"), booked());
    expect(unsent(again).screen).not.to.have.property("isUnsent");
  });

  it("counts as sent if the server knows one", () =>
    expect(answer(unsent(sent), processing("redeem")).screen).not.to.have.property("isUnsent"));
});

describe("reduce: a refused confirmation", () => {
  for (const code of ["hold_expired", "not_booked"] as const) {
    it(`${code}: one press books the same reward again, which needs a new confirmation`, () => {
      const state = fail(sent, code);
      expect([state.screen.name, state.failure?.code]).to.deep.equal(["details", code]);
      const again = reduce(state, { type: "book" });
      expect(again.task).to.deep.equal({ do: "book", choice: { sku: "A" } });
      expect(answer(again, booked({ sku: "A" }, 2)).screen.name).to.equal("booked");
    });
  }

  for (const code of [
    "confirmation_mismatch",
    "order_processing",
    "order_finished",
    "codes_unreadable",
    "upstream_unavailable",
    "rate_limited",
  ] as const) {
    it(`${code} is followed by a reading of the order`, () => {
      const state = fail(sent, code);
      expect([state.task?.do, state.sent]).to.deep.equal(["order", undefined]);
      expect(answer(state, booked({ sku: "B" }, 2))).to.deep.include({
        failure: { code, isOfConfirmation: true },
      });
      expect(answer(state, redeemed()).screen.name).to.equal("redeemed");
    });
  }
});

describe("reduce: processing", () => {
  it("may be left for another choice while it is only a booking", () => {
    expect(reduce(answer(started, processing("book")), { type: "back" }).screen.name).to.equal("open");
    for (const step of ["redeem", "activate", "notify"] as const) {
      expect(reduce(answer(started, processing(step)), { type: "back" }).screen.name).to.equal("processing");
    }
  });

  it("waits longer each time, up to a limit, and as long as the server asks", () => {
    expect([0, 1, 2, 9].map((polls) => pollDelay(polls))).to.deep.equal([2_000, 2_500, 3_125, 5_000]);
    expect(pollDelay(0, 30_000)).to.equal(30_000);
    const state = answer(answer(started, processing("redeem")), processing("redeem"));
    expect(state.task).to.deep.equal({ do: "order", after: 2_500 });
  });

  it("that fails permanently stops", () => {
    expect(fail(answer(started, processing("redeem")), "order_not_found").screen.name).to.equal("problem");
  });
});
