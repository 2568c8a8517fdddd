import { expect } from "@open-wc/testing";
import type { Order } from "../../shared/wire.ts";
import type { FailureCode } from "../../widget/failure.ts";
import { reduce } from "../../widget/reduce.ts";
import { type Event, INITIAL, type Sending, type State, type Task } from "../../widget/state.ts";
import {
  activated,
  booked,
  notified,
  openFor,
  processing,
  redeemed,
  reward,
  SECRET_URL,
} from "./support/fake-server.ts";
import { answer, fail, play } from "./support/play.ts";

const A = reward("A");
const FREE = reward("FREE", { free_value: true, min_amount: "5", max_amount: "150" });
const started = reduce(INITIAL, { type: "started" });

/** The rewards are laid out, one is picked, and its terms are read. */
function reading(order: Order, details = A): State {
  const asked = answer(started, order);
  const cards = reduce(asked, { type: "catalog", task: asked.task as Task, rewards: [A, FREE] });
  const selected = reduce(cards, { type: "select", sku: details.sku });
  return play(selected, { type: "details", task: selected.task as Task, details }, { type: "settled" });
}

const ACTIVATE = openFor("activate");
const NOTIFY = openFor("notify");

function holding(): State {
  const held = answer(reduce(reading(ACTIVATE), { type: "book" }), { ...booked(), delivery: "activate" });
  return play(held, { type: "prepared", task: held.task as Task }, { type: "settled" });
}

const confirming = play(reading(NOTIFY), { type: "book" }, { type: "settled" });
const activating = reduce(holding(), { type: "confirm" });
const notifying = reduce(confirming, { type: "confirm" });

const withUrl: Order = { ...activated(), url: SECRET_URL };
const linked = answer(activating, withUrl);
const urlOf = ({ screen }: State) => (screen.name === "activated" ? screen.url : screen.name);

describe("delivery notify", () => {
  it("books nothing: what was chosen is laid out to be confirmed, without any call", () => {
    expect([confirming.screen, confirming.task]).to.deep.equal([
      { name: "confirming", choice: { sku: "A" } },
      undefined,
    ]);
  });

  it("refuses an amount before it is laid out, and takes the allowed one along", () => {
    const free = reading(NOTIFY, FREE);
    const typed = (amount: string) => play(free, { type: "amount", amount }, { type: "book" }).screen;
    expect(typed("151")).to.include({ name: "details", refusal: "amount_out_of_range" });
    expect(typed("50")).to.deep.include({ name: "confirming", choice: { sku: "FREE", amount: "50" } });
  });

  it("goes back to the reward with its amount, and sends nothing for it", () => {
    const free = play(reading(NOTIFY, FREE), { type: "amount", amount: "50" }, { type: "book" });
    const back = reduce(free, { type: "back" });
    expect([back.screen, back.task]).to.deep.equal([
      { name: "details", sku: "FREE", amount: "50", isNew: true },
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
      { type: "settled" },
    ] satisfies Event[]) {
      expect(reduce(notifying, event), event.type).to.equal(notifying);
    }
  });

  it("is not confirmed by a pointer on a screen that just appeared", () => {
    const fresh = play(reading(NOTIFY), { type: "book" });
    expect(reduce(fresh, { type: "confirm", byPointer: true })).to.equal(fresh);
    expect(reduce(fresh, { type: "confirm" }).task?.do).to.equal("notify");
  });

  it("ends where the address is told", () => {
    const state = answer(notifying, notified());
    expect([state.screen, state.sent]).to.deep.equal([{ name: "notified" }, undefined]);
  });

  it("keeps its place, and only that, when the session is renewed before it is confirmed", () => {
    const renewed = reduce(confirming, { type: "renewed" });
    expect(answer(renewed, NOTIFY).screen).to.deep.equal({ name: "confirming", choice: { sku: "A" } });
    const ended = reduce(renewed, { type: "session-ended", task: renewed.task as Task });
    expect(reduce(ended, { type: "retry" }).screen).to.deep.equal({
      name: "confirming",
      choice: { sku: "A" },
      isNew: true,
    });
  });
});

