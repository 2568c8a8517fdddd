/** The effect of a reading on an attempt that is over or given up. */
import { describe, expect, it } from "vitest";
import type { Observation } from "../../../server/redemption/absorb.ts";
import { attentionOf } from "../../../server/redemption/attention.ts";
import { isObserved } from "../../../server/redemption/evidence.ts";
import { type Order, withAttempt } from "../../../server/redemption/model.ts";
import { askedAs } from "../../../server/redemption/observe.ts";
import { ANSWERED_EFFECT, LATE_EFFECT, LIST_SETTLED, REVISITED_FOR } from "../../../server/timing.ts";
import { absorb, answered, found, read, sent } from "./observations.ts";
import { attempt, booking, delivered, MINUTE, NOW, order, phase, type Shape, todo } from "./orders.ts";

describe("a redeemed attempt never changes back", () => {
  const redeemed = order([attempt({ phase: "redeemed" })]);
  it.each(["booked", "pending", "canceled", "failed", "expired", "on_hold"])("not to %s", (state) => {
    expect(phase(absorb(redeemed, 1, read({ state }), NOW))).toBe("redeemed");
  });
  it("except to refunded", () => {
    expect(phase(absorb(redeemed, 1, read({ state: "refunded" }), NOW))).toBe("refunded");
  });
});

describe("`failed`, for a delivered link,", () => {
  const create = { operation: "create", at: NOW, by: "me" } as const;
  const sends = [
    { ...create, outcome: "unanswered" },
    { ...create, outcome: "clear" },
  ] as const;
  const times = { answered_at: NOW, changed_at: NOW - 1_000 };
  /** After the first call was announced, its repeat was announced, answered, and changed the state. */
  const linked = order([
    attempt({ phase: "linked", state: "pending", revision: 4, observed: 4, ...times, sends }),
  ]);
  const late = (asOf: number): Order =>
    absorb(linked, 1, { ...sent("create", answered({ state: "failed" })), asOf } as Observation, NOW);

  it("by the answer to the call before the repeat that made it, proves nothing", () => {
    const row = late(1);
    expect(row).toMatchObject({
      attention: null,
      attempts: [{ phase: "linked", evidence: { state: "pending" } }],
    });
    expect(todo(row, NOW + MINUTE)).toEqual({ do: "rest" });
  });

  it.each([
    ["before the answer proves nothing", NOW - 2_000, "linked"],
    ["since the answer counts", NOW, "stopped"],
  ])("by a reading a moment later that the service changed %s", (_, changed_at, phase) => {
    const reading = { ...read({ state: "failed", changed_at }), asOf: 4 } as Observation;
    expect(absorb(linked, 1, reading, NOW + 5_000).attempts[0]?.phase).toBe(phase);
  });

  it("by a reading that was asked for since the last change, calls a person", () => {
    const reading = { ...read({ state: "failed" }), asOf: 4 } as Observation;
    expect(absorb(linked, 1, reading, NOW + MINUTE)).toMatchObject({
      attention: "failed",
      attempts: [{ phase: "stopped" }],
    });
  });
});

describe("a hold that was given up", () => {
  const givenUp = order([attempt({ phase: "given_up" })], { current: null });
  it("is read once", () => {
    expect(todo(givenUp, NOW)).toMatchObject({ do: "read", n: 1 });
    const row = absorb(givenUp, 1, read({}), NOW);
    expect(todo(row, NOW)).toEqual({ do: "rest" });
  });
  it("that is debited goes to the operator's list at once", () => {
    expect(absorb(givenUp, 1, read({ debited: true }), NOW).attention).toBe("debited_hold");
  });
  it.each([
    ["GIFT-10", "refunded"],
    ["OTHER-20", "refunded"],
    ["OTHER-20", "canceled"],
  ])("of %s leaves the list once it is no longer debited, but %s", (sku, state) => {
    const paid = absorb(givenUp, 1, read({ sku, debited: true }), NOW);
    expect(paid.attention).toBe("debited_hold");
    const row = absorb(paid, 1, read({ sku, state, debited: false }), NOW + 40 * MINUTE);
    expect(row.attention).toBe(null);
    expect(todo(row, NOW + 80 * MINUTE)).toEqual({ do: "rest" });
  });
  it("that is another reward's bears its own name", () => {
    const unnamed = order([attempt({ phase: "given_up", redemption_id: null })], { current: null });
    const row = absorb(unnamed, 1, found({ sku: "GIFT-20" }), NOW);
    expect(row).toMatchObject({
      current: null,
      attempts: [{ phase: "given_up", sku: "GIFT-20" }],
    });
    expect(row.attempts.every(isObserved)).toBe(true);
  });
  it("that turns out redeemed is the order's reward", () => {
    expect(absorb(givenUp, 1, read({ state: "redeemed", has_codes: true }), NOW)).toMatchObject({
      current: 1,
      attempts: [{ phase: "redeemed" }],
    });
  });
  it("whose book was in doubt is looked for when every list must show its effect", () => {
    const row = absorb(
      booking({ sends: [{ operation: "book", at: NOW, by: "me", outcome: "doubt" }] }),
      1,
      { kind: "lapsed" },
      NOW + MINUTE,
    );
    expect(todo(row, NOW + MINUTE)).toEqual({ do: "wait", until: NOW + LATE_EFFECT + LIST_SETTLED });
    expect(todo(row, NOW + LATE_EFFECT + LIST_SETTLED)).toEqual({ do: "list", n: 1 });
  });
});

