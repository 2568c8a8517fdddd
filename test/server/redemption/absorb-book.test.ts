/** The effect of a Book's answer on its order: settled facts, and remaining doubt. */
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../server/fulfillment/outcome.ts";
import { limitWait } from "../../../server/redemption/attempt-limits.ts";
import { type Order, withAttempt } from "../../../server/redemption/model.ts";
import { ANSWERED_EFFECT, CLOCK_SPREAD, HOLD, LATE_EFFECT, LIST_SETTLED } from "../../../server/timing.ts";
import { absorb, answered, found, nothing, nothingAt, read, refused, sent, unknown } from "./observations.ts";
import { attempt, booking, MINUTE, NOW, order, phase, redeeming, todo } from "./orders.ts";

/** A book for an order that is delivered by a link. */
const linked = (): Order => {
  const row = booking();
  return { ...row, pins: { ...row.pins, delivery: "activate" } };
};

describe("after a book", () => {
  it("a booked redemption is a hold", () => {
    const row = absorb(booking(), 1, sent("book", answered({})), NOW);
    expect(row.attempts[0]).toMatchObject({
      phase: "booked",
      redemption_id: "AAAAA-00001",
      sends: [{ outcome: "clear" }],
    });
  });

  it.each([
    ["answered", "clear", ANSWERED_EFFECT],
    ["in doubt", "doubt", LATE_EFFECT],
  ] as const)(
    "a failed redemption of a Book that was %s is read once more when no delivery can make a hold of it",
    (_, outcome, effect) => {
      const sends = [{ operation: "book", at: NOW, by: "me", outcome }] as const;
      const row = absorb(booking({ sends }), 1, read({ state: "failed" }), NOW);
      expect([phase(row), row.current]).toEqual(["given_up", null]);
      const settled = NOW + effect;
      expect(todo(row, NOW)).toEqual({ do: "wait", until: settled });
      expect(todo(row, settled)).toEqual({ do: "read", n: 1, redemptionId: "AAAAA-00001" });
      const over = absorb(row, 1, read({ state: "failed" }), settled);
      expect([todo(over, settled), over.attention]).toEqual([{ do: "rest" }, null]);
      const held = absorb(row, 1, read({ debited: true }), settled);
      expect(held.attention).toBe("debited_hold");
      expect(todo(held, settled)).toMatchObject({ do: "wait" });
    },
  );

  it.each<[string, Outcome]>([
    ["a timeout", unknown],
    ["an answer about another redemption", { kind: "about_another" }],
  ])("%s is looked up before the identical call is repeated", (_, outcome) => {
    const row = absorb(booking(), 1, sent("book", outcome), NOW);
    expect(phase(row)).toBe("booking");
    expect(todo(row, NOW)).toMatchObject({ do: "wait" });
    expect(todo(row, NOW + MINUTE)).toEqual({ do: "list", n: 1 });
    const looked = absorb(row, 1, nothing, NOW + MINUTE);
    expect(todo(looked, NOW + MINUTE)).toEqual({ do: "send", n: 1, operation: "book" });
    // Two processes found the order due: the list of the one does not keep the other from sending.
    const twice = absorb(looked, 1, nothing, NOW + MINUTE);
    expect(todo(twice, NOW + MINUTE)).toEqual({ do: "send", n: 1, operation: "book" });
  });

  it.each(["book", "redeem"] as const)(
    "that the service wants repeated later (%s) is not asked about earlier",
    (operation) => {
      const row = operation === "book" ? booking() : redeeming();
      const outcome: Outcome = { kind: "unknown", cause: "status_503", retryAfterMs: 45_000 };
      const after = absorb(row, 1, sent(operation, outcome), NOW);
      expect(todo(after, NOW)).toEqual({ do: "wait", until: NOW + 45_000 });
      expect(todo(after, NOW + 45_000)).toMatchObject({ n: 1 });
      expect(todo(absorb(row, 1, sent(operation, unknown), NOW), NOW + 44_999)).not.toMatchObject({
        do: "wait",
      });
    },
  );

  it("absence never opens another attempt, however often it is seen", () => {
    let row = absorb(booking(), 1, sent("book", unknown), NOW);
    for (let minute = 1; minute < 25; minute++) row = absorb(row, 1, nothing, NOW + minute * MINUTE);
    expect(row).toMatchObject({ current: 1, attempts: [{ phase: "booking" }] });
  });

  it("a clear refusal ends the attempt only when nothing is found under its order id", () => {
    const row = absorb(booking(), 1, sent("book", refused), NOW);
    expect(phase(row)).toBe("booking");
    expect(todo(row, NOW)).toEqual({ do: "list", n: 1 });
    expect(absorb(row, 1, nothing, NOW)).toMatchObject({ current: null, attempts: [{ phase: "refused" }] });
    const other = found({ state: "redeemed", has_codes: true });
    expect(phase(absorb(row, 1, other, NOW))).toBe("redeemed");
  });

  it("a refusal that comes after a change of mind frees the place of the hold, and is listed once", () => {
    const given = booking({ phase: "given_up" });
    const row = absorb({ ...given, current: null }, 1, sent("book", refused), NOW);
    expect([phase(row), limitWait(row, NOW), row.current]).toEqual(["refused", 0, null]);
    const from = NOW + ANSWERED_EFFECT + LIST_SETTLED;
    expect([todo(row, NOW), todo(row, from)]).toEqual([
      { do: "wait", until: from },
      { do: "list", n: 1 },
    ]);
    const found = absorb(row, 1, read({ state: "booked" }), from);
    expect(phase(found)).toBe("given_up");
  });

  it("a Book that never left holds no place after a change of mind either", () => {
    const given = booking({ phase: "given_up" });
    const row = absorb({ ...given, current: null }, 1, sent("book", { kind: "not_sent" }), NOW);
    expect([phase(row), row.attempts[0]?.sends]).toEqual(["refused", []]);
    expect(todo(row, NOW + HOLD)).toEqual({ do: "rest" });
  });

  it("a refusal after a change of mind frees nothing where an earlier Book is in doubt", () => {
    const doubt = { operation: "book", at: NOW - MINUTE, by: "another", outcome: "doubt" } as const;
    const given = booking({ phase: "given_up" });
    const sends = [doubt, ...(given.attempts[0]?.sends ?? [])];
    const row = withAttempt({ ...given, current: null }, 1, { sends });
    expect(phase(absorb(row, 1, sent("book", refused), NOW))).toBe("given_up");
  });

  it("a refusal of the repeated call means look again, later", () => {
    const doubt = absorb(booking(), 1, sent("book", unknown), NOW);
    const again: Order = {
      ...doubt,
      attempts: doubt.attempts.map((each) => ({
        ...each,
        sends: [
          ...each.sends,
          { operation: "book" as const, at: NOW + MINUTE, by: "me", outcome: "unanswered" as const },
        ],
      })),
    };
    const row = absorb(again, 1, sent("book", refused), NOW + MINUTE);
    const looked = absorb(row, 1, nothing, NOW + 2 * MINUTE);
    expect(phase(looked)).toBe("booking");
  });

  it("a call that never left ends the attempt: there is nothing to doubt", () => {
    const row = absorb(booking(), 1, sent("book", { kind: "not_sent" }), NOW);
    expect(row).toMatchObject({
      current: null,
      attempts: [{ phase: "refused", refusal: { code: "upstream_unavailable" }, sends: [] }],
    });
  });

  describe("an answer about a lost ledger's redemption", () => {
    const OTHER_LIFE = [
      { state: "redeemed" },
      { sku: "GIFT-20", state: "redeemed" },
      { sku: "GIFT-20", state: "booked" },
    ];

    it.each(OTHER_LIFE)(
      "(%o) is looked up before anything of it is believed, and nothing is sent",
      (change) => {
        const row = absorb(booking(), 1, sent("book", answered(change)), NOW);
        expect(row.attempts).toMatchObject([
          { phase: "booking", redemption_id: null, evidence: { value: null } },
        ]);
        expect(todo(row, NOW + MINUTE)).toEqual({ do: "list", n: 1 });
        expect(todo(absorb(row, 1, nothingAt(NOW + MINUTE), NOW + MINUTE), NOW + 2 * MINUTE)).toEqual({
          do: "list",
          n: 1,
        });
      },
    );

    it("is taken over where it is listed for the order's user, with its own reward and value", () => {
      const row = absorb(
        booking({ amount: "50" }),
        1,
        found({
          state: "redeemed",
          sku: "GIFT-20",
          value: { amount: 20, currency: "EUR" },
          reward_name: "Gift 20",
        }),
        NOW,
      );
      expect(row.attempts).toMatchObject([
        {
          phase: "redeemed",
          sku: "GIFT-20",
          amount: null,
          reward_name: "Gift 20",
          evidence: { value: { amount: 20 } },
        },
      ]);
    });

    it("that is a hold for another reward lapses, and the choice gets an attempt of its own", () => {
      const row = absorb(booking(), 1, found({ sku: "GIFT-20" }), NOW);
      expect(row).toMatchObject({ current: null, attempts: [{ phase: "given_up", sku: "GIFT-20" }] });
    });

    it.each(["booking", "confirmed"] as const)("that is another user's stops a %s for a person", (is) => {
      const row = absorb(
        booking({ phase: is }),
        1,
        found({ id: "OTHER-00001", state: "redeemed", is_own_users: false }),
        NOW,
      );
      expect(row).toMatchObject({
        attention: "other_user",
        attempts: [{ phase: "stopped", redemption_id: null, evidence: { value: null } }],
      });
    });

    it("that is not listed for the user when no list lags any more stops for a person", () => {
      const row = absorb(booking(), 1, sent("book", answered({ state: "redeemed" })), NOW);
      const early = absorb(row, 1, nothingAt(NOW + LIST_SETTLED - 1), NOW + LIST_SETTLED);
      expect(early.attention).toBeNull();
      const late = absorb(early, 1, nothingAt(NOW + LIST_SETTLED), NOW + LIST_SETTLED);
      expect(late).toMatchObject({ attention: "other_user", attempts: [{ phase: "stopped" }] });
    });
  });

  it("a hold that the service calls pending is a hold while it is unconfirmed", () => {
    const row = absorb(linked(), 1, sent("book", answered({ state: "pending" })), NOW);
    expect(row.attempts).toMatchObject([{ phase: "booked", evidence: { hold_state: "pending" } }]);
    const older = sent("book", answered({ state: "pending", changed_at: NOW - MINUTE }));
    expect(phase(absorb(linked(), 1, older, NOW))).toBe("booking");
  });

  describe("pending is a link, whichever calls were sent,", () => {
    const doubtful = NOW + LATE_EFFECT;
    const answeredBook = NOW + ANSWERED_EFFECT;
    it.each([
      ["once no hold of an answered Book lives", "clear", answeredBook + HOLD, undefined, "link"],
      ["once no hold of a Book in doubt lives", "doubt", doubtful + HOLD, undefined, "link"],
      ["where it changed when no answered Book had an effect", "clear", doubtful, answeredBook, "link"],
      ["where it changed when no Book in doubt had one", "doubt", doubtful + MINUTE, doubtful, "link"],
      ["and not before: answered", "clear", answeredBook + HOLD - 1, NOW, "hold"],
      ["and not before: in doubt", "doubt", doubtful + HOLD - 1, answeredBook, "hold"],
    ] as const)("%s", (_, outcome, now, changed, meaning) => {
      const sends = [{ operation: "book", at: NOW, by: "me", outcome }] as const;
      const changed_at = changed && changed + CLOCK_SPREAD + 1;
      const pending = read({ state: "pending", ...(changed_at !== undefined && { changed_at }) });
      for (const where of ["booked", "confirmed", "given_up"] as const) {
        const held = attempt({ phase: where, hold_state: "pending", state: "pending", sends });
        const after = absorb(order([held], { pins: linked().pins }), 1, pending, now);
        expect(phase(after)).toBe(meaning === "link" ? "linked" : where);
        expect(after.attempts[0]?.evidence.hold_state).toBe(meaning === "link" ? undefined : "pending");
      }
    });
  });
});