describe("a notify without an answer", () => {
  for (const code of ["offline", "unreadable"] as const) {
    it(`${code} is looked into, never called failed`, () => {
      const state = fail(notifying, code);
      expect([state.screen.name, state.task?.do, state.failure]).to.deep.equal([
        "processing",
        "order",
        undefined,
      ]);
    });
  }

  it("that the server knows nothing of is repeated with the same values", () => {
    expect(answer(fail(notifying, "offline"), NOTIFY).task).to.deep.equal(notifying.task);
  });

  it("goes on looking while looking fails, and is repeated afterwards", () => {
    const looking = fail(fail(fail(notifying, "offline"), "upstream_unavailable"), "offline");
    expect(looking.screen.name).to.equal("processing");
    expect(answer(looking, NOTIFY).task).to.deep.equal(notifying.task);
  });

  it("that the server took and proved to have ended without effect is told, and not repeated", () => {
    const taken = answer(fail(notifying, "offline"), processing("notify"));
    const state = answer(taken, NOTIFY);
    expect([state.screen, state.failure, state.sent]).to.deep.equal([
      { name: "details", sku: "A", amount: "", isNew: true },
      { code: "not_made", about: "Reward A" },
      undefined,
    ]);
  });

  it("that is answered with an order that is still open is told, not sent round and round", () => {
    const state = answer(notifying, NOTIFY);
    expect([state.failure?.code, state.task]).to.deep.equal(["not_made", undefined]);
  });

  it("that was sent before the page was opened offers the choice again where it ended without effect", () => {
    const polling = answer(started, processing("notify", { delivery: "notify" }));
    expect(answer(polling, NOTIFY)).to.deep.include({ failure: { code: "not_made" } });
  });

  it("ends with the address, or with codes where the link was opened meanwhile", () => {
    const doubt = fail(notifying, "offline");
    expect(answer(doubt, notified()).screen.name).to.equal("notified");
    expect(answer(doubt, { ...redeemed(), delivery: "notify" }).task?.do).to.equal("codes");
  });
});