it("a mail that was thought to be refused and is out is what the order has", () => {
  const base = order(
    [attempt({ phase: "refused", redemption_id: null, refusal: { code: "upstream_forbidden" } })],
    {
      current: null,
    },
  );
  const row: Order = { ...base, pins: { ...base.pins, delivery: "notify" } };
  expect(absorb(row, 1, read({ state: "pending" }), NOW)).toMatchObject({
    current: 1,
    attempts: [{ phase: "linked" }],
  });
});

it("a debited, given-up hold needs no person once the service says that it was refunded", () => {
  const row = order([attempt({ phase: "given_up" })], { current: null });
  const paid = absorb(row, 1, read({ state: "booked", debited: true }), NOW);
  expect(paid.attention).toBe("debited_hold");
  expect(absorb(paid, 1, read({ state: "refunded" }), NOW + MINUTE).attention).toBeNull();
  const two = { ...paid, attempts: [...paid.attempts, attempt({ n: 2, phase: "given_up", billed: true })] };
  expect(absorb(two, 1, read({ state: "refunded" }), NOW + MINUTE).attention).toBe("debited_hold");
});

describe("a delivered link of a given-up attempt", () => {
  const linked = (change: Shape, more: Partial<Order> = {}): Order => {
    const base = order([attempt({ phase: "given_up", ...change })], { current: null, ...more });
    return { ...base, pins: { ...base.pins, delivery: "activate" } };
  };

  it("is what the order has", () => {
    expect(absorb(linked({ redemption_id: null }), 1, read({ state: "pending" }), NOW)).toMatchObject({
      current: 1,
      attempts: [{ phase: "linked" }],
    });
  });

  it("of a canceled order is a person's case", () => {
    const row = absorb(linked({}, { canceled: true }), 1, read({ state: "pending" }), NOW);
    expect(row).toMatchObject({ attention: "later_attempt", attempts: [{ phase: "given_up" }] });
    expect(row.attempts.every(isObserved)).toBe(true);
  });
});

describe("an attempt that waits for a person because of its redemption's state", () => {
  const stopped = (change: Shape = {}) =>
    absorb(order([attempt(change)]), 1, read({ state: "denied" }), NOW + MINUTE);
  const END = NOW + 30 * MINUTE;
  const canceled = read({ state: "canceled" });

  it.each(["denied", "blocked", "on_hold"])(
    "unconfirmed: its hold lapses also after %s, and the user may choose again",
    (state) => {
      const row = absorb(order(), 1, read({ state }), NOW + MINUTE);
      expect(row).toMatchObject({ current: 1, attempts: [{ phase: "stopped" }] });
      expect(absorb(row, 1, canceled, END)).toMatchObject({
        current: null,
        attention: null,
        attempts: [{ phase: "void", stop: null }],
      });
    },
  );

  it("confirmed: a person releases it, whatever follows", () => {
    const sends = [{ operation: "redeem", at: NOW, by: "me", outcome: "clear" }] as const;
    const row = absorb(stopped({ phase: "confirmed", sends }), 1, canceled, END);
    expect(row).toMatchObject({ current: 1, attention: "denied", attempts: [{ phase: "stopped" }] });
  });

  it("unconfirmed, but paid for: a person has to look", () => {
    const row = absorb(stopped(), 1, read({ state: "canceled", debited: true }), END);
    expect(row).toMatchObject({ current: 1, attempts: [{ phase: "stopped" }] });
    expect(row.attention).not.toBeNull();
  });
});

