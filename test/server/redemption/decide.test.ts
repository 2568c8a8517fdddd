/**
 * What may be wanted when: phase × wish, the end of a hold, limits. Source: docs/server/refunds.md; docs/proof/rules.md,
 * rules 4, 6, 7 and 16.
 */
import { describe, expect, it } from "vitest";
import { ProblemError } from "../../../server/problems/problem.ts";
import {
  wantCancel,
  wantChoice,
  wantConfirmation,
  wantKnownChoice,
  wantLink,
  wantRefund,
  wantRelease,
} from "../../../server/redemption/decide.ts";
import type { Order, Row } from "../../../server/rows/order.ts";
import { ATTEMPTS_WINDOW, HOLD, HOLD_MARGIN, SEND_WINDOW } from "../../../server/timing.ts";
import { attempt, NOW, orderOf, rowOf, SKU, table } from "./rows.ts";

const LIMITS = { holdsMax: 8, attemptsPerDay: 30 };
const CALL = { operation: "redeem", n: 1, since: NOW, asked: false, refused_at: null } as const;
const checked = (sku: string) => ({ sku, amount: null, reward_name: "", currency: null });

/** `wish`: stored; `same`: nothing to wish for; else the code of the problem. */
function said(row: Row, decide: (row: Row) => Order): string {
  try {
    return decide(row) === row.order ? "same" : "wish";
  } catch (error) {
    if (error instanceof ProblemError) return error.code;
    throw error;
  }
}

const held = attempt("held", { state: "booked" });
const made = attempt("made", { state: "redeemed", was_redeemed: true });
const link = attempt("made", { state: "pending" });
const ROWS: Readonly<Record<string, Row>> = {
  new: rowOf(orderOf()),
  booking: rowOf(orderOf([attempt("booking")], { known: { call: { ...CALL, operation: "book" } } })),
  held: rowOf(orderOf([held])),
  paid: rowOf(orderOf([{ ...held, debited: true }])),
  leased: rowOf(orderOf([held]), { lease: { name: "x", until: NOW + 1 } }),
  refunding: rowOf(orderOf([held], { known: { call: { ...CALL, operation: "refund" } } })),
  confirmed: rowOf(orderOf([attempt("confirmed")], { known: { call: CALL } })),
  redeemed: rowOf(orderOf([made])),
  link: rowOf(orderOf([link], { pins: { delivery: "activate" } })),
  refunded: rowOf(orderOf([{ ...made, state: "refunded" }])),
  denied: rowOf(orderOf([attempt("stuck", { reason: "denied", state: "denied" })])),
  failed: rowOf(orderOf([attempt("stuck", { reason: "failed", state: "failed" })])),
  released: rowOf(orderOf([attempt("released", { reason: "denied", state: "denied" })])),
  over: rowOf(orderOf([attempt("over", { reason: "ended", state: "canceled" })])),
  canceled: rowOf(orderOf([held], { known: { canceled: true } })),
  "not-looked-up": rowOf(orderOf([held]), { recovered_at: NOW }),
  lost: rowOf(orderOf(), { recovered_at: NOW }),
};
const BY_USER = { currency: null, confirmer: null };
const WISHES: Readonly<Record<string, (row: Row) => Order>> = {
  another: (row) => wantChoice(row, { sku: "OTHER" }, checked("OTHER"), LIMITS),
  again: (row) => wantChoice(row, { sku: SKU }, checked(SKU), LIMITS),
  confirm: (row) => wantConfirmation(row, { attempt: 1, sku: SKU }, BY_USER),
  cancel: wantCancel,
  refund: wantRefund,
  release: wantRelease,
};

