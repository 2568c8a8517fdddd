/** An observation that was asked for before the attempt changed proves nothing about it (integrity rule 14, I17). */
import { describe, expect, it } from "vitest";
import type { Observation } from "../../../server/redemption/absorb.ts";
import { openAttempt } from "../../../server/redemption/decide.ts";
import { isObserved, isOfOlderRevision, withRevision } from "../../../server/redemption/evidence.ts";
import { type Attempt, changed, type Order, withAttempt } from "../../../server/redemption/model.ts";
import { announce, answered as noted } from "../../../server/redemption/sends.ts";
import { ATTEMPTS_WINDOW, CLAIM, HOLD, REFUSAL_SETTLED } from "../../../server/timing.ts";
import { absorb, answered, found, nothing, nothingAt, read, sent, unknown } from "./observations.ts";
import { attempt, booking, delivered, MINUTE, NOW, order, redeeming, todo } from "./orders.ts";

const asOf = (observation: Observation, revision: number): Observation =>
  ({ ...observation, asOf: revision }) as Observation;
const first = (row: Order): Attempt => row.attempts[0] as Attempt;
/** The row with a call of its own process announced. */
const announced = (row: Order, operation: "book" | "create" | "redeem", at: number): Order =>
  withAttempt(row, 1, announce(first(row), operation, "me", at));

describe("the revision of an attempt", () => {
  const before = attempt();
  it.each<[string, Attempt]>([
    ["an announced call", announce(before, "redeem", "me", NOW)],
    ["an answer", noted(announce(before, "redeem", "me", NOW), "redeem", "me", "clear", NOW)],
    ["a change of state", withRevision(before, changed(before, { evidence: { state: "pending" } }))],
  ])("rises with %s", (_, after) => {
    expect(after.evidence.revision).toBeGreaterThan(before.evidence.revision);
    expect(isOfOlderRevision(after, { asOf: before.evidence.revision })).toBe(true);
  });

  it("stays where a reading tells what is known", () => {
    const known = withAttempt(order(), 1, { evidence: { observed: 0 } });
    expect(first(absorb(known, 1, read({}), NOW)).evidence.revision).toBe(0);
  });
});

describe("an empty list", () => {
  it("that was asked for before a book became ambiguous does not let the book go out again", () => {
    const doubt = absorb(booking(), 1, sent("book", unknown), NOW);
    const askedAt = first(doubt).evidence.revision;
    const looked = absorb(doubt, 1, asOf(nothing, askedAt), NOW + MINUTE);
    const second = announced(looked, "book", NOW + MINUTE);
    const ambiguous = absorb(
      second,
      1,
      asOf(sent("book", unknown), first(second).evidence.revision),
      NOW + 2 * MINUTE,
    );
    // The slow one: it was asked for when the first book was in doubt, and comes now.
    const late = absorb(ambiguous, 1, asOf(nothing, askedAt), NOW + 2 * MINUTE);
    expect(todo(late, NOW + 5 * MINUTE)).toEqual({ do: "list", n: 1 });
    const own = absorb(late, 1, asOf(nothing, first(late).evidence.revision), NOW + 5 * MINUTE);
    expect(todo(own, NOW + 5 * MINUTE)).toEqual({ do: "send", n: 1, operation: "book" });
  });

  it.each(["book", "create"] as const)(
    "that was asked for while another process was sending does not let the %s go out again",
    (operation) => {
      const sends = [{ operation, at: NOW, by: "another", outcome: "unanswered" }] as const;
      const phase = operation === "book" ? "booking" : "confirmed";
      const sending = delivered(
        operation === "book" ? "redeem" : "notify",
        order([attempt({ phase, redemption_id: null, state: null, sends })]),
      );
      const asked = absorb(sending, 1, nothingAt(NOW + CLAIM - 1), NOW + CLAIM);
      expect(todo(asked, NOW + CLAIM + MINUTE)).toEqual({ do: "list", n: 1 });
      const again = absorb(asked, 1, nothingAt(NOW + CLAIM), NOW + CLAIM);
      expect(todo(again, NOW + CLAIM + MINUTE)).toEqual({ do: "send", n: 1, operation });
    },
  );

  it("that was asked for before a call proves no end of the attempt", () => {
    const refused = booking({ refusal: { code: "reward_unavailable" }, revision: 3 });
    expect(absorb(refused, 1, asOf(nothing, 2), NOW)).toBe(refused);
  });
});

it("a reward that could not be booked when it was asked about says nothing of the hold that is there by now", () => {
  const row = booking({ revision: 2 });
  expect(absorb(row, 1, asOf({ kind: "unusable" }, 1), NOW)).toBe(row);
  expect(absorb(row, 1, asOf({ kind: "unusable" }, 2), NOW)).not.toBe(row);
});