describe("a refused notify", () => {
  const table: [code: FailureCode, screen: string, task: Task["do"] | undefined][] = [
    ["out_of_stock", "open", "catalog"],
    ["reward_unavailable", "open", "catalog"],
    ["reward_not_found", "open", "catalog"],
    // A reward of a fixed value is worth more than the session allows.
    ["amount_out_of_range", "open", "catalog"],
    ["order_finished", "loading", "order"],
    ["order_processing", "loading", "order"],
    ["delivery_mismatch", "loading", "order"],
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

  it("of an amount stands beside that amount", () => {
    const free = play(reading(NOTIFY, FREE), { type: "amount", amount: "50" }, { type: "book" });
    expect(fail(reduce(free, { type: "confirm" }), "amount_out_of_range").screen).to.deep.equal({
      name: "details",
      sku: "FREE",
      amount: "50",
      isNew: true,
      refusal: "amount_out_of_range",
    });
  });

  for (const code of ["upstream_unavailable", "upstream_invalid", "rate_limited"] as const) {
    it(`${code} is judged by reading the order, and the person decides again`, () => {
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

describe("delivery activate", () => {
  it("confirms exactly what is booked, once, and nothing disturbs it", () => {
    expect(activating.task).to.deep.equal({ do: "activate", confirmation: { attempt: 1, sku: "A" } });
    for (const type of ["confirm", "back", "retry", "renewed", "returned", "wiped", "unloadable"] as const)
      expect(reduce(activating, { type }), type).to.equal(activating);
  });

  it("shows the link of the answer, and keeps it nowhere else", () => {
    expect([linked.screen, linked.sent]).to.deep.equal([{ name: "activated", url: SECRET_URL }, undefined]);
    expect(JSON.stringify({ ...linked, screen: {} })).not.to.contain(SECRET_URL);
  });

  it("without an answer is looked into, and repeated where the hold still waits for it", () => {
    const doubt = fail(activating, "offline");
    expect([doubt.screen.name, doubt.failure]).to.deep.equal(["processing", undefined]);
    const held: Order = { ...booked(), delivery: "activate" };
    expect(answer(doubt, held).task).to.deep.equal(activating.task);
    expect(answer(doubt, { ...held, attempt: 2 }).screen.name).to.equal("booked");
  });

  it("that was taken without an answer ends with the link, which is asked for", () => {
    const state = answer(fail(activating, "offline"), activated());
    expect([state.screen.name, state.task]).to.deep.equal([
      "activated",
      { do: "link", confirmation: { attempt: 1, sku: "A" } },
    ]);
    expect(urlOf(answer(state, withUrl))).to.equal(SECRET_URL);
  });

  it("that ended without effect is told as that", () =>
    expect(answer(fail(activating, "offline"), ACTIVATE).failure).to.deep.equal({
      code: "not_made",
      about: "Reward A",
    }));

  it("that is refused because the hold ran out lays the same choice out again", () =>
    expect(fail(activating, "hold_expired").screen).to.include({ name: "details", sku: "A" }));

  const refused = ["javascript:alert(1)", "http://evil.example/", "https://a@evil.example/", "", 7, null];
  for (const url of refused) {
    it(`stops at the address ${JSON.stringify(url)}, which never shows`, () => {
      const state = answer(activating, { ...activated(), url: url as string });
      expect(state.screen).to.deep.include({ name: "problem", failure: { code: "codes_unreadable" } });
      expect([state.task, state.sent]).to.deep.equal([undefined, undefined]);
    });
  }
});

describe("the link of an activated order", () => {
  const back = answer(started, activated({ sku: "FREE", amount: "50", attempt: 3 }));

  it("is asked for with the same values when the person comes back", () => {
    expect(back.task).to.deep.equal({
      do: "link",
      confirmation: { attempt: 3, sku: "FREE", amount: "50" },
    } satisfies Task);
  });

  it("gives way to the codes where it was opened meanwhile", () => {
    for (const state of [back, linked, reduce(linked, { type: "returned" })]) {
      const asked = state.task ? state : reduce(state, { type: "renewed" });
      const shown = answer(asked, { ...redeemed(), delivery: "activate" });
      expect([shown.screen.name, shown.task?.do]).to.deep.equal(["redeemed", "codes"]);
    }
  });

  it("that is refused because the order moved on leads to the codes", () => {
    for (const code of ["order_finished", "not_booked"] as const) {
      const reread = fail(back, code);
      expect(reread.task).to.deep.include({ do: "order" });
      expect(answer(reread, { ...redeemed(), delivery: "activate" }).task?.do).to.equal("codes");
    }
  });

  it("that is refused although the order says it is there is told, and not asked for round and round", () => {
    const state = answer(fail(back, "order_finished"), activated());
    expect([state.screen.name, state.task, state.failure?.code]).to.deep.equal([
      "activated",
      undefined,
      "order_finished",
    ]);
    expect(reduce(state, { type: "returned" })).to.equal(state);
    expect(reduce(state, { type: "retry" }).task?.do).to.equal("link");
  });

  it("that an answer lacks is told, and asked for again by the person only", () => {
    const state = answer(back, activated());
    expect([state.failure?.code, state.task]).to.deep.equal(["unreadable", undefined]);
  });

  it("that cannot be fetched leaves the screen, with one press to ask again", () => {
    const state = fail(back, "upstream_unavailable");
    expect([state.screen.name, state.failure?.code]).to.deep.equal(["activated", "upstream_unavailable"]);
    expect(reduce(state, { type: "retry" }).task).to.deep.equal(back.task);
  });

  it("is gone when the page goes away, and asked for when it comes back", () => {
    const wiped = reduce(linked, { type: "wiped" });
    expect(JSON.stringify(wiped)).not.to.contain(SECRET_URL);
    const returned = reduce(wiped, { type: "returned" });
    expect(returned.task?.do).to.equal("order");
    expect(answer(returned, activated()).task?.do).to.equal("link");
  });

  it("that comes after the page went away is dropped", () => {
    const late = back.task as Task;
    const state = play(back, { type: "wiped" }, { type: "order", task: late, order: withUrl, sentAt: 0 });
    expect(urlOf(state)).to.equal(undefined);
  });

  it("stays while the order is read again, also where that fails", () => {
    const looking = reduce({ ...linked, task: undefined }, { type: "returned" });
    expect(looking.task?.do).to.equal("order");
    expect(urlOf(answer(looking, activated()))).to.equal(SECRET_URL);
    const failed = fail(looking, "offline");
    expect([urlOf(failed), failed.failure]).to.deep.equal([SECRET_URL, undefined]);
  });

  it("leaves the screen and the state when the session ends", () => {
    const asked = reduce(linked, { type: "renewed" });
    const ended = reduce(asked, { type: "session-ended", task: asked.task as Task });
    expect(JSON.stringify(ended)).not.to.contain(SECRET_URL);
    const resumed = reduce(ended, { type: "retry" });
    expect(answer(resumed, activated()).task?.do).to.equal("link");
  });
});

describe("codes that are refused", () => {
  it("although the order says they are there are told, and not asked for round and round", () => {
    const asked = answer(started, redeemed());
    const state = answer(fail(asked, "not_redeemed"), redeemed());
    expect([state.failure?.code, state.task]).to.deep.equal(["not_redeemed", undefined]);
    expect(reduce(state, { type: "retry" }).task?.do).to.equal("codes");
  });
});

describe("a page that is looked at again", () => {
  it("reads the order of a link that was mailed: it may have been opened", () => {
    const state = reduce({ ...answer(started, notified()), task: undefined }, { type: "returned" });
    expect(state.task?.do).to.equal("order");
    expect(fail(state, "offline").screen.name).to.equal("notified");
    expect(answer(state, { ...redeemed(), delivery: "notify" }).screen.name).to.equal("redeemed");
  });

  for (const [what, order] of [
    ["a link", activated()],
    ["an e-mail", notified()],
  ] as const) {
    it(`reads the order of ${what} once more after a while: the server's look may be some seconds old`, () => {
      const details = reward("A");
      const shown: State = { ...answer(started, { ...order, url: SECRET_URL }), details, task: undefined };
      const looking = reduce(shown, { type: "returned" });
      const again = answer(looking, order);
      expect(again.task).to.deep.equal({ do: "order", after: 6_000 });
      expect(answer(again, order).task).to.equal(undefined);
      expect(answer(again, redeemed()).screen.name).to.equal("redeemed");
    });
  }

  it("asks for the link at once where the person wants that, whatever else is looked at", () => {
    const looking = reduce({ ...linked, task: undefined }, { type: "returned" });
    expect(reduce(looking, { type: "retry" }).task?.do).to.equal("link");
  });
});

describe("what was sent", () => {
  const sendings: [what: string, state: State][] = [
    ["activate", activating],
    ["notify", notifying],
  ];
  for (const [what, state] of sendings) {
    it(`as ${what} is repeated as a task of its own: a late answer to the first is not taken for its`, () => {
      const held: Order = what === "activate" ? { ...booked(), delivery: "activate" } : NOTIFY;
      const again = answer(fail(state, "offline"), held);
      expect(again.task).to.deep.equal(state.sent satisfies Sending | undefined);
      expect(again.task).not.to.equal(state.task);
    });
  }
});
