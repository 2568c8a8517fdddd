/**
 * Rule 16: a redemption under an order id is taken over if the service lists it for the order's own user, else listed for operators
 * or ignored.
 */
import { describe, expect, it } from "vitest";
import type { Observation } from "../../../server/redemption/absorb.ts";
import type { Attempt, Order } from "../../../server/redemption/model.ts";
import type { Sighting } from "../../../server/redemption/ownership.ts";
import { CLAIM, LATE_EFFECT, LIST_SETTLED, OUTCOME_UNKNOWN_AFTER } from "../../../server/timing.ts";
import { absorb, answered, found, redemption, refused, sent } from "./observations.ts";
import { attempt, MINUTE, NOW, order, type Shape, todo } from "./orders.ts";

/** A look that could not find out whose it is. */
const unsure = (askedAt: number, change: Partial<Sighting> = {}): Observation => {
  const { is_own_users: _, ...sighting } = redemption(change);
  return { kind: "listed", found: [sighting], askedAt };
};
const DOUBT = { by: "me", outcome: "doubt" } as const;
const creating = (change: Shape = {}): Order =>
  order([attempt({ phase: "confirmed", redemption_id: null, state: null, ...change })], {
    pins: { ...order().pins, delivery: "notify" },
  });

/** The row after looks that all find the same, until it does something else than look. */
function looked(row: Order, change: Partial<Sighting> = {}): { row: Order; looks: number; until: number } {
  let [after, now, looks] = [row, NOW, 0];
  for (; looks < 100; looks++) {
    let action = todo(after, now);
    if (action.do === "wait") {
      now = action.until;
      action = todo(after, now);
    }
    if (action.do !== "list") break;
    after = absorb(after, action.n, unsure(now, change), now);
  }
  return { row: after, looks, until: now };
}

describe("of a given-up hold, whose user the lists never show,", () => {
  const left = (): Order =>
    order(
      [
        attempt({
          phase: "given_up",
          redemption_id: null,
          sends: [{ operation: "book", at: NOW - 60 * MINUTE, ...DOUBT }],
        }),
      ],
      { current: null },
    );

  it("the looks end, and no person is needed: it lapses", () => {
    const { row, looks, until } = looked(left());
    expect(looks).toBeLessThan(20);
    expect(until).toBeGreaterThanOrEqual(NOW + LIST_SETTLED);
    expect(todo(row, until)).toEqual({ do: "rest" });
    expect(row).toMatchObject({ current: null, attention: null });
  });

  it.each<Partial<Sighting>>([{ state: "redeemed", has_codes: true }, { debited: true }, { sku: "OTHER" }])(
    "a person is called where it may be somebody's (%j)",
    (change) => {
      const { row } = looked(left(), change);
      expect(row).toMatchObject({
        attention: "other_user",
        attempts: [{ phase: "stopped", evidence: { others: true } }],
      });
    },
  );
});

describe("of a mail whose user the lists never show", () => {
  it("the identical Create shows the owner; after its refusal the order is listed in time and can be released", () => {
    const row = creating({ sends: [{ operation: "create", at: NOW, ...DOUBT }] });
    const first = absorb(row, 1, unsure(NOW, { state: "pending" }), NOW);
    expect(todo(first, NOW + MINUTE)).toMatchObject({ do: "send", operation: "create" });
    const repeated = {
      ...first,
      attempts: [
        attempt({
          ...first.attempts[0],
          observed: -1,
          sends: [
            { operation: "create", at: NOW - MINUTE, ...DOUBT },
            { operation: "create", at: NOW, by: "me", outcome: "unanswered" },
          ],
        }),
      ],
    };
    const after = looked(absorb(repeated, 1, sent("create", refused), NOW), { state: "pending" });
    expect(after.until).toBeLessThan(NOW + LIST_SETTLED + MINUTE);
    expect(after.row).toMatchObject({ attention: "other_user", attempts: [{ phase: "stopped" }] });
  });
});