describe("a hold that the ledger did not know, and that called a person", () => {
  const adopted = order([attempt({ phase: "stopped", stop: "later_attempt" })], {
    attention: "later_attempt",
  });
  const END = NOW + 30 * MINUTE;

  it.each(["canceled", "refunded"])(
    "needs nobody once it is %s with nothing made or paid: the user may choose again",
    (state) => {
      expect(absorb(adopted, 1, read({ state }), END)).toMatchObject({
        current: null,
        attention: null,
        attempts: [{ phase: "void", stop: null }],
      });
    },
  );

  it.each([
    { state: "canceled", debited: true },
    { state: "booked" },
    { state: "failed" },
    { state: "expired" },
    { state: "denied" },
  ])("stays on the list as it is (%j)", (change) => {
    const row = absorb(adopted, 1, read(change), END);
    expect(row).toMatchObject({ current: 1, attention: "later_attempt", attempts: [{ phase: "stopped" }] });
  });

  it("is read from time to time until it has ended, for a month", () => {
    const row = absorb(adopted, 1, read({ state: "denied" }), END);
    expect(todo(row, END + MINUTE)).toEqual({ do: "wait", until: END + (30 * MINUTE) / 4 });
    const old = NOW + REVISITED_FOR;
    expect(todo(absorb(row, 1, read({ state: "denied" }), old), old + 60 * MINUTE)).toEqual({ do: "rest" });
    expect(todo(absorb(row, 1, read({ state: "refunded", debited: true }), END), END + 60 * MINUTE)).toEqual({
      do: "rest",
    });
  });

  it("that was acknowledged stays closed in every state", () => {
    const seen = {
      ...adopted,
      attention: null,
      attempts: adopted.attempts.map((each) => ({ ...each, released_at: NOW })),
    };
    expect(absorb(seen, 1, read({ state: "canceled" }), END)).toMatchObject({
      current: 1,
      attempts: [{ phase: "stopped" }],
    });
  });

  it("stays on the list also where it was redeemed and is not what the ledger names", () => {
    const row = absorb(adopted, 1, read({ sku: "OTHER", state: "redeemed" }), END);
    expect(row).toMatchObject({ attention: "later_attempt", attempts: [{ phase: "stopped" }] });
  });

  it("is read no sooner where the service does not know it", () => {
    expect(todo(absorb(adopted, 1, { kind: "missing" }, END), END + MINUTE)).toMatchObject({ do: "wait" });
  });

  it("that was redeemed is the order's reward", () => {
    expect(absorb(adopted, 1, read({ state: "redeemed" }), END)).toMatchObject({
      attention: null,
      attempts: [{ phase: "redeemed" }],
    });
  });
});

describe("a hold with other parameters", () => {
  const beside = (change: Shape): Order =>
    order([
      attempt({ phase: "given_up", redemption_id: null, state: null, ...change }),
      attempt({ n: 2, phase: "redeemed", redemption_id: "AAAAA-00002", unreadable: true }),
    ]);
  it.each([{ debited: true }, { state: "redeemed" }])(
    "that is owed (%j) comes before another reason, which is left when a person released it",
    (change) => {
      const row = absorb(beside({}), 1, read({ sku: "GIFT-20", ...change }), NOW);
      expect(row.attention).toBe("debited_hold");
      expect(attentionOf(withAttempt(row, 1, { released_at: NOW }), NOW)).toBe("codes_unreadable");
    },
  );
  it("that was released stays off the list, even after it lapsed with its debit", () => {
    const seen = { billed: true, state: "booked", released_at: NOW } as const;
    const row = withAttempt(beside(seen), 2, { evidence: { unreadable: undefined } });
    expect(absorb(row, 1, read({ sku: "GIFT-20", debited: true }), NOW).attention).toBeNull();
    const lapsed = read({ sku: "GIFT-20", state: "canceled", debited: true });
    expect(absorb(row, 1, lapsed, NOW).attention).toBeNull();
  });
});

