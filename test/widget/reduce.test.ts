import { expect } from "@open-wc/testing";
import { CONFIRM_MARGIN_SECONDS } from "../../shared/hold.ts";
import type { Order } from "../../shared/wire.ts";
import type { FailureCode } from "../../widget/failure.ts";
import { pollDelay } from "../../widget/moves.ts";
import { reduce } from "../../widget/reduce.ts";
import { rewardOf } from "../../widget/selectors.ts";
import { type Event, FIRST_CARDS, INITIAL, type State, type Task } from "../../widget/state.ts";
import {
  booked,
  HOLD_SECONDS,
  ORDER,
  PRIMARY_AND_PIN,
  processing,
  redeemed,
  reward,
} from "./support/fake-server.ts";
import { answer, fail, play } from "./support/play.ts";

const A = reward("A");
const B = reward("B");
const FREE = reward("FREE", { free_value: true, min_amount: "5", max_amount: "150" });

const WIRE_CODES = PRIMARY_AND_PIN as unknown as Order["codes"];

const started = reduce(INITIAL, { type: "started" });

function choosing(rewards = [A, B, FREE]): State {
  const asked = answer(started, ORDER);
  return asked.task ? reduce(asked, { type: "catalog", task: asked.task, rewards }) : asked;
}

function reading(details = A, rewards = [A, B, FREE]): State {
  const selected = reduce(choosing(rewards), { type: "select", sku: details.sku });
  if (!selected.task) throw new Error("No details asked");
  return play(selected, { type: "details", task: selected.task, details }, { type: "settled" });
}

function holding(order = booked()): State {
  const asked = answer(reduce(reading(), { type: "book" }), order);
  return asked.task ? play(asked, { type: "prepared", task: asked.task }, { type: "settled" }) : asked;
}

