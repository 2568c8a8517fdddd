import { describe, expect, it } from "vitest";
import { attentionOf } from "../../../server/redemption/attention.ts";
import { confirm, openAttempt, resume } from "../../../server/redemption/decide.ts";
import { isObserved } from "../../../server/redemption/evidence.ts";
import { currentAttempt, withAttempt } from "../../../server/redemption/model.ts";
import { HOLD_MARGIN } from "../../../server/timing.ts";
import { attempt, delivered, MINUTE, NOW, order, problemOf, todoUnproven } from "./orders.ts";

const context = { now: NOW, instance: "me", orderIdMax: 64, isGateOpen: true };
const at = (now: number) => ({ ...context, now });
const choice = { sku: "GIFT-10" };
const other = { sku: "GIFT-20" };

describe("a choice", () => {
  it("opens the first attempt and announces its book before anything is sent", () => {
    const decision = openAttempt(order([]), choice, "Gift", context);
    expect(decision).toMatchObject({ kind: "send", n: 1, order: { current: 1 } });
    if (decision.kind !== "send") return;
    expect(currentAttempt(decision.order)).toMatchObject({
      phase: "booking",
      upstream_order_id: "shop.o-1.1",
      hold_ends_at: NOW + 30 * MINUTE,
      sends: [{ operation: "book", at: NOW, by: "me", outcome: "unanswered" }],
    });
  });

  it("that equals the live hold is that hold", () => {
    expect(resume(order(), choice, context)).toEqual({ kind: "join", n: 1 });
  });

  it("that equals a book in doubt joins it and sends nothing", () => {
    expect(resume(order([attempt({ phase: "booking" })]), choice, context)).toEqual({ kind: "join", n: 1 });
  });

  it("of another reward gives the old one up first", () => {
    const decision = openAttempt(order(), other, "Other", context);
    expect(decision).toMatchObject({
      kind: "send",
      n: 2,
      order: {
        current: 2,
        attempts: [
          { n: 1, phase: "given_up", evidence: { observed: -1 } },
          { n: 2, phase: "booking" },
        ],
      },
    });
  });

  it("of another reward has the old hold read once, also where it was read a moment before", () => {
    const known = attempt({ revision: 3, observed: 3 });
    const decision = openAttempt(order([known]), other, "Other", context);
    const [left] = decision.kind === "send" ? decision.order.attempts : [];
    expect(left).toMatchObject({ n: 1, phase: "given_up" });
    expect(left && isObserved(left)).toBe(false);
  });

  it("of another amount is another choice", () => {
    const held = order([attempt({ amount: "10" })]);
    expect(resume(held, { ...choice, amount: "10" }, context)).toEqual({ kind: "join", n: 1 });
    expect(resume(held, { ...choice, amount: "20" }, context)).toBeUndefined();
    expect(resume(held, choice, context)).toBeUndefined();
  });

  it("of a hold that was given up and still lives resumes it", () => {
    const changed = order([
      attempt({ phase: "given_up" }),
      attempt({ n: 2, sku: "GIFT-20", redemption_id: "BBBBB-00002" }),
    ]);
    expect(resume(changed, choice, context)).toMatchObject({
      kind: "store",
      n: 1,
      order: {
        current: 1,
        attempts: [
          { n: 1, phase: "booked" },
          { n: 2, phase: "given_up" },
        ],
      },
    });
  });

  it("of a given-up attempt whose link is out opens an attempt of its own", () => {
    const row = order([attempt({ phase: "given_up", state: "pending" })], { current: null });
    const left = delivered("activate", row);
    expect(resume(left, choice, context)).toBeUndefined();
    const held = attempt({ phase: "given_up", state: "pending", hold_state: "pending" });
    expect(resume(delivered("activate", order([held], { current: null })), choice, context)).toBeDefined();
  });

  it("of a lost ledger's hold, under whose order id another reward was booked, opens an attempt of its own", () => {
    const chosen = { sku: "GIFT-20", amount: null };
    const left = order([attempt({ phase: "given_up", chosen })], { current: null });
    expect(resume(left, choice, context)).toBeUndefined();
    expect(openAttempt(left, choice, "Gift", context)).toMatchObject({ kind: "send", n: 2 });
  });

  it.each([
    [HOLD_MARGIN + 1, "is resumed"],
    [HOLD_MARGIN, "is not resumed"],
  ])("of a hold that was given up and ends in %d ms %s", (left, what) => {
    const changed = order([
      attempt({ phase: "given_up", hold_ends_at: NOW + left }),
      attempt({ n: 2, sku: "GIFT-20", redemption_id: "BBBBB-00002" }),
    ]);
    const isResumed = resume(changed, choice, context) !== undefined;
    expect(isResumed).toBe(what === "is resumed");
    const opened = () => openAttempt(changed, choice, "Gift", { ...context, now: NOW });
    if (isResumed) expect(opened()).toMatchObject({ n: 1 });
    else expect(problemOf(opened)?.code).toBe("attempts_exhausted");
  });

  it.each([
    [HOLD_MARGIN + 1, "can be confirmed"],
    [HOLD_MARGIN, "is over"],
  ])("that equals the current hold, which ends in %d ms, %s", (left, what) => {
    const held = order([attempt({ hold_ends_at: NOW + left })]);
    const confirmation = { attempt: 1, sku: "GIFT-10" };
    const problem = problemOf(() => confirm(held, confirmation, context));
    expect(resume(held, choice, context) !== undefined).toBe(what === "can be confirmed");
    expect(problem?.code).toBe(what === "can be confirmed" ? undefined : "hold_expired");
  });

  it("of a paid hold that was given up needs no person any more, unless there is another one", () => {
    const paid = (n: number, sku: string) => attempt({ n, sku, phase: "given_up", billed: true });
    const attentionAfter = (...held: ReturnType<typeof paid>[]) => {
      const decision = resume(order(held, { current: null, attention: "debited_hold" }), choice, context);
      return decision?.kind === "store" && attentionOf(decision.order, NOW);
    };
    expect(attentionAfter(paid(1, "GIFT-10"))).toBeNull();
    expect(attentionAfter(paid(1, "GIFT-10"), paid(2, "GIFT-20"))).toBe("debited_hold");
  });

  it("less than a minute before the end of its hold is a new attempt", () => {
    expect(resume(order(), choice, at(NOW + 29 * MINUTE))).toBeUndefined();
    expect(openAttempt(order(), choice, "Gift", at(NOW + 29 * MINUTE))).toMatchObject({ kind: "send", n: 2 });
  });

  it.each([
    ["confirmed", "order_processing"],
    ["redeemed", "order_finished"],
    ["refunded", "order_finished"],
    ["stopped", "order_finished"],
  ] as const)("while the order is %s is refused: %s", (phase, code) => {
    expect(problemOf(() => resume(order([attempt({ phase })]), choice, context))).toMatchObject({ code });
    expect(problemOf(() => openAttempt(order([attempt({ phase })]), other, "Other", context))).toMatchObject({
      code,
    });
  });

  it("after the site canceled is refused", () => {
    expect(problemOf(() => resume(order([], { canceled: true }), choice, context))).toMatchObject({
      code: "order_finished",
    });
  });
});

