/** Grants, and the list of what a user has. */
import { describe, expect, it } from "vitest";
import type { OwnedReward, RewardsList } from "../../../shared/wire.ts";
import { newsOf } from "../../../widget/state/news.ts";
import { reduce } from "../../../widget/state/reduce.ts";
import { INITIAL, type State, type Task } from "../../../widget/state/state.ts";
import { booked, ORDER, PRIMARY_AND_PIN, redeemed } from "../support/fake-server.ts";
import { answer, fail, play } from "../support/play.ts";
import { choosing, holding, started, WIRE_CODES } from "../support/states.ts";

const money = (left: string, count = 1) => ({
  grant_id: "g",
  grant: {
    amount: "100",
    currency: "USD",
    spent: String(100 - Number(left)),
    left,
    count,
    state: "open" as const,
  },
});
const had = (order_id: string, more: Partial<OwnedReward> = {}): OwnedReward => ({
  order_id,
  sku: "A",
  reward_name: "Reward A",
  logo_url: null,
  catalog_card_url: null,
  state: "redeemed",
  delivery: "redeem",
  is_used: false,
  ...more,
});
const list = (rewards: OwnedReward[], more: Partial<RewardsList> = {}): RewardsList => ({
  rewards,
  open: [],
  has_more: false,
  ...more,
});
const given = (state: State, page: RewardsList): State =>
  reduce(state, { type: "rewards", task: state.task as Task, list: page });
const listing = (): State => given(started, list([had("1"), had("2")]));
const entering = (order_id: string, isChoice: boolean): State => {
  const asked = reduce(listing(), { type: "enter", opened: { order_id, isChoice } });
  return reduce(asked, { type: "entered", task: asked.task as Task, opened: { order_id, isChoice } });
};

describe("reduce: a grant", () => {
  it("whose last reward was had before this visit begins with the list", () => {
    const at = answer(started, { ...redeemed(), ...money("60") });
    expect([at.screen, at.task]).to.deep.equal([{ name: "rewards" }, { do: "rewards" }]);
    expect(at.order?.grant?.left).to.equal("60");
  });

  it("shows a code that was just made, and leads to the next order", () => {
    const made = answer(reduce(holding({ ...booked(), ...money("60") }), { type: "confirm" }), {
      ...redeemed(),
      ...money("60"),
      codes: WIRE_CODES,
    });
    expect(made.screen).to.include({ name: "redeemed", isFresh: true });
    const asked = reduce(made, { type: "next" });
    expect(asked.task).to.deep.equal({ do: "next" });
    const next = answer(asked, { ...ORDER, order_id: "g~2", ...money("60") });
    expect([next.screen.name, next.order?.order_id]).to.deep.equal(["open", "g~2"]);
  });

  it("has the list one step before its next choice, and the page itself before its first one", () => {
    const next = choosing(undefined, { ...ORDER, ...money("60") });
    expect(reduce(next, { type: "back", isStep: true }).screen.name).to.equal("rewards");
    const first = choosing(undefined, { ...ORDER, ...money("100", 0) });
    expect(reduce(first, { type: "back", isStep: true }).screen.name).to.equal("open");
  });

  it("that is spent leads to the list, and one that is being confirmed elsewhere is waited for", () => {
    const at = answer(started, { ...redeemed(), ...money("60") });
    const asked = reduce(given(at, list([had("1")])), { type: "next" });
    expect(fail(asked, "grant_spent").task).to.deep.equal({ do: "rewards" });
    expect(fail(asked, "order_processing").task).to.deep.equal({ do: "order" });
  });

  it("is read again when the page is looked at again, because another tab may have spent some", () => {
    const grant = choosing(undefined, { ...ORDER, ...money("60") });
    expect(reduce(grant, { type: "returned" }).task).to.deep.equal({ do: "order" });
    expect(reduce(choosing(), { type: "returned" }).task).to.equal(undefined);
  });

  it("tells the page what the reward is worth and what is left", () => {
    const before = reduce(holding({ ...booked(), ...money("60") }), { type: "confirm" });
    const worth = { value: { amount: 40, currency: "USD" } };
    const event = {
      type: "order",
      task: before.task as Task,
      order: { ...redeemed(), ...money("60"), ...worth, codes: WIRE_CODES },
      sentAt: 0,
    } as const;
    expect(newsOf(before, reduce(before, event), event)).to.deep.equal([
      ["reward-redeem", { ...worth, grant_id: "g", left: "60" }],
    ]);
  });
});