describe("what may be wanted", () => {
  const processing = "order_processing";
  const SHORT: Readonly<Record<string, string>> = {
    processing,
    finished: "order_finished",
    "hold-ended": "not_booked",
  };
  it.each(
    table(`
      order          another     again       confirm     cancel          refund        release
      new            wish        wish        not_booked  wish            not_redeemed  same
      booking        processing  same        processing  processing      processing    same
      held           wish        same        wish        wish            same          same
      paid           wish        same        wish        wish            wish          same
      leased         processing  processing  processing  wish            same          same
      refunding      processing  processing  processing  wish            same          same
      confirmed      processing  processing  same        processing      processing    same
      redeemed       finished    finished    same        not_cancelable  wish          same
      link           finished    finished    same        wish            same          same
      refunded       finished    finished    finished    not_cancelable  same          same
      denied         finished    finished    same        not_cancelable  same          wish
      failed         finished    finished    same        wish            same          wish
      released       processing  processing  same        processing      processing    same
      over           wish        wish        hold-ended  wish            not_redeemed  same
      canceled       finished    finished    finished    same            same          same
      not-looked-up  processing  processing  processing  processing      processing    same
      lost           processing  processing  processing  processing      processing    same
    `),
  )("$row, $column: $cell", ({ row, column, cell }) => {
    const decide = WISHES[column] ?? expect.fail();
    expect(said(ROWS[row] ?? expect.fail(), decide)).toBe(SHORT[cell] ?? cell);
  });

  it("of a mail: the same choice joins the one that was sent, another one is refused", () => {
    for (const [phase, other] of [
      ["confirmed", processing],
      ["made", "order_finished"],
      ["stuck", "order_finished"],
    ] as const) {
      const row = rowOf(orderOf([attempt(phase, { state: "pending" })], { pins: { delivery: "notify" } }));
      expect(said(row, WISHES.again ?? expect.fail())).toBe("same");
      expect(said(row, WISHES.another ?? expect.fail())).toBe(other);
    }
  });

  it("to confirm is exactly what is held", () => {
    const row = rowOf(orderOf([attempt("held", { amount: "50" })]));
    const of = (change: object) =>
      said(row, (each) => wantConfirmation(each, { attempt: 1, sku: SKU, amount: "50", ...change }, BY_USER));
    expect(of({})).toBe("wish");
    for (const change of [{ attempt: 2 }, { sku: "OTHER" }, { amount: "51" }, { amount: undefined }])
      expect(of(change)).toBe("confirmation_mismatch");
  });

  it("to confirm is within the limit in the currency of the session that confirms", () => {
    const value = { amount: 30, currency: "EUR" };
    const row = rowOf(orderOf([attempt("held", { value })], { pins: { max_amount: "30" } }));
    const of = (currency: string | null) =>
      said(row, (each) => wantConfirmation(each, { attempt: 1, sku: SKU }, { ...BY_USER, currency }));
    expect([of("EUR"), of(null), of("USD")]).toEqual(["wish", "wish", "amount_out_of_range"]);
  });

  it("is the link again, as often as the budget of calls allows", () => {
    const six = Array.from({ length: 6 }, (_, n) => NOW + n);
    const of = (sent: number[], now = NOW + 10) =>
      said(rowOf(orderOf([{ ...link, sent }], { pins: { delivery: "activate" } }), { now }), wantLink);
    expect(of(six.slice(1))).toBe("wish");
    expect(of(six)).toBe("rate_limited");
    expect(of(six, NOW + SEND_WINDOW)).toBe("wish");
  });
});

describe("the end of a hold", () => {
  it.each([
    [HOLD - HOLD_MARGIN - 1, "wish", "same"],
    [HOLD - HOLD_MARGIN, "hold_expired", "wish"],
    [HOLD, "hold_expired", "wish"],
  ])("%d ms after the first sending: confirm %s, choose again %s", (ms, confirmed, again) => {
    const row = rowOf(orderOf([held]), { now: NOW + ms });
    expect(said(row, WISHES.confirm ?? expect.fail())).toBe(confirmed);
    expect(said(row, WISHES.again ?? expect.fail())).toBe(again);
  });

  it("does not matter to a choice that goes back to another live hold: it costs no attempt", () => {
    const first = attempt("held");
    const row = rowOf(orderOf([first, attempt("held", { n: 2, sku: "OTHER" })]));
    expect(wantKnownChoice(row, { sku: SKU })?.wanted.choice).toMatchObject({ sku: SKU });
    expect(wantKnownChoice(row, { sku: "THIRD" })).toBeUndefined();
  });
});

describe("how often an order may choose", () => {
  const choosing = (order: Order, now = NOW): string =>
    said(rowOf(order, { now }), WISHES.another ?? expect.fail());
  const holds = (count: number) =>
    orderOf(Array.from({ length: count }, (_, n) => attempt("held", { n: n + 1, sku: `S-${n}` })));

  it("is eight live holds; one that lapsed makes room", () => {
    expect(choosing(holds(7))).toBe("wish");
    expect(choosing(holds(8))).toBe("attempts_exhausted");
    expect(choosing(holds(8), NOW + HOLD)).toBe("wish");
  });

  it("is thirty attempts in 24 hours, refused ones too; those of a day ago do not count", () => {
    const opened = Array.from({ length: 30 }, (_, n) => NOW + n);
    expect(choosing(orderOf([], { known: { opened: opened.slice(1) } }), NOW + 60)).toBe("wish");
    expect(choosing(orderOf([], { known: { opened } }), NOW + 60)).toBe("attempts_exhausted");
    expect(choosing(orderOf([], { known: { opened } }), NOW + ATTEMPTS_WINDOW)).toBe("wish");
  });

  it("names the wait", () => {
    const row = rowOf(holds(8), { now: NOW + 60_000 });
    try {
      wantChoice(row, { sku: "OTHER" }, checked("OTHER"), LIMITS);
      expect.fail();
    } catch (error) {
      expect(error).toMatchObject({ extras: { retryAfterMs: HOLD - 60_000 } });
    }
  });
});