describe("a released attempt", () => {
  it("is new with a code, in the same state too", () => {
    const row = order([attempt({ phase: "void", state: "failed", released_at: NOW })], { current: null });
    expect(absorb(row, 1, read({ state: "failed" }), NOW).attention).toBeNull();
    expect(absorb(row, 1, read({ state: "failed", has_codes: true }), NOW)).toMatchObject({
      current: 1,
      attention: "debited",
      attempts: [{ phase: "stopped" }],
    });
  });
  it("is nothing new as it was: a code that stopped the order stays off the list", () => {
    const seen = {
      phase: "stopped",
      stop: "debited",
      billed: true,
      had_code: true,
      state: "failed",
    } as const;
    const row = order([attempt({ ...seen, released_at: NOW })]);
    expect(absorb(row, 1, read({ state: "failed", has_codes: true }), NOW)).toMatchObject({
      current: 1,
      attention: null,
      attempts: [{ phase: "stopped", released_at: NOW }],
    });
    expect(phase(absorb(row, 1, read({ state: "redeemed" }), NOW))).toBe("redeemed");
  });
  it("is nothing new as it was, nor once it has ended: a paid hold stays off the list", () => {
    const seen = { phase: "given_up", billed: true, released_at: NOW } as const;
    const row = order([attempt(seen)], { current: null });
    expect(absorb(row, 1, read({ debited: true }), NOW).attention).toBeNull();
    expect(absorb(row, 1, read({ state: "canceled", debited: true }), NOW).attention).toBeNull();
  });
  it("is new once something is paid for it, and once it lives", () => {
    const row = order([attempt({ phase: "void", state: "denied", released_at: NOW })], { current: null });
    expect(absorb(row, 1, read({ state: "expired", debited: true }), NOW).attention).toBe("debited_hold");
    expect(absorb(row, 1, read({ state: "booked" }), NOW).attempts[0]?.released_at).toBeUndefined();
    expect(absorb(row, 1, read({ state: "expired" }), NOW).attempts[0]?.released_at).toBe(NOW);
  });
});

it.each(["refunded", "canceled"])(
  "codes that nobody can read need nobody once the link is %s without a code",
  (state) => {
    const row = order([attempt({ phase: "linked" })], { attention: "codes_unreadable" });
    expect(absorb(row, 1, read({ state }), NOW)).toMatchObject({ current: null, attention: null });
  },
);

it("unreadable codes need no person once they are refunded", () => {
  const row = order([attempt({ phase: "redeemed" })], { attention: "codes_unreadable" });
  expect(absorb(row, 1, read({ state: "refunded", was_redeemed: true }), NOW).attention).toBeNull();
});

describe("another redemption under the order id than the one that is known", () => {
  const other = { id: "AAAAA-OTHER" };
  it("is the attempt's where it answers a repeated Create: its link is the one that was made", () => {
    const failed = attempt({
      phase: "confirmed",
      state: "failed",
      sends: [{ operation: "create", at: NOW, by: "me", outcome: "unanswered" }],
    });
    const row = delivered("notify", order([failed]));
    const after = absorb(row, 1, sent("create", answered({ ...other, state: "pending" })), NOW);
    expect(after.attempts).toMatchObject([{ phase: "linked", redemption_id: "AAAAA-OTHER" }]);
  });

  it.each([
    ["redeemed", { phase: "redeemed", redemption_id: "AAAAA-OTHER" }],
    ["canceled", { phase: "booked", redemption_id: "AAAAA-00001" }],
  ])("is the attempt's where it is a code (%s)", (state, is) => {
    expect(absorb(order(), 1, read({ ...other, state }), NOW).attempts).toMatchObject([is]);
  });
});

describe("an answer that was asked for before the last effect of a sent call, and absorbed after it", () => {
  const QUIET = NOW + LATE_EFFECT;
  const late = (change: Parameters<typeof read>[0], askedAt: number) => askedAs(read(change), askedAt);

  it("keeps a stopped attempt on the list, until the redemption is read again", () => {
    const sends = [{ operation: "redeem", at: NOW, by: "a", outcome: "doubt" }] as const;
    const row = order([attempt({ phase: "stopped", stop: "failed", state: "failed", sends })]);
    const early = absorb(row, 1, late({ state: "canceled" }, QUIET - 1), QUIET + MINUTE);
    expect(early.attempts[0]).toMatchObject({ phase: "stopped", stop: "failed" });
    expect(todo(early, QUIET + MINUTE)).toMatchObject({ do: "read", n: 1 });
    const later = absorb(early, 1, read({ state: "canceled" }), QUIET + MINUTE);
    expect(later.attempts[0]).toMatchObject({ phase: "void", stop: null });
  });

  it("does not settle a given-up attempt that failed: a second delivery may have made its hold anew", () => {
    const sends = [{ operation: "book", at: NOW, by: "a", outcome: "clear" }] as const;
    const row = order([attempt({ phase: "given_up", state: "failed", observed: 0, sends })], {
      current: null,
    });
    const end = NOW + ANSWERED_EFFECT;
    const early = absorb(row, 1, late({ state: "failed" }, end - 1), end + MINUTE);
    expect(todo(early, end + MINUTE)).toMatchObject({ do: "read", n: 1 });
    const later = absorb(early, 1, read({ state: "failed" }), end + MINUTE);
    expect(todo(later, end + MINUTE)).toEqual({ do: "rest" });
  });
});
