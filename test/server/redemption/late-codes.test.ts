/**
 * Codes and debits that turn up where none should be: none is hidden, none is shown under another attempt's name. And codes
 * that come later than they should.
 */
import { describe, expect, it } from "vitest";
import { decideRelease } from "../../../server/attention/release.ts";
import type { Order } from "../../../server/redemption/model.ts";
import { CALM_MAX, CODES_WITHIN } from "../../../server/timing.ts";
import { absorb, read } from "./observations.ts";
import { attempt, MINUTE, NOW, order, phase, redeeming, type Shape, todo } from "./orders.ts";

describe("an attempt that had ended without a code", () => {
  const two = (first: Shape, second: Shape): Order =>
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

  it.each(["confirmed", "redeemed", "linked"] as const)(
    "and is redeemed beside one whose call was sent, %s, is a person's case, and hides nothing",
    (phase) => {
      const sends = [{ operation: "redeem", at: NOW, by: "me", outcome: "doubt" }] as const;
      for (const ended of ["void", "stopped", "given_up"] as const) {
        const row = absorb(two({ phase: ended }, { phase, sends }), 1, read({ state: "redeemed" }), NOW);
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
      attempts: [{ phase: "redeemed" }, { phase: "given_up", evidence: { observed: -1 } }],
    });
    expect(todo(row, NOW + 11 * MINUTE)).toEqual({ do: "list", n: 2 });
  });

  it("of a confirmed attempt that is failed calls a person while the repeats go on", () => {
    const row = absorb(redeeming(), 1, read({ state: "failed", has_codes: true }), NOW);
    expect(row).toMatchObject({ attention: "debited", attempts: [{ phase: "confirmed" }] });
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

  it("of a lost ledger with other parameters is never shown under an attempt's name, however often it is read", () => {
    const found = read({ state: "redeemed", sku: "ANOTHER" });
    for (const ended of ["given_up", "void", "stopped", "refused"] as const) {
      let row = order([attempt({ phase: ended })], { current: ended === "stopped" ? 1 : null });
      for (let reads = 0; reads < 3; reads++) row = absorb(row, 1, found, NOW);
      expect([ended, phase(row)]).toEqual([ended, "stopped"]);
    }
  });

  it.each(["redeemed", "refunded"] as const)(
    "of a lost ledger with other parameters (%s) opens nothing else",
    (state) => {
      const row = order([
        attempt({ phase: "given_up", redemption_id: null }),
        attempt({ n: 2, redemption_id: "AAAAA-00002", upstream_order_id: "shop.o-1.2" }),
      ]);
      const found = read({ state, sku: "ANOTHER", was_redeemed: true });
      expect(absorb(row, 1, found, NOW)).toMatchObject({
        current: 1,
        attention: null,
        attempts: [{ phase: state, sku: "ANOTHER" }, { phase: "given_up" }],
      });
    },
  );
});

it("a debited hold stays on the list when another reason of the order has ended", () => {
  const row = order([
    attempt({ phase: "given_up", redemption_id: "AAAAA-00009", upstream_order_id: "shop.o-1.1" }),
    attempt({
      n: 2,
      phase: "confirmed",
      upstream_order_id: "shop.o-1.2",
      redemption_id: "AAAAA-00002",
      sends: [{ operation: "redeem", at: NOW, by: "me", outcome: "unanswered" }],
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

describe("codes that are not there yet", () => {
  const codeless = read({ state: "redeemed", codes: {} });

  it.each(["activate", "notify"] as const)(
    "of a link that is read as unopened after that (%s) are waited for without haste, and not for ever",
    (delivery) => {
      const pins = { ...order().pins, delivery };
      let row = absorb(order([attempt({ phase: "linked", state: "pending" })], { pins }), 1, codeless, NOW);
      let now = NOW;
      let reads = 0;
      for (; reads < 100; reads++) {
        const action = todo(row, now);
        if (action.do === "rest") break;
        if (action.do === "wait") now = action.until;
        else row = absorb(row, 1, read({ state: "pending" }), now);
      }
      expect(now).toBeGreaterThanOrEqual(NOW + CODES_WITHIN);
      expect(reads).toBeLessThan(20);
      expect(row).toMatchObject({ attention: null, attempts: [{ phase: "linked" }] });
    },
  );

  it("need no person again who released them, and are shown when they come", () => {
    const missing = attempt({ phase: "redeemed", state: "redeemed", codeless_since: NOW - 2 * CODES_WITHIN });
    const listed = absorb(order([missing]), 1, codeless, NOW);
    expect(listed.attention).toBe("codes_unreadable");
    const release = decideRelease(listed, { now: NOW, wish: {} });
    const released = release.kind === "store" ? release.order : listed;
    const later = absorb(released, 1, codeless, NOW + CALM_MAX);
    expect(later.attention).toBeNull();
    expect(todo(later, NOW + CALM_MAX).do).toBe("wait");
    const come = absorb(later, 1, read({ state: "redeemed" }), NOW + 2 * CALM_MAX);
    expect(todo(come, NOW + 2 * CALM_MAX)).toEqual({ do: "rest" });
  });
});
