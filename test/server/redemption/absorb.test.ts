/** What an answer to a call means for its order: what is settled by it, and what stays in doubt. */
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../server/fulfillment/outcome.ts";
import { stateOf } from "../../../server/orders/view.ts";
import { attentionOf } from "../../../server/redemption/attention.ts";
import type { Order } from "../../../server/redemption/model.ts";
import { HOLD, LATE_EFFECT, LIST_LAG } from "../../../server/timing.ts";
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
      sends: [{ answer: "clear" }],
    });
  });

  it.each<[string, Outcome]>([
    ["a timeout", unknown],
    ["an answer about another redemption", { kind: "foreign" }],
  ])("%s is looked up before the identical call is repeated", (_, outcome) => {
    const row = absorb(booking(), 1, sent("book", outcome), NOW);
    expect(phase(row)).toBe("booking");
    expect(todo(row, NOW)).toMatchObject({ do: "wait" });
    expect(todo(row, NOW + MINUTE)).toEqual({ do: "list", n: 1 });
    const looked = absorb(row, 1, nothing, NOW + MINUTE);
    expect(todo(looked, NOW + MINUTE)).toEqual({ do: "send", n: 1, operation: "book" });
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

  it("a refusal of the repeated call means look again, later", () => {
    const doubt = absorb(booking(), 1, sent("book", unknown), NOW);
    const again: Order = {
      ...doubt,
      attempts: doubt.attempts.map((each) => ({
        ...each,
        sends: [
          ...each.sends,
          { operation: "book" as const, at: NOW + MINUTE, by: "me", answer: "none" as const },
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
        found({ id: "OTHER-00001", state: "redeemed", is_users: false }),
        NOW,
      );
      expect(row).toMatchObject({
        attention: "other_user",
        attempts: [{ phase: "stopped", redemption_id: null, evidence: { value: null } }],
      });
    });

    it("that is not listed for the user when no list lags any more stops for a person", () => {
      const row = absorb(booking(), 1, sent("book", answered({ state: "redeemed" })), NOW);
      const early = absorb(row, 1, nothingAt(NOW + LIST_LAG - 1), NOW + LIST_LAG);
      expect(early.attention).toBeNull();
      const late = absorb(early, 1, nothingAt(NOW + LIST_LAG), NOW + LIST_LAG);
      expect(late).toMatchObject({ attention: "other_user", attempts: [{ phase: "stopped" }] });
    });
  });

  it("a hold that the service calls pending is a hold: nobody confirmed it", () => {
    const row = absorb(linked(), 1, sent("book", answered({ state: "pending" })), NOW);
    expect(row.attempts).toMatchObject([{ phase: "booked", evidence: { hold_state: "pending" } }]);
    const older = sent("book", answered({ state: "pending", changed_at: NOW - MINUTE }));
    expect(phase(absorb(linked(), 1, older, NOW))).toBe("booking");
  });

  it("pending is a link all the same long after any hold, where an Activate was sent whose answer nobody saw", () => {
    const { pins } = linked();
    const sends = [
      { operation: "activate", at: NOW, by: "me", answer: "doubt" },
      { operation: "activate", at: NOW + MINUTE, by: "me", answer: "clear" },
    ] as const;
    const activating = { phase: "confirmed", hold_state: "pending", state: "pending" } as const;
    const row = order([attempt({ ...activating, sends })], { pins, attention: "outcome_unknown" });
    const end = NOW + HOLD + LATE_EFFECT + HOLD;
    expect(phase(absorb(row, 1, read({ state: "pending" }), end - 1))).toBe("confirmed");
    expect(absorb(row, 1, read({ state: "pending" }), end)).toMatchObject({
      attention: null,
      attempts: [{ phase: "linked" }],
    });
    const unsent = order([attempt({ ...activating, sends: [] })], { pins });
    expect(phase(absorb(unsent, 1, read({ state: "pending" }), end))).toBe("confirmed");
  });
});

describe("after a redeem", () => {
  it("the state in the body counts, not the status", () => {
    expect(phase(absorb(redeeming(), 1, sent("redeem", answered({ state: "redeemed" })), NOW))).toBe(
      "redeemed",
    );
    expect(phase(absorb(redeeming(), 1, sent("redeem", answered({ state: "booked" })), NOW))).toBe(
      "confirmed",
    );
  });

  it.each<[string, Outcome]>([
    ["a 504", unknown],
    ["a refusal", refused],
    ["an answer about another redemption", { kind: "foreign" }],
  ])("%s is unknown, never failed: the redemption is read", (_, outcome) => {
    const row = absorb(redeeming(), 1, sent("redeem", outcome), NOW);
    expect(stateOf(row, NOW)).toBe("processing");
    expect(todo(row, NOW + MINUTE)).toEqual({ do: "read", n: 1, redemptionId: "AAAAA-00001" });
  });

  it("a redemption still booked is redeemed again by the same id", () => {
    const doubt = absorb(redeeming(), 1, sent("redeem", unknown), NOW);
    const row = absorb(doubt, 1, read({ state: "booked" }), NOW + MINUTE);
    expect(todo(row, NOW + 2 * MINUTE)).toEqual({ do: "send", n: 1, operation: "redeem" });
  });

  describe("canceled", () => {
    const doubt = absorb(redeeming(), 1, sent("redeem", unknown), NOW);
    it("opens the next attempt only 10 minutes after the last call in doubt", () => {
      const early = absorb(doubt, 1, read({ state: "canceled" }), NOW + 9 * MINUTE);
      expect(stateOf(early, NOW + 9 * MINUTE)).toBe("processing");
      const late = absorb(early, 1, read({ state: "canceled" }), NOW + LATE_EFFECT);
      expect(stateOf(late, NOW + LATE_EFFECT)).toBe("open");
    });
    it("opens it at once when every call was clearly answered", () => {
      const clear = absorb(redeeming(), 1, sent("redeem", refused), NOW);
      expect(stateOf(absorb(clear, 1, read({ state: "canceled" }), NOW), NOW)).toBe("open");
    });
    it.each([{ debited: true }, { has_codes: true }])("but with %j calls a person", (change) => {
      const row = absorb(doubt, 1, read({ state: "canceled", ...change }), NOW + 20 * MINUTE);
      expect(row).toMatchObject({ attention: "debited", attempts: [{ phase: "stopped" }] });
    });
  });

  it("failed, in an answer that comes after the cancel was seen to be done, is read again and calls nobody", () => {
    const sends = [
      { operation: "redeem", at: NOW, by: "me", answer: "none" },
      { operation: "cancel", at: NOW, by: "another", answer: "clear" },
    ] as const;
    const canceled = redeeming({ sends, state: "canceled", observed: 0, failures: 4 });
    const late = absorb(canceled, 1, sent("redeem", answered({ state: "failed" })), NOW + MINUTE);
    expect(late).toMatchObject({ attention: null, attempts: [{ phase: "confirmed" }] });
    expect(todo(late, NOW + 2 * MINUTE)).toMatchObject({ do: "read", n: 1 });
    expect(phase(absorb(late, 1, read({ state: "canceled" }), NOW + 2 * MINUTE))).toBe("void");
  });

  it("failed is redeemed again three times, then fenced by a cancel, then shown", () => {
    let row = redeeming();
    let now = NOW;
    const operations: string[] = [];
    for (let step = 0; step < 40 && phase(row) === "confirmed"; step++) {
      now += 3 * MINUTE;
      const action = todo(row, now);
      if (action.do === "read") row = absorb(row, 1, read({ state: "failed" }), now);
      if (action.do !== "send") continue;
      operations.push(action.operation);
      const sends = [
        ...(row.attempts[0]?.sends ?? []),
        { operation: action.operation, at: now, by: "me", answer: "none" as const },
      ];
      row = { ...row, attempts: row.attempts.map((each) => ({ ...each, sends, observed: -1 })) };
      row = absorb(row, 1, sent(action.operation, refused), now);
    }
    expect(operations).toEqual(["redeem", "redeem", "redeem", "cancel"]);
    expect(stateOf(row, now)).toBe("failed");
    expect(row.attention).toBe("failed");
  });

  it.each([
    ["denied", "denied"],
    ["blocked", "blocked"],
    ["expired", "expired"],
    ["on_hold", "blocked"],
  ])("%s is shown as %s and waits for a person", (state, shown) => {
    const row = absorb(redeeming(), 1, read({ state }), NOW);
    expect(stateOf(row, NOW)).toBe(shown);
    expect(row.attention).not.toBeNull();
    expect(todo(row, NOW + 60 * MINUTE)).toEqual({ do: "rest" });
  });

  it("a confirmation in doubt for a quarter of an hour calls a person, and is still worked on", () => {
    const row = absorb(redeeming(), 1, { kind: "unreadable" }, NOW + 16 * MINUTE);
    expect(row.attention).toBe("outcome_unknown");
    expect(todo(row, NOW + 20 * MINUTE)).toMatchObject({ do: "read" });
  });
});

describe("an answer that may not be the last word", () => {
  const confirmed = (operation: "redeem" | "activate"): Order =>
    order([attempt({ phase: "confirmed", sends: [{ operation, at: NOW, by: "me", answer: "none" }] })], {
      pins: { ...order().pins, delivery: operation },
    });
  it.each([
    ["redeem", "booked", "doubt"],
    ["redeem", "pending", "doubt"],
    ["redeem", "redeemed", "clear"],
    ["activate", "booked", "doubt"],
    ["activate", "pending", "clear"],
  ] as const)("%s answered %s leaves the call in %s", (operation, state, answer) => {
    const row = absorb(confirmed(operation), 1, sent(operation, answered({ state })), NOW);
    expect(row.attempts[0]?.sends).toMatchObject([{ operation, answer }]);
  });
});

describe("a hold that runs out", () => {
  it("returns the order to open, before and after anybody notes it", () => {
    expect(stateOf(order(), NOW + 30 * MINUTE)).toBe("open");
    expect(todo(order(), NOW + 30 * MINUTE)).toEqual({ do: "lapse", n: 1 });
    expect(absorb(order(), 1, { kind: "lapsed" }, NOW + 30 * MINUTE)).toMatchObject({ current: null });
  });
});

describe("what needs a person stays on the list", () => {
  it("a debited hold, also when another attempt is redeemed", () => {
    const paid = attempt({ n: 2, redemption_id: "AAAAA-00002", phase: "given_up", billed: true });
    const row = order([paid, ...redeeming().attempts], { attention: "debited_hold" });
    expect(absorb(row, 1, read({ state: "redeemed" }), NOW)).toMatchObject({
      attention: "debited_hold",
      attempts: [{ phase: "given_up" }, { phase: "redeemed" }],
    });
  });
  it("a confirmation whose look behind never succeeds", () => {
    const waiting = redeeming({
      sends: [{ operation: "book", at: NOW, by: "me", answer: "clear" }],
    });
    const row = absorb(waiting, 1, { kind: "unreadable" }, NOW + 16 * MINUTE);
    expect(row.attention).toBe("outcome_unknown");
    const late = redeeming({ sends: [], confirmed_at: NOW + 10 * MINUTE });
    expect(attentionOf(late, NOW + 16 * MINUTE)).toBeNull();
    expect(attentionOf(late, NOW + 26 * MINUTE)).toBe("outcome_unknown");
  });
});
