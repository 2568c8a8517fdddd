/** Which call is sent next, how often, and which attempts are only read. */
import { describe, expect, it } from "vitest";
import { markObserved } from "../../../server/redemption/evidence.ts";
import { changed, type Order } from "../../../server/redemption/model.ts";
import {
  ANSWERED_EFFECT,
  ATTENDED_DELAY,
  CALM_TRIES,
  CLAIM,
  HOLD_MARGIN,
  LATE_EFFECT,
  LIST_SETTLED,
  SEND_WINDOW,
} from "../../../server/timing.ts";
import { absorb, nothing, read } from "./observations.ts";
import {
  attempt,
  booking,
  delivered,
  MINUTE,
  NOW,
  order,
  phase,
  redeeming,
  type Shape,
  todo,
  todoAnew,
  todoUnproven,
} from "./orders.ts";

describe("after a book", () => {
  it("no more than four books go out in ten minutes", () => {
    const sends = [0, 1, 2, 3].map((n) => ({
      operation: "book" as const,
      at: NOW + n,
      by: "me",
      outcome: "doubt" as const,
    }));
    const row = booking({ sends, observed: 0 });
    expect(todo(row, NOW + MINUTE)).toEqual({ do: "list", n: 1 });
    expect(todo(row, NOW + SEND_WINDOW)).toEqual({ do: "send", n: 1, operation: "book" });
  });
});

