/** The effect of a reading on an attempt that is over, linked or confirmed. */
import { describe, expect, it } from "vitest";
import type { Observation } from "../../../server/redemption/absorb.ts";
import type { Order } from "../../../server/redemption/model.ts";
import { askedAs } from "../../../server/redemption/observe.ts";
import { ANSWERED_EFFECT, LATE_EFFECT } from "../../../server/timing.ts";
import { absorb, answered, read, sent } from "./observations.ts";
import { attempt, delivered, MINUTE, NOW, order, phase, todo } from "./orders.ts";

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