describe("an older reading", () => {
  it("does not take back what a newer one said", () => {
    const row = redeeming({ revision: 2 });
    const canceled = absorb(row, 1, asOf(read({ state: "denied" }), 2), NOW);
    const late = absorb(canceled, 1, asOf(read({ state: "booked" }), 2), NOW);
    expect(late).toBe(canceled);
  });

  it("is remembered for the code that it shows, and the redemption is read again", () => {
    const row = redeeming({ revision: 2, observed: 2 });
    const late = absorb(row, 1, asOf(read({ state: "redeemed", has_codes: true }), 1), NOW);
    expect(first(late)).toMatchObject({ phase: "confirmed", evidence: { had_code: true } });
    expect(isObserved(first(late))).toBe(false);
  });

  it.each<[string, Observation]>([
    ["an answer to its book", sent("book", answered({}))],
    ["a list", found({})],
  ])("is remembered for the redemption that it names: %s", (_, observation) => {
    const row = booking({ revision: 5 });
    const late = absorb(row, 1, asOf(observation, 1), NOW);
    expect(first(late)).toMatchObject({
      phase: "booking",
      redemption_id: "AAAAA-00001",
      evidence: { state: null },
    });
    expect(todo(late, NOW + MINUTE)).toMatchObject({ do: "read", n: 1 });
  });

  it("is dropped where it says that there is no such redemption", () => {
    const row = order([attempt({ phase: "given_up", revision: 1 })]);
    expect(absorb(row, 1, { kind: "missing", asOf: 0 }, NOW + HOLD)).toBe(row);
  });
});

describe("a reading while a call of another process is under way", () => {
  it.each(["redeem", "create"] as const)(
    "does not let the %s go out again, nor count as its failure",
    (operation) => {
      const by = "another";
      const sends = [
        { operation, at: NOW - MINUTE, by, outcome: "doubt" },
        { operation, at: NOW, by, outcome: "unanswered" },
      ] as const;
      const row = delivered(
        operation === "create" ? "notify" : "redeem",
        redeeming({ sends, state: "failed", failures: 1 }),
      );
      const during = absorb(row, 1, read({ state: "failed" }), NOW + CLAIM - 1);
      expect(first(during).evidence.failures).toBe(1);
      expect(todo(during, NOW + CLAIM)).toMatchObject({ do: "read" });
      const after = absorb(during, 1, read({ state: "failed" }), NOW + CLAIM);
      expect(first(after).evidence.failures).toBe(2);
      expect(todo(after, first(after).retry.until)).toMatchObject({ do: "send", operation });
    },
  );
});

describe("that something was sent", () => {
  it("is known for good, so that no other choice gets the same order id", () => {
    const context = { now: NOW, instance: "me", orderIdMax: 64, isGateOpen: true };
    const opened = openAttempt(order([], { current: null, pins: PINS }), { sku: "GIFT-10" }, "Gift", context);
    if (opened.kind !== "send") throw new Error(opened.kind);
    // The first create was never answered; its repeat, long after, is taken back as not sent.
    const repeated = announced(opened.order, "create", NOW + HOLD);
    const takenBack = absorb(repeated, 1, sent("create", { kind: "not_sent" }), NOW + HOLD);
    expect(first(takenBack).sends).toHaveLength(1);
    expect(takenBack).toMatchObject({ current: 1, attempts: [{ phase: "confirmed" }] });
  });

  it("is known of a book as well", () => {
    const repeated = announced(booking(), "book", NOW + HOLD);
    const takenBack = absorb(repeated, 1, sent("book", { kind: "not_sent" }), NOW + HOLD);
    const ended = { ...withAttempt(takenBack, 1, { phase: "refused" }), current: null };
    const context = { now: NOW + ATTEMPTS_WINDOW, instance: "me", orderIdMax: 64 };
    const next = openAttempt(ended, { sku: "OTHER" }, "Other", context);
    if (next.kind !== "send") throw new Error(next.kind);
    expect(next.order.attempts.map((each) => each.upstream_order_id)).toEqual(["shop.o-1.1", "shop.o-1.2"]);
  });
});

const PINS = { ...order().pins, delivery: "notify" as const };

it("the effect of a second delivery of a refused Create is looked for all the time, not only after the lag of a list", () => {
  const sends = [{ operation: "create", at: NOW, by: "me", outcome: "clear" }] as const;
  const refused = order([
    attempt({
      phase: "confirmed",
      redemption_id: null,
      state: null,
      refusal: { code: "reward_unavailable", at: NOW },
      sends,
    }),
  ]);
  const looked = absorb(refused, 1, nothingAt(NOW), NOW);
  expect(todo(looked, NOW + MINUTE)).toEqual({ do: "list", n: 1 });
  expect(first(looked).phase).toBe("confirmed");
});

it("the look that a refusal asks for is its own, however long the first one takes", () => {
  const row = booking({ revision: 1, refusal: { code: "reward_unavailable", at: NOW } });
  expect(absorb(row, 1, asOf(nothing, 0), NOW + REFUSAL_SETTLED)).toBe(row);
});
