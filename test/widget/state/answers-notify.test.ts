/** Delivery by e-mail: a confirmation without a hold, and the result of its answer, or of none. */
import { describe, expect, it } from "vitest";
import { reduce } from "../../../widget/state/reduce.ts";
import type { Event, Task } from "../../../widget/state/state.ts";
import { confirming, NOTIFY, notifying, readingFor } from "../support/deliveries.ts";
import { notified, processing, redeemed } from "../support/fake-server.ts";
import { answer, fail, play } from "../support/play.ts";
import { REFUSALS_OF_A_CHOICE, type Refusal } from "../support/refusals.ts";
import { FREE, started } from "../support/states.ts";

describe("delivery notify", () => {
  it("books nothing: the choice is shown for confirmation, without any call", () => {
    expect([confirming.screen, confirming.task]).to.deep.equal([
      { name: "confirming", choice: { sku: "A" } },
      undefined,
    ]);
  });

  it("refuses an amount before the confirmation, and keeps an allowed one", () => {
    const free = readingFor(NOTIFY, FREE);
    const typed = (amount: string) => play(free, { type: "amount", amount }, { type: "book" }).screen;
    expect(typed("151")).to.include({ name: "details", refusal: "amount_out_of_range" });
    expect(typed("50")).to.deep.include({ name: "confirming", choice: { sku: "FREE", amount: "50" } });
  });

  it("goes back to the reward with its amount, and sends nothing", () => {
    const free = play(readingFor(NOTIFY, FREE), { type: "amount", amount: "50" }, { type: "book" });
    const back = reduce(free, { type: "back" });
    expect([back.screen, back.task]).to.deep.equal([
      { name: "details", sku: "FREE", amount: "50" },
      undefined,
    ]);
  });

  it("sends one confirmation however often it is pressed, and nothing disturbs it", () => {
    expect(notifying.task).to.deep.equal({ do: "notify", confirmation: { sku: "A" } });
    for (const event of [
      { type: "confirm" },
      { type: "book" },
      { type: "back" },
      { type: "select", sku: "FREE" },
      { type: "retry" },
      { type: "renewed" },
      { type: "returned" },
      { type: "masked" },
      { type: "wiped" },
      { type: "unloadable" },
    ] satisfies Event[]) {
      expect(reduce(notifying, event), event.type).to.equal(notifying);
    }
  });

  it("ends on the screen with the address", () => {
    const state = answer(notifying, notified());
    expect([state.screen, state.sent]).to.deep.equal([{ name: "notified" }, undefined]);
  });

  it("keeps its screen, and nothing else, when the session is renewed before the confirmation", () => {
    const renewed = reduce(confirming, { type: "renewed" });
    expect(answer(renewed, NOTIFY).screen).to.deep.equal({ name: "confirming", choice: { sku: "A" } });
    const ended = reduce(renewed, { type: "session-ended", task: renewed.task as Task });
    const resumed = reduce(ended, { type: "retry" });
    expect([resumed.screen, resumed.isNew]).to.deep.equal([
      { name: "confirming", choice: { sku: "A" } },
      true,
    ]);
  });
});

describe("a notify without an answer", () => {
  for (const code of ["offline", "unreadable"] as const) {
    it(`${code} is checked, never called failed`, () => {
      const state = fail(notifying, code);
      expect([state.screen.name, state.task?.do, state.failure]).to.deep.equal([
        "processing",
        "order",
        undefined,
      ]);
    });
  }

  it("that the server does not know is repeated with the same values", () => {
    expect(answer(fail(notifying, "offline"), NOTIFY).task).to.deep.equal(notifying.task);
  });

  it("is checked until a check succeeds, and repeated afterwards", () => {
    const looking = fail(fail(fail(notifying, "offline"), "upstream_unavailable"), "offline");
    expect(looking.screen.name).to.equal("processing");
    expect(answer(looking, NOTIFY).task).to.deep.equal(notifying.task);
  });

  it("that the server proved to have ended without effect is reported, and not repeated", () => {
    const taken = answer(fail(notifying, "offline"), processing("notify"));
    const state = answer(taken, NOTIFY);
    expect([state.screen, state.failure, state.sent]).to.deep.equal([
      { name: "details", sku: "A", amount: "" },
      { code: "not_made", about: "Reward A" },
      undefined,
    ]);
  });

  it("that is answered with an open order is reported, not sent in a loop", () => {
    const state = answer(notifying, NOTIFY);
    expect([state.failure?.code, state.task]).to.deep.equal(["not_made", undefined]);
  });

  it("that was sent before the page was opened offers the choice again if it ended without effect", () => {
    const polling = answer(started, processing("notify", { delivery: "notify" }));
    expect(answer(polling, NOTIFY)).to.deep.include({ failure: { code: "not_made" } });
  });

  it("ends with the address, or with codes if the link was opened meanwhile", () => {
    const doubt = fail(notifying, "offline");
    expect(answer(doubt, notified()).screen.name).to.equal("notified");
    expect(answer(doubt, { ...redeemed(), delivery: "notify" }).task?.do).to.equal("codes");
  });
});

describe("a refused notify", () => {
  const table: readonly Refusal[] = [
    ...REFUSALS_OF_A_CHOICE,
    ["attempts_exhausted", "confirming", undefined],
    ["promotion_unavailable", "confirming", undefined],
    ["invalid_request", "confirming", undefined],
  ];
  for (const [code, screen, task] of table) {
    it(`${code} leads to ${screen}`, () => {
      const state = fail(notifying, code);
      expect([state.screen.name, state.task?.do, state.sent]).to.deep.equal([screen, task, undefined]);
    });
  }

  it("of an amount is shown at that amount", () => {
    const free = play(readingFor(NOTIFY, FREE), { type: "amount", amount: "50" }, { type: "book" });
    expect(fail(reduce(free, { type: "confirm" }), "amount_out_of_range").screen).to.deep.equal({
      name: "details",
      sku: "FREE",
      amount: "50",
      refusal: "amount_out_of_range",
    });
  });

  for (const code of ["upstream_unavailable", "upstream_invalid", "rate_limited"] as const) {
    it(`${code} is followed by a reading of the order, and the user decides again`, () => {
      const asked = fail(notifying, code, { retryAfter: 7_000 });
      expect([asked.screen.name, asked.task]).to.deep.equal(["processing", { do: "order", after: 7_000 }]);
      const state = answer(asked, NOTIFY);
      expect([state.screen.name, state.failure?.code, state.task, state.sent]).to.deep.equal([
        "confirming",
        code,
        undefined,
        undefined,
      ]);
      expect(reduce(state, { type: "confirm" }).task).to.deep.equal(notifying.task);
      expect(answer(asked, notified()).screen.name).to.equal("notified");
    });
  }

  it("is not repeated by itself, however often reading the order fails", () => {
    const looking = fail(fail(notifying, "upstream_unavailable"), "offline");
    expect(answer(looking, NOTIFY)).to.deep.include({ sent: undefined, task: undefined });
  });
});