describe("rule 5", () => {
  const givenUp = (n: number, opened: number) =>
    attempt({ n, sku: `S-${n}`, phase: "given_up", opened_at: opened, hold_ends_at: opened + 30 * MINUTE });

  it("allows two live holds, and says when the next place is free", () => {
    const row = order([givenUp(1, NOW - 10 * MINUTE), givenUp(2, NOW - 5 * MINUTE)], { current: null });
    expect(problemOf(() => openAttempt(row, other, "Other", context))).toMatchObject({
      code: "attempts_exhausted",
      extras: { retryAfterMs: 20 * MINUTE },
    });
    expect(openAttempt(row, other, "Other", at(NOW + 20 * MINUTE))).toMatchObject({ kind: "send", n: 3 });
  });

  it("counts a book in doubt as live", () => {
    const row = order([givenUp(1, NOW), attempt({ n: 2, phase: "booking", sku: "S-2" })]);
    expect(problemOf(() => openAttempt(row, other, "Other", context))).toMatchObject({
      code: "attempts_exhausted",
    });
  });

  it("counts a hold that ended early while another book for it may still take effect, and does not offer it", () => {
    const ended = (outcome: "clear" | "doubt") =>
      attempt({
        phase: "given_up",
        state: "canceled",
        hold_ends_at: NOW,
        sends: [
          { operation: "book", at: NOW, by: "me", outcome },
          { operation: "book", at: NOW, by: "me", outcome: "clear" },
        ],
      });
    const row = (outcome: "clear" | "doubt") => order([ended(outcome), givenUp(2, NOW)], { current: null });
    const late = at(NOW + 30 * MINUTE - 1);
    expect(problemOf(() => openAttempt(row("doubt"), other, "Other", late))).toMatchObject({
      code: "attempts_exhausted",
    });
    expect(openAttempt(row("doubt"), other, "Other", at(NOW + 30 * MINUTE))).toMatchObject({ kind: "send" });
    expect(openAttempt(row("clear"), other, "Other", late)).toMatchObject({ kind: "send" });
    expect(resume(row("doubt"), choice, context)).toBeUndefined();
  });

  it("allows five attempts a day", () => {
    const row = order(
      [1, 2, 3, 4, 5].map((n) => givenUp(n, NOW - (10 - n) * 60 * MINUTE)),
      { current: null },
    );
    expect(problemOf(() => openAttempt(row, other, "Other", context))).toMatchObject({
      code: "attempts_exhausted",
    });
    expect(openAttempt(row, other, "Other", at(NOW + 15 * 60 * MINUTE))).toMatchObject({
      kind: "send",
      n: 6,
    });
  });

  it("does not count a book that was clearly refused, up to twenty an hour", () => {
    const refusedBooks = (count: number) =>
      order(
        Array.from({ length: count }, (_, n) => attempt({ n: n + 1, phase: "refused", redemption_id: null })),
        { current: null },
      );
    expect(openAttempt(refusedBooks(19), other, "Other", context)).toMatchObject({ kind: "send", n: 20 });
    expect(problemOf(() => openAttempt(refusedBooks(20), other, "Other", context))).toMatchObject({
      code: "attempts_exhausted",
    });
    const later = { ...context, now: context.now + 60 * 60_000 };
    expect(openAttempt(refusedBooks(20), other, "Other", later)).toMatchObject({ kind: "send", n: 21 });
  });

  it("leaves a number under which another user's redemption ended, though no call was sent", () => {
    const refusal = { code: "reward_unavailable", at: NOW } as const;
    const blocked = attempt({ phase: "refused", redemption_id: null, sends: [], refusal });
    const row = delivered("notify", order([blocked], { current: null }));
    expect(openAttempt(row, choice, "Gift", context)).toMatchObject({ n: 2 });
  });

  it("takes the number of a book that never left again", () => {
    const row = order([attempt({ phase: "refused", redemption_id: null, sends: [] })], { current: null });
    expect(openAttempt(row, other, "Other", context)).toMatchObject({
      kind: "send",
      n: 1,
      order: { attempts: [{ sku: "GIFT-20" }] },
    });
  });
});