describe("after a redeem", () => {
  it("a redeem that perhaps never left is not sent after the hold", () => {
    const lost = redeeming({
      sends: [{ operation: "redeem", at: NOW, by: "dead", outcome: "unanswered" }],
      observed: 0,
    });
    expect(todo(lost, NOW + 5 * MINUTE)).toMatchObject({ do: "send" });
    expect(todo(lost, NOW + 31 * MINUTE)).toMatchObject({ do: "read" });
  });

  it("a redeem that never left is not sent after the hold where the service says failed: its fence is", () => {
    const failed = redeeming({ sends: [], observed: 0, state: "failed", failures: 1 });
    expect(todo(failed, NOW + 31 * MINUTE)).toEqual({ do: "send", n: 1, operation: "cancel" });
  });

  describe("while the ledger is not proven and the order was not looked up", () => {
    const doubt = (operation: "redeem" | "create" | "book") => [
      { operation, at: NOW, by: "me", outcome: "doubt" as const },
    ];
    it.each<[string, Order]>([
      ["a redeem", redeeming({ sends: doubt("redeem"), observed: 0 })],
      ["what failed", redeeming({ sends: doubt("redeem"), observed: 0, state: "failed", failures: 1 })],
      [
        "a create",
        delivered(
          "notify",
          redeeming({ redemption_id: null, state: null, sends: doubt("create"), observed: 0 }),
        ),
      ],
      ["what was never sent", redeeming({ sends: [], observed: 0 })],
      [
        "a cancel",
        order([
          attempt({
            phase: "linked",
            request: { operation: "cancel", at: NOW },
            state: "pending",
            observed: 0,
          }),
        ]),
      ],
    ])("%s is looked up before it is sent", (_, row) => {
      expect(todoUnproven(row, NOW + MINUTE)).toEqual({ do: "recover", n: 1 });
      expect(todo(row, NOW + MINUTE)).not.toMatchObject({ do: "recover" });
    });

    it("a refund makes no code, and is sent without a lookup", () => {
      const request = { operation: "refund", at: NOW } as const;
      const row = order([attempt({ phase: "redeemed", request, state: "redeemed", observed: 0 })]);
      expect(todoUnproven(row, NOW + MINUTE)).toEqual({ do: "send", n: 1, operation: "refund" });
    });

    it("a book is looked up by a process that did not send it last", () => {
      const row = booking({ observed: 0, sends: doubt("book") });
      expect(todoUnproven(row, NOW + MINUTE)).toEqual({ do: "send", n: 1, operation: "book" });
      expect(todoAnew(row, NOW + MINUTE)).toEqual({ do: "recover", n: 1 });
    });
  });

  it.each([
    [HOLD_MARGIN + 1, "is sent"],
    [HOLD_MARGIN, "is not sent any more"],
  ])("a confirmation that waited for the lookup until %d ms before the end of its hold %s", (left, what) => {
    const row = redeeming({ hold_ends_at: NOW + left, sends: [], observed: 0, state: "booked" });
    const { do: step } = todo(row, NOW);
    expect(step === "send").toBe(what === "is sent");
  });

  it("a create that failed has arrived, and is repeated though nothing is held for it", () => {
    const sends = [{ operation: "create", at: NOW, by: "another", outcome: "unanswered" }] as const;
    const failed = redeeming({ hold_ends_at: NOW, sends, observed: 0, state: "failed", failures: 1 });
    const row = delivered("notify", failed);
    expect(todo(row, NOW + MINUTE)).toEqual({ do: "send", n: 1, operation: "create" });
  });

  it("while another process is believed to be sending, only reads go out", () => {
    const row = redeeming({
      sends: [{ operation: "redeem", at: NOW, by: "other", outcome: "unanswered" }],
      observed: 0,
    });
    expect(todo(row, NOW + 39_000)).toMatchObject({ do: "read" });
    expect(todo(row, NOW + 41_000)).toMatchObject({ do: "send" });
  });

  it("a doubt is not read less often because a person was called for another attempt", () => {
    const waitOf = (row: Order) =>
      (absorb(row, 1, read({ state: "booked" }), NOW).attempts[0]?.retry.until ?? 0) - NOW;
    const doubt = [{ operation: "redeem", at: NOW, by: "me", outcome: "doubt" } as const];
    const row = redeeming({ sends: doubt, tries: 9 });
    expect(waitOf({ ...row, attention: "debited_hold" })).toBe(waitOf(row));
    expect(waitOf(redeeming({ sends: doubt, tries: CALM_TRIES }))).toBe(ATTENDED_DELAY);
  });

  it("a dead process's announced call is looked up when its claim ends, even after earlier readings, and repeated", () => {
    let row = redeeming({ sends: [{ operation: "redeem", at: NOW, by: "another", outcome: "unanswered" }] });
    let now = NOW;
    while (now < NOW + CLAIM) {
      row = absorb(row, 1, read({ state: "booked" }), now);
      now = row.attempts[0]?.retry.until ?? Number.POSITIVE_INFINITY;
    }
    expect(now).toBe(NOW + CLAIM);
    // A reading while the call may have been under way does not show its effect.
    expect(todo(row, now)).toMatchObject({ do: "read" });
    row = absorb(row, 1, read({ state: "booked" }), now);
    expect(todo(row, now)).toMatchObject({ do: "send", operation: "redeem" });
  });

  it("no more than six changing calls go out in ten minutes", () => {
    const sends = [0, 1, 2, 3, 4, 5].map((n) => ({
      operation: "redeem" as const,
      at: NOW + n,
      by: "me",
      outcome: "doubt" as const,
    }));
    const row = redeeming({ sends, observed: 0 });
    expect(todo(row, NOW + MINUTE)).toMatchObject({ do: "read" });
    expect(todo(row, NOW + SEND_WINDOW)).toMatchObject({ do: "send" });
  });
});

