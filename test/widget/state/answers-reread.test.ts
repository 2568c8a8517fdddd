/** The results of reading an order again. */
import { describe, expect, it } from "vitest";
import type { Order } from "../../../shared/wire.ts";
import { reduce } from "../../../widget/state/reduce.ts";
import type { Sending, State } from "../../../widget/state/state.ts";
import { activating, linked, NOTIFY, notifying } from "../support/deliveries.ts";
import { activated, booked, notified, redeemed, reward, SECRET_URL } from "../support/fake-server.ts";
import { answer, fail } from "../support/play.ts";
import { started } from "../support/states.ts";

describe("codes that are refused", () => {
  it("although the order has them are reported, and not requested in a loop", () => {
    const asked = answer(started, redeemed());
    const state = answer(fail(asked, "not_redeemed"), redeemed());
    expect([state.failure?.code, state.task]).to.deep.equal(["not_redeemed", undefined]);
    expect(reduce(state, { type: "retry" }).task?.do).to.equal("codes");
  });
});

describe("a page that becomes visible again", () => {
  it("reads the order of a mailed link, which may have been opened", () => {
    const state = reduce({ ...answer(started, notified()), task: undefined }, { type: "returned" });
    expect(state.task?.do).to.equal("order");
    expect(fail(state, "offline").screen.name).to.equal("notified");
    expect(answer(state, { ...redeemed(), delivery: "notify" }).screen.name).to.equal("redeemed");
  });

  for (const [what, order] of [
    ["a link", activated()],
    ["an e-mail", notified()],
  ] as const) {
    it(`reads the order of ${what} once more after a while, because the server's answer may be some seconds old`, () => {
      const details = reward("A");
      const shown: State = { ...answer(started, { ...order, url: SECRET_URL }), details, task: undefined };
      const looking = reduce(shown, { type: "returned" });
      const again = answer(looking, order);
      expect(again.task).to.deep.equal({ do: "order", after: 6_000 });
      expect(answer(again, order).task).to.equal(undefined);
      expect(answer(again, redeemed()).screen.name).to.equal("redeemed");
    });
  }

  it("requests the link at once if the user wants that, whatever else is being read", () => {
    const looking = reduce({ ...linked, task: undefined }, { type: "returned" });
    expect(reduce(looking, { type: "retry" }).task?.do).to.equal("link");
  });
});

describe("a sent confirmation", () => {
  const sendings: [what: string, state: State][] = [
    ["activate", activating],
    ["notify", notifying],
  ];
  for (const [what, state] of sendings) {
    it(`of ${what} is repeated as a new task, so that a late answer to the first is not taken for its own`, () => {
      const held: Order = what === "activate" ? { ...booked(), delivery: "activate" } : NOTIFY;
      const again = answer(fail(state, "offline"), held);
      expect(again.task).to.deep.equal(state.sent satisfies Sending | undefined);
      expect(again.task).not.to.equal(state.task);
    });
  }
});
