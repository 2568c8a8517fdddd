/** The sent booking, and the results of its refusals. */
import { describe, expect, it } from "vitest";
import type { Order } from "../../../shared/wire.ts";
import { reduce } from "../../../widget/state/reduce.ts";
import type { State } from "../../../widget/state/state.ts";
import { ORDER, processing } from "../support/fake-server.ts";
import { answer, fail, play } from "../support/play.ts";
import { REFUSALS_OF_A_CHOICE, type Refusal } from "../support/refusals.ts";
import { A, choosing, FREE, reading, started } from "../support/states.ts";

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
    ["5.50", "amount_invalid"],
    ["1,000,00", "amount_invalid"],
    ["1.000.00", "amount_invalid"],
    ["1,0000", "amount_invalid"],
    ["1,000.000", "amount_invalid"],
    ["0,500", "amount_invalid"],
    ["-5", "amount_invalid"],
  ];
  for (const amount of [
    "1000",
    "1,000",
    "1.000",
    "1’000",
    "1\u00a0000",
    "1\u202f000",
    " 1 000 ",
    "1000.00",
    "1000,00",
    "١٠٠٠٫٠٠",
    "۱۰۰۰٫۰۰",
    "١٠٠٠",
    "١٬٠٠٠",
    "۱۰۰۰",
  ])
    it(`takes “${amount}” for a thousand, as the page or a keyboard may write it`, () => {
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

  it("refuses an amount before the terms are loaded", () => {
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
  const table: readonly Refusal[] = [
    ...REFUSALS_OF_A_CHOICE,
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

it.each([
  [[FREE], { name: "details", sku: "FREE", amount: "25" }],
  [[A, FREE], { name: "open" }],
])(
  "going back from a booking on its way keeps the amount of the only reward, and else shows all: case %#",
  (catalog, screen) => {
    const order: Order = { ...processing("book"), sku: "FREE", amount: "25" };
    const waiting: State = { ...answer(started, order), catalog };
    expect(waiting.screen.name).toBe("processing");
    expect(reduce(waiting, { type: "back" }).screen).toMatchObject(screen);
  },
);