describe("a repeat that the catalog does not allow any more", () => {
  it("of a Create in doubt is made when it may be had again, after another look", () => {
    const sends = [{ operation: "create", at: NOW, by: "me", outcome: "doubt" }] as const;
    const row = delivered("notify", redeeming({ redemption_id: null, observed: 0, sends }));
    const now = NOW + MINUTE;
    const waits = absorb(row, 1, { kind: "unusable" }, now);
    expect(todo(waits, now)).toMatchObject({ do: "wait" });
    expect(todo(waits, now + MINUTE)).toEqual({ do: "list", n: 1 });
    const looked = absorb(waits, 1, nothing, now + MINUTE);
    expect(todo(looked, now + MINUTE)).toMatchObject({ do: "send", operation: "create" });
  });

  it("of what exists comes to its fence, and never to the same thing again at once", () => {
    const sends = [{ operation: "create", at: NOW, by: "me", outcome: "clear" }] as const;
    const creating = delivered("notify", redeeming({ sends }));
    let row = absorb(creating, 1, read({ state: "failed" }), NOW);
    for (let minute = 1; minute < 6; minute++) {
      const before = row;
      row = absorb(row, 1, { kind: "unusable" }, NOW + minute * MINUTE);
      expect(row).not.toEqual(before);
      expect(todo(row, NOW + minute * MINUTE)).toMatchObject({ do: "wait" });
    }
    expect(
      todo(
        { ...row, attempts: row.attempts.map((each) => changed(each, { evidence: markObserved(each) })) },
        NOW + 10 * MINUTE,
      ),
    ).toEqual({
      do: "send",
      n: 1,
      operation: "cancel",
    });
  });
});

describe("a confirmation whose order could not be looked up", () => {
  it("is read, and no longer sent, once its hold is over", () => {
    const row = redeeming({ sends: [], observed: 0 });
    expect(todoUnproven(row, NOW)).toEqual({ do: "recover", n: 1 });
    expect(todoUnproven(row, NOW + 31 * MINUTE)).toMatchObject({ do: "read" });
    const canceled = absorb(row, 1, read({ state: "canceled" }), NOW + 31 * MINUTE);
    expect(phase(canceled)).toBe("void");
  });
});

describe("a hold that the ledger did not know", () => {
  const adopted = (change: Shape = {}): Order =>
    order([attempt({ phase: "stopped", stop: "later_attempt", ...change })], { attention: "later_attempt" });
  const END = NOW + 30 * MINUTE;

  it("is read when it must have ended, and then from time to time", () => {
    expect(todo(adopted(), NOW)).toEqual({ do: "wait", until: END });
    expect(todo(adopted(), END)).toEqual({ do: "read", n: 1, redemptionId: "AAAAA-00001" });
    const held = absorb(adopted(), 1, read({}), END);
    expect(todo(held, END + MINUTE)).toMatchObject({ do: "wait" });
    expect(todo(held, END + 8 * MINUTE)).toMatchObject({ do: "read" });
  });

  it("is read later where the service does not answer, and from time to time once a person released it", () => {
    const unread = absorb(adopted(), 1, { kind: "unreadable" }, END);
    expect(todo(unread, END)).toMatchObject({ do: "wait" });
    expect(todo(unread, END + 8 * MINUTE)).toMatchObject({ do: "read" });
    const released = adopted({ released_at: NOW });
    expect(todo(released, NOW)).toMatchObject({ do: "read" });
    expect(todo(absorb(released, 1, read({}), NOW), NOW)).toMatchObject({ do: "wait" });
    expect(todo(absorb(released, 1, read({ state: "canceled" }), END), END + MINUTE)).toEqual({ do: "rest" });
  });
});

it.each([
  ["in doubt", "doubt", LATE_EFFECT],
  ["answered, and perhaps delivered twice", "clear", ANSWERED_EFFECT],
] as const)(
  "a given-up Book (%s) is looked for once every list must show what it made",
  (_, outcome, effect) => {
    const sends = [{ operation: "book", at: NOW, by: "me", outcome }] as const;
    const left = attempt({ phase: "given_up", redemption_id: null, state: null, sends });
    const row = order([left], { current: null });
    const from = NOW + effect + LIST_SETTLED;
    expect(todo(row, from - 1)).toEqual({ do: "wait", until: from });
    expect(todo(row, from)).toEqual({ do: "list", n: 1 });
  },
);