const sent = reduce(holding(), { type: "confirm" });

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

  it("keeps codes and links only on the screen that shows them", () => {
    const state = answer(started, { ...redeemed(), codes: WIRE_CODES, url: "https://x.example" });
    expect(state.order).not.to.have.any.keys("codes", "url");
  });

  it("goes past the picker where there is one reward only", () => {
    expect(choosing([A]).screen).to.include({ name: "details", sku: "A" });
  });

  it("drops the answer of a task that is not the one in hand", () => {
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

  it("that a pointer makes on a screen that just appeared were meant for another, those of keys were not", () => {
    const pointer = { byPointer: true };
    const details = reduce(choosing(), { type: "select", sku: "A" });
    const read = reduce(details, { type: "details", task: details.task as Task, details: A });
    expect(reduce(read, { type: "book", ...pointer })).to.equal(read);
    expect(reduce(read, { type: "book" }).task?.do).to.equal("book");
    const held = answer(reduce(reading(), { type: "book" }), booked());
    const ready = reduce(held, { type: "prepared", task: held.task as Task });
    expect(reduce(ready, { type: "confirm", ...pointer })).to.equal(ready);
    expect(play(ready, { type: "settled" }, { type: "confirm", ...pointer }).task?.do).to.equal("redeem");
  });

  it("tells of one that could not be seen, once, and confirms it when it is pressed again", () => {
    const told = reduce(holding(), { type: "covered" });
    expect([told.failure?.code, told.task, told.screen.name]).to.deep.equal(["covered", undefined, "booked"]);
    expect(reduce(told, { type: "covered" })).to.equal(told);
    const sentOff = reduce(told, { type: "confirm", byPointer: true });
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

  it("does not confirm a hold whose time is over", () => {
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

  it("books while the terms are on their way, and reads them before anything is final", () => {
    const state = reduce(choosing(), { type: "select", sku: "A" });
    const booking = reduce(state, { type: "book" });
    expect(booking.task).to.deep.equal({ do: "book", choice: { sku: "A" } });
    const held = answer(booking, booked());
    const prepared = reduce(held, { type: "prepared", task: held.task as Task });
    expect(prepared.task).to.deep.equal({ do: "details", sku: "A" });
  });

  it("books while the terms are still on their way: they stand beside the confirmation", () => {
    const state = reduce(choosing(), { type: "select", sku: "A" });
    expect(reduce(state, { type: "book" }).task).to.deep.equal({ do: "book", choice: { sku: "A" } });
  });

  it("reads the terms on where the booking that kept them from being read was refused", () => {
    const booking = play(choosing(), { type: "select", sku: "A" }, { type: "book" });
    const refused = reduce(booking, {
      type: "failed",
      task: booking.task ?? { do: "prepare" },
      failure: { code: "upstream_unavailable" },
    });
    expect([refused.screen.name, refused.task]).to.deep.equal(["details", { do: "details", sku: "A" }]);
  });

  it("finds what draws barcodes already here, when it came while the reward was looked at", () => {
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

describe("reduce: amounts", () => {
  const book = (amount: string, limits: Order["amount_limits"] = { max_amount: "100" }): State => {
    const state: State = { ...reading(FREE), order: { ...ORDER, amount_limits: limits } };
    return play(state, { type: "amount", amount }, { type: "book" });
  };

  const refused: [amount: string, refusal: string][] = [
    ["", "amount_required"],
    ["4", "amount_out_of_range"],
    ["101", "amount_out_of_range"],
    ["151", "amount_out_of_range"],
    ["1e2", "amount_invalid"],
    ["05", "amount_invalid"],
    ["5.00", "amount_invalid"],
    ["1,0000", "amount_invalid"],
    ["1,000.000", "amount_invalid"],
    ["0,500", "amount_invalid"],
    ["-5", "amount_invalid"],
    ["٥٠", "amount_invalid"],
    ["５０", "amount_invalid"],
  ];
  for (const amount of ["1000", "1,000", "1.000", "1’000", "1\u00a0000", "1\u202f000", " 1 000 "])
    it(`takes “${amount}” for a thousand, as it may stand beside the field`, () => {
      const most = { ...FREE, max_amount: "5000" };
      const state: State = { ...reading(most), order: { ...ORDER, amount_limits: { max_amount: "5000" } } };
      const { task } = play(state, { type: "amount", amount }, { type: "book" });
      expect(task).to.deep.equal({ do: "book", choice: { sku: "FREE", amount: "1000" } });
    });

  for (const [amount, refusal] of refused) {
    it(`refuses “${amount}” before anything is sent`, () => {
      const state = book(amount);
      expect([state.task, state.screen]).to.deep.equal([
        undefined,
        { name: "details", sku: "FREE", amount, refusal },
      ]);
    });
  }

  it("refuses an amount before the terms are read", () => {
    const unread = reduce(choosing(), { type: "select", sku: "FREE" });
    const pressed = (amount: string) => play(unread, { type: "amount", amount }, { type: "book" });
    expect(pressed("151").screen).to.include({ refusal: "amount_out_of_range" });
    expect([pressed("151").task?.do, pressed("50").task?.do]).to.deep.equal(["details", "book"]);
  });
  it("books an amount inside the range", () =>
    expect(book(" 50 ").task).to.deep.equal({ do: "book", choice: { sku: "FREE", amount: "50" } }));
  it("books the amount that the session fixes, whatever was typed", () =>
    expect(book("7", { amount: "25" }).task).to.deep.equal({
      do: "book",
      choice: { sku: "FREE", amount: "25" },
    }));
  it("sends no amount for a reward of fixed value", () =>
    expect(play(reading(A), { type: "amount", amount: "7" }, { type: "book" }).task).to.deep.equal({
      do: "book",
      choice: { sku: "A" },
    }));
});

describe("reduce: a refused booking", () => {
  const table: [code: FailureCode, screen: string, task: Task["do"] | undefined][] = [
    ["out_of_stock", "open", "catalog"],
    ["reward_unavailable", "open", "catalog"],
    ["reward_not_found", "open", "catalog"],
    // A reward of a fixed value is worth more than the session allows.
    ["amount_out_of_range", "open", "catalog"],
    ["order_finished", "loading", "order"],
    ["order_processing", "loading", "order"],
    ["delivery_mismatch", "loading", "order"],
    ["attempts_exhausted", "details", undefined],
    ["upstream_unavailable", "details", undefined],
    ["offline", "details", undefined],
    ["unreadable", "details", undefined],
  ];
  for (const [code, screen, task] of table) {
    it(`${code} leads to ${screen}`, () => {
      const state = fail(reduce(reading(), { type: "book" }), code);
      expect([state.screen.name, state.task?.do]).to.deep.equal([screen, task]);
    });
  }

  it("can be repeated after a broken connection", () => {
    const state = fail(reduce(reading(), { type: "book" }), "offline");
    expect(state.failure?.code).to.equal("offline");
    expect(reduce(state, { type: "book" }).task?.do).to.equal("book");
  });
});

describe("reduce: an unanswered confirmation", () => {
  for (const code of ["offline", "unreadable"] as const) {
    it(`${code} is looked into, never called failed`, () => {
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

  it("goes on looking as long as looking fails", () => {
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
    it(`${what} offers the same choice again, with words of its own`, () => {
      const state = answer(before, ORDER);
      expect([state.screen.name, state.failure?.code, state.sent]).to.deep.equal([
        "details",
        "not_made",
        undefined,
      ]);
    });
  }

  it("tells a connection that is not there from an answer that is late", () => {
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

  it("may have arrived where one before was sent", () => {
    const again = answer(fail(sent, "offline"), booked());
    expect(unsent(again).screen).not.to.have.property("isUnsent");
  });

  it("is not unsent where the server knows of one", () =>
    expect(answer(unsent(sent), processing("redeem")).screen).not.to.have.property("isUnsent"));
});

describe("reduce: a refused confirmation", () => {
  for (const code of ["hold_expired", "not_booked"] as const) {
    it(`${code}: one press books the same again, and that needs a new confirmation`, () => {
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
    it(`${code} is judged by reading the order`, () => {
      const state = fail(sent, code);
      expect([state.task?.do, state.sent]).to.deep.equal(["order", undefined]);
      expect(answer(state, booked({ sku: "B" }, 2))).to.deep.include({
        failure: { code, isOfConfirmation: true },
      });
      expect(answer(state, redeemed()).screen.name).to.equal("redeemed");
    });
  }
});

describe("reduce: the hold", () => {
  it("counts from before the call by the clock that only goes forward", () => {
    const state = answer(reduce(reading(), { type: "book" }), booked(), 5_000);
    expect(state.screen).to.deep.equal({
      name: "booked",
      endsAt: 5_000 + HOLD_SECONDS * 1_000,
      left: HOLD_SECONDS,
      isNew: true,
    });
    expect(reduce(state, { type: "ticked", now: 6_500 }).screen).to.include({ left: HOLD_SECONDS - 1 });
  });

  it("tells of five minutes and of one only when they pass", () => {
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

  it("that ran out is the server's to say", () => {
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

describe("reduce: processing", () => {
  it("may be left for another choice while it is only a booking", () => {
    expect(reduce(answer(started, processing("book")), { type: "back" }).screen.name).to.equal("open");
    for (const step of ["redeem", "activate", "notify"] as const) {
      expect(reduce(answer(started, processing(step)), { type: "back" }).screen.name).to.equal("processing");
    }
  });

  it("waits longer each time, to an end, and as long as the server asks", () => {
    expect([0, 1, 2, 9].map((polls) => pollDelay(polls))).to.deep.equal([2_000, 2_500, 3_125, 5_000]);
    expect(pollDelay(0, 30_000)).to.equal(30_000);
    const state = answer(answer(started, processing("redeem")), processing("redeem"));
    expect(state.task).to.deep.equal({ do: "order", after: 2_500 });
  });

  it("that fails for good stops", () => {
    expect(fail(answer(started, processing("redeem")), "order_not_found").screen.name).to.equal("problem");
  });
});

describe("reduce: codes", () => {
  const shown = answer(started, { ...redeemed(), codes: WIRE_CODES });

  it("are masked again when the page is hidden", () => {
    const state = play(shown, { type: "reveal", usage: "security" }, { type: "masked" });
    expect(state.screen).to.deep.include({ revealed: [], codes: PRIMARY_AND_PIN });
  });

  it("are gone when the page goes away, and fetched again when it comes back", () => {
    const wiped = reduce(shown, { type: "wiped" });
    expect(JSON.stringify(wiped)).not.to.contain(PRIMARY_AND_PIN.items[0]?.value);
    expect(reduce(wiped, { type: "returned" }).task).to.deep.equal({ do: "codes" });
  });

  it("that come after the page went away are dropped", () => {
    const asked = answer(started, redeemed());
    const late = asked.task as Task;
    const state = play(asked, { type: "wiped" }, { type: "codes", task: late, codes: PRIMARY_AND_PIN });
    expect(state.screen).to.deep.equal({ name: "redeemed", revealed: [] });
  });

  it("that cannot be read leave the screen, with one press to ask again", () => {
    const state = fail(answer(started, redeemed()), "codes_unreadable");
    expect([state.screen.name, state.failure?.code]).to.deep.equal(["redeemed", "codes_unreadable"]);
    expect(reduce(state, { type: "retry" }).task).to.deep.equal({ do: "codes" });
  });

  it("of a refunded order are looked up again", () => {
    expect(fail(answer(started, redeemed()), "order_finished").task?.do).to.equal("order");
  });
});

describe("reduce: a balance", () => {
  const shown = answer(started, { ...redeemed(), codes: WIRE_CODES });
  const asked = reduce(shown, { type: "balance" });
  const card = { card_balance: 12.5, card_currency: "EUR" };
  const told = reduce(asked, { type: "card", task: asked.task as Task, card });
  const balanceOf = ({ screen }: State) => (screen.name === "redeemed" ? screen.balance : screen.name);

  it("is asked for once, however often it is pressed, and only where codes are shown", () => {
    expect(asked.task).to.deep.equal({ do: "balance" });
    expect(reduce(asked, { type: "balance" })).to.equal(asked);
    const unread = answer(started, redeemed());
    for (const state of [unread, answer(started, { ...ORDER, state: "refunded" }), choosing()])
      expect(reduce(state, { type: "balance" })).to.equal(state);
  });

  it("stands beside the codes, and the instructions that had to wait for it are read then", () => {
    expect([balanceOf(told), told.task]).to.deep.equal([{ card }, { do: "details", sku: "A" }]);
    expect(told.screen).to.deep.include({ codes: PRIMARY_AND_PIN });
  });

  it("stays while the order is read again, and goes with the codes", () => {
    const reread = answer(reduce({ ...told, task: undefined }, { type: "renewed" }), redeemed());
    expect(balanceOf(reread)).to.deep.equal({ card });
    expect(balanceOf(reduce(told, { type: "wiped" }))).to.equal(undefined);
  });

  it("that cannot be read leaves the codes alone, and can be asked for again", () => {
    const failed = fail(asked, "upstream_unavailable");
    expect(balanceOf(failed)).to.deep.equal({ failure: { code: "upstream_unavailable" } });
    expect(failed.failure).to.equal(undefined);
    expect(failed.screen).to.deep.include({ codes: PRIMARY_AND_PIN });
    const again = reduce({ ...failed, task: undefined }, { type: "balance" });
    expect([balanceOf(again), again.task]).to.deep.equal([undefined, { do: "balance" }]);
  });

  it("of an order that was refunded meanwhile leads to that", () => {
    const reread = fail(asked, "order_finished");
    expect(reread.task).to.deep.equal({ do: "order" });
    expect(answer(reread, { ...redeemed(), state: "refunded" }).screen.name).to.equal("refunded");
  });
});

describe("reduce: one reward only", () => {
  it("that cannot be had is told, and not asked for round and round", () => {
    const details = choosing([A]);
    expect(details.task).to.deep.equal({ do: "details", sku: "A" });
    const told = fail(details, "reward_unavailable");
    expect([told.screen.name, told.task]).to.deep.equal(["problem", undefined]);
  });
});

describe("reduce: sessions", () => {
  it("end in a screen of their own, and a new one goes on where the person was", () => {
    const typed = play(reading(FREE), { type: "amount", amount: "37" }, { type: "renewed" });
    const ended = reduce(typed, { type: "session-ended", task: typed.task as Task });
    expect(ended.screen.name).to.equal("session-expired");
    for (const type of ["renewed", "retry"] as const) {
      const resumed = reduce(ended, { type });
      expect([resumed.screen, resumed.task]).to.deep.equal([
        { name: "details", sku: "FREE", amount: "37", refusal: undefined, isNew: true },
        { do: "order" },
      ]);
      expect(answer(resumed, ORDER).screen).to.include({ name: "details", amount: "37" });
    }
  });

  it("that go on at a hold take no press of a pointer at once", () => {
    const renewed = reduce(holding(), { type: "renewed" });
    const ended = reduce(renewed, { type: "session-ended", task: renewed.task as Task });
    const resumed = answer(reduce(ended, { type: "retry" }), booked());
    expect(reduce(resumed, { type: "confirm", byPointer: true }).task?.do).not.to.equal("redeem");
  });

  it("that end take the codes off the screen and out of the state", () => {
    const shown = answer(started, { ...redeemed(), codes: WIRE_CODES });
    const asked = reduce(reduce(shown, { type: "retry" }), { type: "renewed" });
    const ended = reduce(asked, { type: "session-ended", task: asked.task as Task });
    expect(JSON.stringify(ended)).not.to.contain(PRIMARY_AND_PIN.items[0]?.value);
    expect(reduce(ended, { type: "renewed" }).screen).to.deep.equal({ name: "redeemed", revealed: [] });
  });

  it("that are not known end the waiting for a confirmation's outcome", () => {
    const polling = answer(sent, processing("redeem"));
    expect(fail(polling, "session_invalid").screen.name).to.equal("session-expired");
  });

  it("that are renewed disturb nothing that was sent", () => {
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

describe("reduce: the first screen, once the later rules are here", () => {
  it("draws more cards when their end comes near, and begins again with another search", () => {
    const more = reduce(choosing(), { type: "more" });
    expect(more.search.shown).to.be.above(FIRST_CARDS);
    expect(reduce(more, { type: "search", query: "b" }).search).to.deep.equal({
      query: "b",
      shown: FIRST_CARDS,
    });
  });

  it("tries the same again", () => {
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

  it("knows the rewards that came with an order that was booked before", () => {
    const started = reduce(INITIAL, { type: "started" });
    const task = started.task ?? { do: "order" };
    const here = reduce(started, { type: "order", task, order: booked(), catalog: [A, B], sentAt: 0 });
    expect([here.screen.name, here.catalog]).to.deep.equal(["booked", [A, B]]);
    expect(reduce(here, { type: "back" }).screen).to.deep.equal({ name: "open" });
  });

  it("knows the reward of a finished order, which is nothing to choose from", () => {
    const started = reduce(INITIAL, { type: "started" });
    const task = started.task ?? { do: "order" };
    const here = reduce(started, { type: "order", task, order: redeemed(), reward: A, sentAt: 0 });
    expect([rewardOf(here, "A"), here.catalog]).to.deep.equal([A, undefined]);
  });
});