describe("reduce: the list", () => {
  it("comes in place of an order, and its further pages after it", () => {
    const first = given(started, list([had("1")], { has_more: true }));
    expect([first.screen.name, first.task]).to.deep.equal(["rewards", { do: "rewards", after: "1" }]);
    const all = given(first, list([had("2")]));
    expect(all.owned?.rewards.map(({ order_id }) => order_id)).to.deep.equal(["1", "2"]);
    expect(all.task).to.equal(undefined);
  });

  it("opens a reward as on any visit, and is there at once on the way back", () => {
    const opened = answer(entering("1", false), { ...redeemed(), ...money("60") });
    expect([opened.screen.name, opened.task]).to.deep.equal(["redeemed", { do: "codes" }]);
    const back = reduce(opened, { type: "list" });
    expect([back.screen.name, back.owned?.rewards.length, back.opened, back.task]).to.deep.equal([
      "rewards",
      2,
      undefined,
      { do: "rewards" },
    ]);
  });

  it("is one step back from the first screen of what was opened", () => {
    const asked = answer(entering("1", false), redeemed());
    const shown = reduce(asked, { type: "codes", task: asked.task as Task, codes: PRIMARY_AND_PIN });
    const revealed = reduce(shown, { type: "reveal", usage: "security" });
    expect(reduce(revealed, { type: "back", isStep: true }).screen.name).to.equal("redeemed");
    expect(reduce(shown, { type: "back", isStep: true }).screen.name).to.equal("rewards");
  });

  it("opens a grant that waits at its next order", () => {
    const at = answer(entering("g~2", true), { ...redeemed(), ...money("60") });
    expect(at.task).to.deep.equal({ do: "next" });
  });

  it("keeps the user's own mark once the server has it, also of one that was opened", () => {
    const opened = answer(entering("1", false), redeemed());
    const asked = reduce(opened, { type: "mark", order_id: "1", used: true });
    expect(asked.screen.name).to.equal("rewards");
    const event = { type: "marked", task: asked.task as Task, order_id: "1", used: true } as const;
    expect(reduce(asked, event).owned?.rewards.map(({ is_used }) => is_used)).to.deep.equal([true, false]);
  });

  it("is shown again when the session of what was opened has ended", () => {
    const opened = answer(entering("1", false), redeemed());
    const ended = reduce(opened, { type: "session-ended", task: opened.task as Task });
    expect(ended.screen.name).to.equal("session-expired");
    expect(reduce(ended, { type: "retry" }).task).to.deep.equal({ do: "rewards" });
  });

  it("is another user's once the page gave another session: nothing of the former one stays", () => {
    for (const before of [listing(), answer(entering("1", false), redeemed())]) {
      const renewed = reduce(before, { type: "renewed" });
      expect([renewed.screen.name, renewed.task, renewed.owned, renewed.opened, renewed.order]).to.deep.equal(
        ["loading", { do: "order" }, undefined, undefined, undefined],
      );
    }
  });

  it("that cannot be read is a problem, but one that is known stays", () => {
    const asked = reduce(play(INITIAL, { type: "started" }), { type: "list" });
    expect(fail(asked, "upstream_unavailable").screen.name).to.equal("problem");
    const again = reduce(listing(), { type: "returned" });
    expect(fail(again, "upstream_unavailable")).to.deep.include({ screen: { name: "rewards" } });
  });
});

describe("reduce: staff", () => {
  it("are not asked for a code that is the customer's alone", () => {
    const at = answer(started, { ...redeemed(), withheld: true });
    expect([at.screen.name, at.task?.do]).to.deep.equal(["redeemed", "details"]);
  });
});
