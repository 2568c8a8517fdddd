/** The screen for the order that is read at the start. */
import { describe, expect, it } from "vitest";
import type { Order } from "../../../shared/wire.ts";
import { reduce } from "../../../widget/state/reduce.ts";
import { rewardOf } from "../../../widget/state/selectors.ts";
import { type Event, FIRST_CARDS, type State, type Task } from "../../../widget/state/state.ts";
import { booked, ORDER, PRIMARY_AND_PIN, processing, redeemed } from "../support/fake-server.ts";
import { answer, fail } from "../support/play.ts";
import { A, B, choosing, started, WIRE_CODES } from "../support/states.ts";

describe("reduce: reading the order", () => {
  const table: [order: Order, screen: string, task: Task["do"] | undefined][] = [
    [ORDER, "open", "catalog"],
    [booked(), "booked", "prepare"],
    [processing("book"), "processing", "order"],
    [processing("redeem"), "processing", "order"],
    [processing("activate"), "processing", "order"],
    [redeemed(), "redeemed", "codes"],
    [{ ...redeemed(), codes: WIRE_CODES }, "redeemed", "details"],
    [{ ...ORDER, state: "activated" }, "activated", undefined],
    [{ ...ORDER, state: "notified" }, "notified", undefined],
    [{ ...ORDER, state: "canceled" }, "canceled", undefined],
    [{ ...ORDER, state: "refunded" }, "refunded", undefined],
    [{ ...ORDER, state: "failed" }, "failed", undefined],
    [{ ...ORDER, state: "denied" }, "denied", undefined],
    [{ ...ORDER, state: "blocked" }, "blocked", undefined],
    [{ ...ORDER, state: "expired" }, "expired", undefined],
    [{ ...ORDER, state: "brand_new" as never }, "problem", undefined],
  ];
  for (const [order, screen, task] of table) {
    it(`${order.state}${order.step ? ` ${order.step}` : ""} resumes at ${screen}`, () => {
      const state = answer(started, order);
      expect([state.screen.name, state.task?.do]).to.deep.equal([screen, task]);
    });
  }

  it("keeps codes and links only on the screens that show them", () => {
    const state = answer(started, { ...redeemed(), codes: WIRE_CODES, url: "https://x.example" });
    expect(state.order).not.to.have.any.keys("codes", "url");
  });

  it("skips the picker if there is only one reward", () => {
    expect(choosing([A]).screen).to.include({ name: "details", sku: "A" });
  });

  it("drops the answer to a task that is not the current one", () => {
    const late: Task = { do: "order" };
    for (const event of [
      { type: "order", task: late, order: redeemed(), sentAt: 0 },
      { type: "failed", task: late, failure: { code: "offline" } },
      { type: "codes", task: late, codes: PRIMARY_AND_PIN },
      { type: "session-ended", task: late },
      { type: "catalog", task: late, rewards: [] },
      { type: "details", task: late, details: B },
      { type: "prepared", task: late },
    ] satisfies Event[]) {
      expect(reduce(started, event), event.type).to.equal(started);
    }
  });
});

describe("reduce: one reward only", () => {
  it("that is not available is reported, and not requested in a loop", () => {
    const details = choosing([A]);
    expect(details.task).to.deep.equal({ do: "details", sku: "A" });
    const told = fail(details, "reward_unavailable");
    expect([told.screen.name, told.task]).to.deep.equal(["problem", undefined]);
  });
});

describe("reduce: the first screen, once the later rules are loaded", () => {
  it("draws more cards when the end comes near, and starts again with another search", () => {
    const more = reduce(choosing(), { type: "more" });
    expect(more.search.shown).to.be.above(FIRST_CARDS);
    expect(reduce(more, { type: "search", query: "b" }).search).to.deep.equal({
      query: "b",
      shown: FIRST_CARDS,
    });
  });

  it("repeats the same task", () => {
    const problem: State = {
      ...choosing(),
      screen: {
        name: "problem",
        failure: { code: "offline" },
        retry: { do: "catalog" },
        from: { name: "open" },
      },
    };
    const again = reduce(problem, { type: "retry" });
    expect([again.screen, again.task]).to.deep.equal([{ name: "open" }, { do: "catalog" }]);
  });

  it("knows the rewards that came with a booked order", () => {
    const task = started.task ?? { do: "order" };
    const here = reduce(started, { type: "order", task, order: booked(), catalog: [A, B], sentAt: 0 });
    expect([here.screen.name, here.catalog]).to.deep.equal(["booked", [A, B]]);
    expect(reduce(here, { type: "back" }).screen).to.deep.equal({ name: "open" });
  });

  it("knows the reward of a finished order, which is not offered for a choice", () => {
    const task = started.task ?? { do: "order" };
    const here = reduce(started, { type: "order", task, order: redeemed(), reward: A, sentAt: 0 });
    expect([rewardOf(here, "A"), here.catalog]).to.deep.equal([A, undefined]);
  });
});