describe("a confirmation", () => {
  const confirmation = { attempt: 1, sku: "GIFT-10" };

  it("of what is booked announces the redeem in the same write", () => {
    const decision = confirm(order(), confirmation, context);
    expect(decision).toMatchObject({ kind: "send", n: 1, order: { attempts: [{ phase: "confirmed" }] } });
    if (decision.kind !== "send") return;
    expect(currentAttempt(decision.order)?.sends.at(-1)).toEqual({
      operation: "redeem",
      at: NOW,
      by: "me",
      outcome: "unanswered",
    });
  });

  it("while the ledger may be an older copy is stored, and nothing is announced yet", () => {
    const later = NOW + 20 * MINUTE;
    const decision = confirm(order(), confirmation, { ...at(later), isGateOpen: false });
    expect(decision).toMatchObject({
      kind: "store",
      order: { attempts: [{ phase: "confirmed", confirmed_at: later }] },
    });
    if (decision.kind !== "store") return;
    expect(decision.order.attempts[0]?.sends).toHaveLength(1);
    expect(todoUnproven(withAttempt(decision.order, 1, { evidence: { observed: 0 } }), NOW)).toEqual({
      do: "recover",
      n: 1,
    });
  });

  it.each([
    ["another attempt", { ...confirmation, attempt: 2 }],
    ["another reward", { ...confirmation, sku: "GIFT-20" }],
    ["an amount that was not booked", { ...confirmation, amount: "10" }],
  ])("of %s is refused", (_, wrong) => {
    for (const phase of ["booked", "confirmed", "redeemed"] as const) {
      expect(problemOf(() => confirm(order([attempt({ phase })]), wrong, context))).toMatchObject({
        code: "confirmation_mismatch",
      });
    }
  });

  it.each(["confirmed", "redeemed", "stopped"] as const)("again, while %s, sends nothing", (phase) => {
    expect(confirm(order([attempt({ phase })]), confirmation, context)).toEqual({ kind: "join", n: 1 });
  });

  it("less than 60 s before the end of the hold is not sent", () => {
    expect(confirm(order(), confirmation, at(NOW + 29 * MINUTE - 1))).toMatchObject({ kind: "send" });
    expect(problemOf(() => confirm(order(), confirmation, at(NOW + 29 * MINUTE)))).toMatchObject({
      code: "hold_expired",
    });
  });

  it("of a hold that lapsed says so; of nothing booked says that", () => {
    const lapsed = order([attempt({ phase: "given_up" })], { current: null });
    expect(problemOf(() => confirm(lapsed, confirmation, context))).toMatchObject({ code: "hold_expired" });
    expect(problemOf(() => confirm(order([]), confirmation, context))).toMatchObject({ code: "not_booked" });
  });

  it.each([
    ["a book in doubt", order([attempt({ phase: "booking" })]), "order_processing"],
    ["a refunded order", order([attempt({ phase: "refunded" })]), "order_finished"],
    ["an order the site canceled", order([attempt()], { canceled: true }), "order_finished"],
  ] as const)("of %s is refused", (_, row, code) => {
    expect(problemOf(() => confirm(row, confirmation, context))).toMatchObject({ code });
  });
});
