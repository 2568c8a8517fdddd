/** The effect of a pending cancel or refund of the site on observations of the order. */
import { expect, it } from "vitest";
import type { RefusalName } from "../../../server/fulfillment/outcome.ts";
import {
  type Attempt,
  type Order,
  type Send,
  type SiteRequest,
  withAttempt,
} from "../../../server/redemption/model.ts";
import { announce } from "../../../server/redemption/sends.ts";
import { CLAIM, READ_LAG } from "../../../server/timing.ts";
import {
  absorb,
  answered,
  applyFindings,
  refused as notPossible,
  read,
  redemption,
  sent,
} from "./observations.ts";
import { attempt, MINUTE, NOW, order, phase, type Shape, todo, todoAnew } from "./orders.ts";

/** As the process reads it that looked. */
const lookedUp = (state: string) =>
  ({ kind: "read", redemption: redemption({ state }), isGateOpen: true }) as const;

/** The site's request is pending: its call left, and has no answer yet. */
const closing = (
  operation: SiteRequest,
  change: Shape = {},
  outcome: Send["outcome"] = "unanswered",
): Order =>
  order(
    [
      attempt({
        phase: "linked",
        state: "pending",
        request: { operation, at: NOW },
        sends: [{ operation, at: NOW, by: "another", outcome }],
        ...change,
      }),
    ],
    { pins: { ...order().pins, delivery: "activate" } },
  );

it("a hold that lapses while its refund is asked for waits for the answer", () => {
  const asked = order([attempt({ request: { operation: "refund", at: NOW } })]);
  expect(absorb(asked, 1, { kind: "lapsed" }, NOW + 31 * MINUTE).attempts).toEqual(asked.attempts);
});

it("a cancel in doubt of a link that was refunded is sent again, or waited for, and not read again at once", () => {
  const sends = [
    { operation: "activate", at: NOW - MINUTE, by: "me", outcome: "doubt" },
    { operation: "cancel", at: NOW, by: "me", outcome: "doubt" },
  ] as const;
  let row = closing("cancel", { sends });
  let calls = 0;
  for (let now = NOW + MINUTE, turns = 0; now < NOW + 10 * MINUTE; turns++) {
    expect(turns, "actions in nine minutes").toBeLessThan(100);
    const action = todo(row, now);
    if (action.do === "wait") now = action.until;
    else if (action.do === "read") row = absorb(row, 1, { ...lookedUp("refunded"), askedAt: now }, now);
    else if (action.do === "send") {
      calls++;
      const announced = withAttempt(row, 1, announce(row.attempts[0] as Attempt, "cancel", "me", now));
      const unknown = { kind: "unknown", cause: "status_504" } as const;
      row = absorb(announced, 1, { kind: "sent", operation: "cancel", by: "me", outcome: unknown }, now);
    } else throw new Error(action.do);
  }
  expect(calls).toBeGreaterThan(1);
});