it("a list whose filter was overlooked needs no person before any outcome would", () => {
  const other = { sku: "OTHER", is_unfiltered: true } as const;
  const asked = absorb(creating(), 1, unsure(NOW, other), NOW);
  const [lagged, long] = [NOW + LIST_SETTLED, NOW + OUTCOME_UNKNOWN_AFTER];
  expect(absorb(asked, 1, unsure(lagged, { sku: "OTHER" }), lagged).attention).toBe("other_user");
  expect(absorb(asked, 1, unsure(lagged, other), lagged)).toMatchObject({
    attention: null,
    attempts: [{ phase: "confirmed" }],
  });
  expect(absorb(asked, 1, unsure(long, other), long).attention).toBe("other_user");
});

it("a list asked for while another process was sending allows no repeat, even if it is answered later", () => {
  const sends = [{ operation: "create", at: NOW, by: "another", outcome: "unanswered" }] as const;
  const [asked, heard] = [NOW + CLAIM - 1, NOW + CLAIM + 1];
  const during = absorb(creating({ sends }), 1, unsure(asked), heard);
  expect(todo(during, heard + MINUTE)).toEqual({ do: "list", n: 1 });
  const after = absorb(creating({ sends }), 1, unsure(heard), heard);
  expect(todo(after, heard + MINUTE)).toEqual({ do: "send", n: 1, operation: "create" });
});

it("a code that the answer showed was made, also where the lists know of it only once it was paid back", () => {
  const sends = [{ operation: "create", at: NOW, by: "me", outcome: "unanswered" }] as const;
  const failed = answered({ state: "failed", has_codes: true });
  const heard = absorb(creating({ sends }), 1, sent("create", failed), NOW);
  expect(heard.attempts[0]).toMatchObject({ phase: "confirmed", redemption_id: null });
  const later = absorb(heard, 1, found({ state: "refunded" }), NOW + MINUTE);
  expect(later).toMatchObject({ current: 1, attempts: [{ phase: "refunded" }] });
});

it("a redemption that counted as another user's and is this order's needs no person", () => {
  const row = order(
    [attempt({ phase: "void", redemption_id: null, state: "unlisted", others: true, released_at: NOW })],
    { current: null },
  );
  expect(absorb(row, 1, found({ state: "redeemed", has_codes: true }), NOW + MINUTE)).toMatchObject({
    current: 1,
    attention: null,
    attempts: [{ phase: "redeemed" }],
  });
});

describe("a `pending` redemption that is listed after a Book in doubt", () => {
  const HOLD_END = NOW + 30 * MINUTE;
  const booking = (): Order =>
    order(
      [
        attempt({
          phase: "booking",
          redemption_id: null,
          state: null,
          hold_ends_at: HOLD_END,
          sends: [{ operation: "book", at: NOW, ...DOUBT }],
        }),
      ],
      { pins: { ...order().pins, delivery: "activate" } },
    );

  it.each([
    ["while the Book's hold may live", HOLD_END + LATE_EFFECT - 1, "booked"],
    ["when no hold can live any more", HOLD_END + LATE_EFFECT, "linked"],
  ])("%s, at %s: the attempt is then %s", (_, now, phase) => {
    const row = absorb(
      booking(),
      1,
      {
        kind: "listed",
        found: [redemption({ state: "pending", changed_at: NOW + MINUTE, is_own_users: true })],
        askedAt: now,
      },
      now,
    );
    expect(row.attempts[0]?.phase).toBe(phase);
  });
});

describe("a redemption listed under the id of a given-up attempt, beside a confirmation", () => {
  const left = attempt({ phase: "given_up", redemption_id: null, state: null });
  const beside = (sends: Attempt["sends"]): Order =>
    order([left, attempt({ n: 2, phase: "confirmed", redemption_id: "AAAAA-00002", sends })]);
  const redeem = { operation: "redeem", at: NOW, by: "me", outcome: "unanswered" } as const;
  it.each([
    ["a code of its user", true, "redeemed", "redeemed"],
    ["a code of another user, who may be the same under another address", false, "redeemed", "stopped"],
  ] as const)("takes its place where no call was sent for it: %s", (_, is_own_users, state, phase) => {
    const seen = found({ state, is_own_users });
    expect(absorb(beside([]), 1, seen, NOW)).toMatchObject({
      current: 1,
      attempts: [{ phase }, { phase: "given_up" }],
    });
    expect(absorb(beside([redeem]), 1, seen, NOW)).toMatchObject({
      current: 2,
      attempts: [{ phase: "given_up" }, { phase: "confirmed" }],
    });
  });
});
