/** The effect of an answer on its order: Redeems, late answers, lapsed holds, and the list of orders that need a person. */
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../server/fulfillment/outcome.ts";
import { stateOf } from "../../../server/orders/view.ts";
import { attentionOf } from "../../../server/redemption/attention.ts";
import type { Order } from "../../../server/redemption/model.ts";
import { askedAs } from "../../../server/redemption/observe.ts";
import { LATE_EFFECT } from "../../../server/timing.ts";
import { absorb, answered, read, refused, sent, unknown } from "./observations.ts";
import { attempt, MINUTE, NOW, order, phase, redeeming, todo } from "./orders.ts";

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
    ["an answer about another redemption", { kind: "about_another" }],
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
    it("does not open it by a reading that was asked for earlier, however late its answer comes", () => {
      const askedAt = NOW + LATE_EFFECT - 1;
      const slow = absorb(doubt, 1, askedAs(read({ state: "canceled" }), askedAt), NOW + LATE_EFFECT);
      expect(stateOf(slow, NOW + LATE_EFFECT)).toBe("processing");
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

  it("failed, in an answer that comes after the cancel was seen to be done, is read again and needs no person", () => {
    const sends = [
      { operation: "redeem", at: NOW, by: "me", outcome: "unanswered" },
      { operation: "cancel", at: NOW, by: "another", outcome: "clear" },
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
        { operation: action.operation, at: now, by: "me", outcome: "unanswered" as const },
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
    // The call that was sent may still take effect until then.
    expect(todo(row, NOW + 60 * MINUTE)).toMatchObject({ do: "read" });
    const readAgain = absorb(row, 1, read({ state }), NOW + 60 * MINUTE);
    expect(readAgain.attention).toBe(row.attention);
    expect(todo(readAgain, NOW + 60 * MINUTE)).toEqual({ do: "wait", until: NOW + 75 * MINUTE });
  });

  it("a confirmation in doubt for a quarter of an hour calls a person, and is still worked on", () => {
    const row = absorb(redeeming(), 1, { kind: "unreadable" }, NOW + 16 * MINUTE);
    expect(row.attention).toBe("outcome_unknown");
    expect(todo(row, NOW + 20 * MINUTE)).toMatchObject({ do: "read" });
  });
});

describe("an answer that may not be the last word", () => {
  const confirmed = (operation: "redeem" | "activate"): Order =>
    order(
      [attempt({ phase: "confirmed", sends: [{ operation, at: NOW, by: "me", outcome: "unanswered" }] })],
      {
        pins: { ...order().pins, delivery: operation },
      },
    );
  it.each([
    ["redeem", "booked", "doubt"],
    ["redeem", "pending", "doubt"],
    ["redeem", "redeemed", "clear"],
    ["activate", "booked", "doubt"],
    ["activate", "pending", "clear"],
  ] as const)("%s answered %s leaves the call in %s", (operation, state, outcome) => {
    const row = absorb(confirmed(operation), 1, sent(operation, answered({ state })), NOW);
    expect(row.attempts[0]?.sends).toMatchObject([{ operation, outcome }]);
  });
});

describe("a hold that runs out", () => {
  it("returns the order to open, before and after anybody notes it", () => {
    expect(stateOf(order(), NOW + 30 * MINUTE)).toBe("open");
    expect(todo(order(), NOW + 30 * MINUTE)).toEqual({ do: "lapse", n: 1 });
    expect(absorb(order(), 1, { kind: "lapsed" }, NOW + 30 * MINUTE)).toMatchObject({ current: null });
  });
});

describe("a hold whose end a wrong clock stored a year ahead", () => {
  const YEAR = 365 * 24 * 60 * MINUTE;
  it.each([
    ["stands", read({})],
    ["is for another reward", read({ sku: "OTHER-20" })],
    ["is debited, for another reward", read({ sku: "OTHER-20", debited: true })],
    ["is a link, for another reward", read({ sku: "OTHER-20", state: "pending" })],
    ["is not known any more", { kind: "missing" } as const],
  ])("is asked about once after it was given up, where it %s", (_, observation) => {
    const held = attempt({ phase: "given_up", hold_ends_at: NOW + YEAR });
    const row = absorb(order([held], { current: null }), 1, observation, NOW);
    expect(row.attempts[0]?.hold_ends_at).toBe(NOW + 30 * MINUTE);
    expect(todo(row, NOW).do).not.toBe("read");
  });

  it("is asked about again where the service did not answer", () => {
    const held = attempt({ phase: "given_up", hold_ends_at: NOW + YEAR, observed: 0 });
    const row = absorb(order([held], { current: null }), 1, { kind: "unreadable" }, NOW);
    expect(todo(row, NOW).do).toBe("wait");
    expect(todo(row, NOW + MINUTE).do).toBe("read");
  });
});

describe("an order that needs a person stays on the list", () => {
  it("a debited hold, also when another attempt is redeemed", () => {
    const paid = attempt({ n: 2, redemption_id: "AAAAA-00002", phase: "given_up", billed: true });
    const row = order([paid, ...redeeming().attempts], { attention: "debited_hold" });
    expect(absorb(row, 1, read({ state: "redeemed" }), NOW)).toMatchObject({
      attention: "debited_hold",
      attempts: [{ phase: "given_up" }, { phase: "redeemed" }],
    });
  });
  it("a confirmation whose recovery lookup never succeeds", () => {
    const waiting = redeeming({
      sends: [{ operation: "book", at: NOW, by: "me", outcome: "clear" }],
    });
    const row = absorb(waiting, 1, { kind: "unreadable" }, NOW + 16 * MINUTE);
    expect(row.attention).toBe("outcome_unknown");
    const late = redeeming({ sends: [], confirmed_at: NOW + 10 * MINUTE });
    expect(attentionOf(late, NOW + 16 * MINUTE)).toBeNull();
    expect(attentionOf(late, NOW + 26 * MINUTE)).toBe("outcome_unknown");
  });
});