it("a cancel leaves another attempt's paid hold on the operator's list", () => {
  const row = order(
    [
      attempt({ phase: "given_up", billed: true }),
      attempt({
        n: 2,
        phase: "linked",
        redemption_id: "AAAAA-00002",
        request: { operation: "cancel", at: NOW },
        sends: [{ operation: "cancel", at: NOW, by: "me", outcome: "unanswered" }],
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

it("a cancel whose order another process looked up closes nothing before this one did", () => {
  const LATER = NOW + MINUTE;
  const canceled = read({ state: "canceled" });
  const taken = closing("cancel");
  expect(todoAnew(taken, LATER)).toEqual({ do: "recover", n: 1 });
  expect(absorb(taken, 1, canceled, LATER)).toMatchObject({
    canceled: false,
    attempts: [{ phase: "linked", request: { operation: "cancel", at: NOW } }],
  });
  const looked = applyFindings(taken, [], LATER);
  expect(todo(looked, LATER)).toMatchObject({ do: "read" });
  expect(absorb(looked, 1, lookedUp("canceled"), LATER)).toMatchObject({
    canceled: true,
    attempts: [{ phase: "void" }],
  });
  const answer = sent("cancel", answered({ state: "canceled" }));
  expect(absorb(taken, 1, answer, LATER).canceled).toBe(true);
});

it("a refund is closed by a reading: nothing comes after what was refunded", () => {
  expect(phase(absorb(closing("refund"), 1, read({ state: "refunded" }), NOW + MINUTE))).toBe("refunded");
});

it("an opened link is shown as redeemed, although a cancel waits for its reading", () => {
  const waiting = closing("cancel", { sends: [] });
  const row = absorb(waiting, 1, read({ state: "redeemed" }), NOW);
  expect(phase(row)).toBe("redeemed");
  expect(row.attempts[0]?.request).toBeUndefined();
});

/** From when a reading shows what an answered call did, ms after the answer. */
const READABLE = READ_LAG;

it.each(["cancel", "refund"] as const)(
  "a %s is not answered by a token that ended, but by a right that is missing",
  (operation) => {
    const asked = closing(operation, { sends: [{ operation, at: NOW, by: "me", outcome: "unanswered" }] });
    const after = (error: RefusalName) => {
      const refused = absorb(asked, 1, sent(operation, { kind: "refused", status: 401, error }), NOW);
      return absorb(refused, 1, lookedUp("pending"), NOW + 2_000).attempts[0];
    };
    expect(after("unauthorized")).toMatchObject({
      request: { operation },
      sends: [{ outcome: "turned_away" }],
    });
    expect(after("forbidden")?.request).toBeUndefined();
    const again = after("unauthorized");
    if (!again) return;
    const sends = [...again.sends, { operation, at: NOW + MINUTE, by: "me", outcome: "unanswered" as const }];
    const refused = absorb(order([{ ...again, sends }]), 1, sent(operation, notPossible), NOW + MINUTE);
    // A reading may lag behind the effect of the call's first delivery.
    expect(absorb(refused, 1, lookedUp("pending"), NOW + MINUTE + 1_000).attempts[0]?.request).toBeDefined();
    // A call whose token was refused has no late effect.
    const told = absorb(refused, 1, lookedUp("pending"), NOW + MINUTE + READABLE);
    expect(told.attempts[0]?.request).toBeUndefined();
  },
);

it("a hold that lapsed takes the doubt about its refund with it", () => {
  const change = { phase: "booked", billed: true } as const;
  const doubt: Order = { ...closing("refund", change, "doubt"), attention: "outcome_unknown" };
  const row = absorb(doubt, 1, read({ state: "canceled" }), NOW + 32 * MINUTE);
  expect(row).toMatchObject({ current: null, attention: null, attempts: [{ phase: "given_up" }] });
});

it("a cancel does not hide a code that was seen once", () => {
  const failed = closing("cancel", { phase: "stopped", stop: "debited", had_code: true }, "clear");
  expect(absorb(failed, 1, sent("cancel", answered({ state: "canceled" })), NOW)).toMatchObject({
    canceled: true,
    attention: "debited",
  });
});

it("a refund takes a debited hold, and unreadable codes, off the operators' list", () => {
  for (const attention of ["debited_hold", "codes_unreadable"] as const) {
    const asked: Order = { ...closing("refund", { billed: true }), attention };
    expect(absorb(asked, 1, read({ state: "refunded" }), NOW).attention).toBeNull();
  }
});

it.each(["cancel", "refund"] as const)(
  "a %s whose process died is read when its claim ends, and repeated without a wait",
  (operation) => {
    const row = absorb(closing(operation, { tries: 7 }), 1, lookedUp("pending"), NOW + CLAIM);
    expect(todo(row, NOW + CLAIM)).toMatchObject({ do: "send", operation });
  },
);
