import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../server/fulfillment/outcome.ts";
import type { Redemption } from "../../../server/fulfillment/schemas.ts";
import { absorb, callPerson, type Observation } from "../../../server/redemption/absorb.ts";
import type { Attempt, Operation, Order } from "../../../server/redemption/model.ts";
import { next } from "../../../server/redemption/next.ts";
import { stateOf } from "../../../server/redemption/view.ts";
import { LATE_EFFECT, SEND_WINDOW } from "../../../server/timing.ts";
import { attempt, NOW, order } from "./orders.ts";

const MINUTE = 60_000;
const redemption = (change: Partial<Redemption> = {}): Redemption => ({
  id: "AAAAA-00001",
  order_id: "shop.o-1.1",
  state: "booked",
  sku: "GIFT-10",
  promotion_id: "4001",
  testing: false,
  debited: false,
  codes: {},
  has_codes: false,
  was_redeemed: false,
  ...change,
});
const sent = (operation: Operation, outcome: Outcome): Observation => ({
  kind: "sent",
  operation,
  by: "me",
  outcome,
});
const answered = (change: Partial<Redemption>): Outcome => ({
  kind: "answered",
  redemption: redemption(change),
});
const refused: Outcome = { kind: "refused", status: 422, error: "invalid_request" };
const unknown: Outcome = { kind: "unknown", cause: "status_504" };
const read = (change: Partial<Redemption>): Observation => ({ kind: "read", redemption: redemption(change) });
const nothing: Observation = { kind: "looked", found: [] };

const booking = (change: Partial<Attempt> = {}): Order =>
  order([
    attempt({
      phase: "booking",
      redemption_id: null,
      seen: null,
      sends: [{ operation: "book", at: NOW, by: "me", answer: "none" }],
      ...change,
    }),
  ]);
const redeeming = (change: Partial<Attempt> = {}): Order =>
  order([
    attempt({
      phase: "redeeming",
      sends: [
        { operation: "book", at: NOW - MINUTE, by: "me", answer: "clear" },
        { operation: "redeem", at: NOW, by: "me", answer: "none" },
      ],
      ...change,
    }),
  ]);
const phase = (row: Order): string => row.attempts[0]?.phase ?? "none";
const todo = (row: Order, now: number) => next(row, { now, instance: "me" });

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
    expect(todo(row, NOW + MINUTE)).toEqual({ do: "look", n: 1 });
    const looked = absorb(row, 1, nothing, NOW + MINUTE);
    expect(todo(looked, NOW + MINUTE)).toEqual({ do: "send", n: 1, operation: "book" });
  });

  it("absence never opens another attempt, however often it is seen", () => {
    let row = absorb(booking(), 1, sent("book", unknown), NOW);
    for (let minute = 1; minute < 25; minute++) row = absorb(row, 1, nothing, NOW + minute * MINUTE);
    expect(row).toMatchObject({ current: 1, attempts: [{ phase: "booking" }] });
  });

  it("a clear refusal ends the attempt only when nothing is found under its order id", () => {
    const row = absorb(booking(), 1, sent("book", refused), NOW);
    expect(phase(row)).toBe("booking");
    expect(todo(row, NOW)).toEqual({ do: "look", n: 1 });
    expect(absorb(row, 1, nothing, NOW)).toMatchObject({ current: null, attempts: [{ phase: "refused" }] });
    const found: Observation = {
      kind: "looked",
      found: [redemption({ state: "redeemed", has_codes: true })],
    };
    expect(phase(absorb(row, 1, found, NOW))).toBe("redeemed");
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
      attempts: [{ phase: "refused", refusal: "upstream_unavailable", sends: [] }],
    });
  });

  it("a redemption with other parameters stops for a person", () => {
    for (const change of [{ sku: "GIFT-20" }, { promotion_id: "4002" }]) {
      const row = absorb(booking(), 1, sent("book", answered({ ...change, state: "redeemed" })), NOW);
      expect(row).toMatchObject({ attention: "other_parameters", attempts: [{ phase: "stopped" }] });
    }
    const other = absorb(
      booking({ amount: "50" }),
      1,
      sent("book", answered({ value: { amount: 40 } })),
      NOW,
    );
    expect(phase(other)).toBe("stopped");
  });

  it("a redeemed redemption of ours is adopted: the code is not lost and not made again", () => {
    expect(phase(absorb(booking(), 1, sent("book", answered({ state: "redeemed" })), NOW))).toBe("redeemed");
  });

  it("no more than three books go out in ten minutes", () => {
    const sends = [0, 1, 2].map((n) => ({
      operation: "book" as const,
      at: NOW + n,
      by: "me",
      answer: "doubt" as const,
    }));
    const row = booking({ sends, looked: true });
    expect(todo(row, NOW + MINUTE)).toEqual({ do: "look", n: 1 });
    expect(todo(row, NOW + SEND_WINDOW)).toEqual({ do: "send", n: 1, operation: "book" });
  });
});

describe("after a redeem", () => {
  it("the state in the body counts, not the status", () => {
    expect(phase(absorb(redeeming(), 1, sent("redeem", answered({ state: "redeemed" })), NOW))).toBe(
      "redeemed",
    );
    expect(phase(absorb(redeeming(), 1, sent("redeem", answered({ state: "booked" })), NOW))).toBe(
      "redeeming",
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

  it("a redeem that perhaps never left is not sent after the hold", () => {
    const lost = redeeming({
      sends: [{ operation: "redeem", at: NOW, by: "dead", answer: "none" }],
      looked: true,
    });
    expect(todo(lost, NOW + 5 * MINUTE)).toMatchObject({ do: "send" });
    expect(todo(lost, NOW + 31 * MINUTE)).toMatchObject({ do: "read" });
  });

  it("while another process is believed to be sending, only reads go out", () => {
    const row = redeeming({
      sends: [{ operation: "redeem", at: NOW, by: "other", answer: "none" }],
      looked: true,
    });
    expect(todo(row, NOW + 39_000)).toMatchObject({ do: "read" });
    expect(todo(row, NOW + 41_000)).toMatchObject({ do: "send" });
  });

  it("no more than six changing calls go out in ten minutes", () => {
    const sends = [0, 1, 2, 3, 4, 5].map((n) => ({
      operation: "redeem" as const,
      at: NOW + n,
      by: "me",
      answer: "doubt" as const,
    }));
    const row = redeeming({ sends, looked: true });
    expect(todo(row, NOW + MINUTE)).toMatchObject({ do: "read" });
    expect(todo(row, NOW + SEND_WINDOW)).toMatchObject({ do: "send" });
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

  it("failed is redeemed again three times, then fenced by a cancel, then shown", () => {
    let row = redeeming();
    let now = NOW;
    const operations: string[] = [];
    for (let step = 0; step < 40 && phase(row) === "redeeming"; step++) {
      now += 3 * MINUTE;
      const action = todo(row, now);
      if (action.do === "read") row = absorb(row, 1, read({ state: "failed" }), now);
      if (action.do !== "send") continue;
      operations.push(action.operation);
      const sends = [
        ...(row.attempts[0]?.sends ?? []),
        { operation: action.operation, at: now, by: "me", answer: "none" as const },
      ];
      row = { ...row, attempts: row.attempts.map((each) => ({ ...each, sends, looked: false })) };
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
    const row = callPerson(
      absorb(redeeming(), 1, { kind: "unreadable" }, NOW + 16 * MINUTE),
      NOW + 16 * MINUTE,
    );
    expect(row.attention).toBe("outcome_unknown");
    expect(todo(row, NOW + 20 * MINUTE)).toMatchObject({ do: "read" });
  });
});

describe("what needs a person stays on the list", () => {
  it("a debited hold, also when another attempt is redeemed", () => {
    const row = { ...redeeming(), attention: "debited_hold" as const };
    expect(absorb(row, 1, read({ state: "redeemed" }), NOW)).toMatchObject({
      attention: "debited_hold",
      attempts: [{ phase: "redeemed" }],
    });
  });
  it("a confirmation whose look behind never succeeds", () => {
    const waiting = redeeming({
      guarded: false,
      sends: [{ operation: "book", at: NOW, by: "me", answer: "clear" }],
    });
    const row = callPerson(absorb(waiting, 1, { kind: "unreadable" }, NOW + 16 * MINUTE), NOW + 16 * MINUTE);
    expect(row.attention).toBe("outcome_unknown");
  });
});

describe("what was redeemed never goes back", () => {
  const redeemed = order([attempt({ phase: "redeemed" })]);
  it.each(["booked", "pending", "canceled", "failed", "expired", "on_hold"])("not to %s", (state) => {
    expect(phase(absorb(redeemed, 1, read({ state }), NOW))).toBe("redeemed");
  });
  it("except to refunded", () => {
    expect(phase(absorb(redeemed, 1, read({ state: "refunded" }), NOW))).toBe("refunded");
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
  it("that is another reward's is never resumed under this one's name", () => {
    const unnamed = order([attempt({ phase: "given_up", redemption_id: null })], { current: null });
    const row = absorb(unnamed, 1, { kind: "looked", found: [redemption({ sku: "GIFT-20" })] }, NOW);
    expect(row).toMatchObject({
      current: null,
      attempts: [{ phase: "given_up", redemption_id: null, checked: true }],
    });
  });
  it("that turns out redeemed is the order's reward", () => {
    expect(absorb(givenUp, 1, read({ state: "redeemed", has_codes: true }), NOW)).toMatchObject({
      current: 1,
      attempts: [{ phase: "redeemed" }],
    });
  });
  it("whose book was in doubt is looked for after its effect can no longer be late", () => {
    const row = absorb(
      booking({ sends: [{ operation: "book", at: NOW, by: "me", answer: "doubt" }] }),
      1,
      { kind: "lapsed" },
      NOW + MINUTE,
    );
    expect(todo(row, NOW + MINUTE)).toEqual({ do: "wait", until: NOW + LATE_EFFECT });
    expect(todo(row, NOW + LATE_EFFECT)).toEqual({ do: "look", n: 1 });
  });
});

describe("a hold that runs out", () => {
  it("returns the order to open, before and after anybody notes it", () => {
    expect(stateOf(order(), NOW + 30 * MINUTE)).toBe("open");
    expect(todo(order(), NOW + 30 * MINUTE)).toEqual({ do: "lapse", n: 1 });
    expect(absorb(order(), 1, { kind: "lapsed" }, NOW + 30 * MINUTE)).toMatchObject({ current: null });
  });
});

describe("an answer that may not be the last word", () => {
  const confirmed = (phase: "redeeming" | "activating", operation: Operation): Order =>
    order([attempt({ phase, sends: [{ operation, at: NOW, by: "me", answer: "none" }] })]);
  it.each([
    ["redeeming", "redeem", "booked", "doubt"],
    ["redeeming", "redeem", "pending", "doubt"],
    ["redeeming", "redeem", "redeemed", "clear"],
    ["activating", "activate", "booked", "doubt"],
    ["activating", "activate", "pending", "clear"],
  ] as const)("%s: %s answered %s leaves the call in %s", (phase, operation, state, answer) => {
    const row = absorb(confirmed(phase, operation), 1, sent(operation, answered({ state })), NOW);
    expect(row.attempts[0]?.sends).toMatchObject([{ operation, answer }]);
  });
});

it("a hold that lapses while its refund is asked for waits for the answer", () => {
  const asked = order([attempt({ closing: "refund", closing_at: NOW })]);
  expect(absorb(asked, 1, { kind: "lapsed" }, NOW + 31 * MINUTE)).toEqual(asked);
});

describe("an attempt that had ended without a code", () => {
  const two = (first: Partial<Attempt>, second: Partial<Attempt>): Order =>
    order([
      attempt({ redemption_id: "AAAAA-00001", ...first }),
      attempt({ n: 2, upstream_order_id: "shop.o-1.2", redemption_id: "AAAAA-00002", ...second }),
    ]);

  it.each(["void", "stopped", "given_up"] as const)(
    "(%s) and is redeemed after all is the order's reward where nothing else was confirmed",
    (ended) => {
      const row = absorb(two({ phase: ended }, { phase: "booked" }), 1, read({ state: "redeemed" }), NOW);
      expect(row).toMatchObject({ current: 1, attention: null, attempts: [{ phase: "redeemed" }, {}] });
    },
  );

  it.each(["redeeming", "redeemed", "activated"] as const)(
    "and is redeemed beside one that is %s is a person's case, and hides nothing",
    (phase) => {
      for (const ended of ["void", "stopped", "given_up"] as const) {
        const row = absorb(two({ phase: ended }, { phase }), 1, read({ state: "redeemed" }), NOW);
        expect(row).toMatchObject({
          current: 2,
          attention: "debited_hold",
          attempts: [{ phase: ended }, { phase }],
        });
      }
    },
  );
});

describe("a code where there should be none", () => {
  it.each(["given_up", "void", "stopped"] as const)(
    "of an attempt that was %s and is failed stops the order for a person, and is never told as redeemed",
    (phase) => {
      const row = absorb(
        order([attempt({ phase })], { current: null }),
        1,
        read({ state: "failed", has_codes: true }),
        NOW,
      );
      expect(row).toMatchObject({
        attention: "debited",
        current: 1,
        attempts: [{ phase: "stopped", stop: "debited" }],
      });
    },
  );

  it("leaves no booking of another attempt behind: its hold is given up and read", () => {
    const row = absorb(
      order([
        attempt({ phase: "given_up" }),
        attempt({ n: 2, phase: "booking", redemption_id: null, upstream_order_id: "shop.o-1.2" }),
      ]),
      1,
      read({ state: "redeemed" }),
      NOW,
    );
    expect(row).toMatchObject({
      current: 1,
      attempts: [{ phase: "redeemed" }, { phase: "given_up", checked: false }],
    });
    expect(todo(row, NOW + 11 * MINUTE)).toEqual({ do: "look", n: 2 });
  });

  it("of a confirmed attempt that is failed calls a person while the repeats go on", () => {
    const row = absorb(redeeming(), 1, read({ state: "failed", has_codes: true }), NOW);
    expect(row).toMatchObject({ attention: "debited", attempts: [{ phase: "redeeming" }] });
    expect(absorb(row, 1, read({ state: "redeemed" }), NOW)).toMatchObject({ attention: null });
  });
});

describe("a code that was seen once", () => {
  it("was made, also where the service shows nothing of it after a refund", () => {
    const seen = absorb(redeeming(), 1, read({ state: "failed", has_codes: true }), NOW);
    const row = absorb(seen, 1, read({ state: "refunded" }), NOW + 20 * MINUTE);
    expect(phase(row)).toBe("refunded");
    expect(phase(absorb(seen, 1, read({ state: "canceled" }), NOW + 20 * MINUTE))).toBe("stopped");
  });

  it("of another life with other parameters is never shown under an attempt's name, however often it is read", () => {
    const found = read({ state: "redeemed", sku: "ANOTHER" });
    for (const ended of ["given_up", "void", "stopped", "refused"] as const) {
      let row = order([attempt({ phase: ended })], { current: ended === "stopped" ? 1 : null });
      for (let reads = 0; reads < 3; reads++) row = absorb(row, 1, found, NOW);
      expect([ended, phase(row)]).toEqual([ended, "stopped"]);
    }
  });

  it.each(["redeemed", "refunded"] as const)(
    "of another life with other parameters (%s) opens nothing else",
    (state) => {
      const row = order([
        attempt({ phase: "given_up", redemption_id: null }),
        attempt({ n: 2, redemption_id: "AAAAA-00002", upstream_order_id: "shop.o-1.2" }),
      ]);
      const found = read({ state, sku: "ANOTHER", was_redeemed: true });
      expect(absorb(row, 1, found, NOW)).toMatchObject({
        current: 1,
        attention: "other_parameters",
        attempts: [{ phase: "stopped" }, { phase: "given_up" }],
      });
    },
  );
});

describe("a repeat that the catalog does not allow any more", () => {
  it("of what exists comes to its fence, and never to the same thing again at once", () => {
    const creating = order([
      attempt({ phase: "creating", sends: [{ operation: "create", at: NOW, by: "me", answer: "clear" }] }),
    ]);
    let row = absorb(creating, 1, read({ state: "failed" }), NOW);
    for (let minute = 1; minute < 6; minute++) {
      const before = row;
      row = absorb(row, 1, { kind: "unusable" }, NOW + minute * MINUTE);
      expect(row).not.toEqual(before);
      expect(todo(row, NOW + minute * MINUTE)).toMatchObject({ do: "wait" });
    }
    expect(
      todo({ ...row, attempts: row.attempts.map((each) => ({ ...each, looked: true })) }, NOW + 10 * MINUTE),
    ).toEqual({
      do: "send",
      n: 1,
      operation: "cancel",
    });
  });
});

describe("a confirmation that nobody could look behind", () => {
  it("is read, and no longer sent, once its hold is over", () => {
    const row = redeeming({ guarded: false, sends: [] });
    expect(todo(row, NOW)).toEqual({ do: "guard", n: 1 });
    expect(todo(row, NOW + 31 * MINUTE)).toMatchObject({ do: "read" });
    const canceled = absorb(row, 1, read({ state: "canceled" }), NOW + 31 * MINUTE);
    expect(phase(canceled)).toBe("void");
  });
});

it("a cancel leaves another attempt's paid hold on the operator's list", () => {
  const row = order(
    [
      attempt({ phase: "given_up" }),
      attempt({
        n: 2,
        phase: "activated",
        redemption_id: "AAAAA-00002",
        closing: "cancel",
        closing_at: NOW,
        sends: [{ operation: "cancel", at: NOW, by: "me", answer: "none" }],
      }),
    ],
    { attention: "debited_hold" },
  );
  const canceled = absorb(
    row,
    2,
    sent("cancel", answered({ id: "AAAAA-00002", order_id: "shop.o-1.2", state: "canceled" })),
    NOW,
  );
  expect(canceled).toMatchObject({ canceled: true, attention: "debited_hold" });
});

it("a paid hold that was noticed beside another reason stays on the list when that one is gone", () => {
  const row = order([
    attempt({ phase: "given_up", redemption_id: "AAAAA-00009", upstream_order_id: "shop.o-1.1" }),
    attempt({
      n: 2,
      phase: "redeeming",
      upstream_order_id: "shop.o-1.2",
      redemption_id: "AAAAA-00002",
      sends: [{ operation: "redeem", at: NOW, by: "me", answer: "none" }],
    }),
  ]);
  const second = { id: "AAAAA-00002", order_id: "shop.o-1.2" };
  const failed = absorb(row, 2, read({ ...second, state: "failed", has_codes: true }), NOW);
  expect(failed.attention).toBe("debited");
  const held = absorb(failed, 1, read({ id: "AAAAA-00009", debited: true }), NOW);
  expect(absorb(held, 2, read({ ...second, state: "redeemed" }), NOW)).toMatchObject({
    current: 2,
    attention: "debited_hold",
    attempts: [{}, { phase: "redeemed" }],
  });
});

it("a mail that was thought to be refused and is out is what the order has", () => {
  const base = order([attempt({ phase: "refused", redemption_id: null, refusal: "upstream_forbidden" })], {
    current: null,
  });
  const row: Order = { ...base, pins: { ...base.pins, delivery: "notify" } };
  expect(absorb(row, 1, read({ state: "pending" }), NOW)).toMatchObject({
    current: 1,
    attempts: [{ phase: "notified" }],
  });
});

describe("a link that is out for an attempt that nobody waits for", () => {
  const linked = (change: Partial<Attempt>, more: Partial<Order> = {}): Order => {
    const base = order([attempt({ phase: "given_up", ...change })], { current: null, ...more });
    return { ...base, pins: { ...base.pins, delivery: "activate" } };
  };

  it("is what the order has", () => {
    expect(absorb(linked({ redemption_id: null }), 1, read({ state: "pending" }), NOW)).toMatchObject({
      current: 1,
      attempts: [{ phase: "activated" }],
    });
  });

  it("of a canceled order is a person's case", () => {
    expect(absorb(linked({}, { canceled: true }), 1, read({ state: "pending" }), NOW)).toMatchObject({
      attention: "later_attempt",
      attempts: [{ phase: "given_up", checked: true }],
    });
  });
});
