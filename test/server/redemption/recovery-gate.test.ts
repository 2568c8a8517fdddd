/** Before which orders the recovery lookup runs (integrity rule 15). */
import { describe, expect, it } from "vitest";
import type { Operation, Order, Phase, Send } from "../../../server/redemption/model.ts";
import { passesGate, RecoveryGate } from "../../../server/redemption/recovery-gate.ts";
import { attempt, NOW, order } from "./orders.ts";

const sentBy = (by: string): Send => ({ operation: "book", at: NOW, by, outcome: "doubt" });
const released = (n: number | null, phase: Phase = "confirmed"): Order =>
  order([attempt({ phase: "void", released_at: NOW }), attempt({ n: 2, phase }), attempt({ n: 3, phase })], {
    current: n,
  });

describe("the recovery gate", () => {
  it("is open where the ledger is proven", () => {
    expect(new RecoveryGate(() => true).isOpen(order())).toBe(true);
    expect(new RecoveryGate(() => false).isOpen(order())).toBe(false);
  });

  it("opens for the order that was looked up, and for no other", () => {
    const gate = new RecoveryGate(() => false);
    gate.noteRecovered(order());
    expect(gate.isOpen(order())).toBe(true);
    expect(gate.isOpen(order([], { order_id: "o-2" }))).toBe(false);
  });

  it("closes again where another copy of the ledger may be in place", () => {
    const gate = new RecoveryGate(() => false);
    gate.noteRecovered(order());
    gate.forget();
    expect(gate.isOpen(order())).toBe(false);
  });

  it("is closed for each attempt of an order that a person released, also where the ledger is proven", () => {
    const gate = new RecoveryGate(() => true);
    expect(gate.isOpen(released(2))).toBe(false);
    gate.noteRecovered(released(2));
    expect(gate.isOpen(released(2))).toBe(true);
    expect(gate.isOpen(released(3))).toBe(false);
  });

  it.each<[string, Order]>([
    ["opens its next attempt", released(null)],
    ["is not confirmed yet", released(2, "booked")],
  ])("remembers no lookup of such an order that %s", (_, looked) => {
    const gate = new RecoveryGate(() => true);
    gate.noteRecovered(looked);
    expect(gate.isOpen(looked)).toBe(false);
  });

  it("is closed where a code was seen of an attempt that was given up: it is read before another one is confirmed", () => {
    const gate = new RecoveryGate(() => true);
    const given = (had_code?: true): Order =>
      order([attempt({ phase: "given_up", had_code }), attempt({ n: 2, redemption_id: "AAAAA-00002" })]);
    expect(gate.isOpen(given())).toBe(true);
    gate.noteRecovered(given(true));
    expect(gate.isOpen(given(true))).toBe(false);
  });

  it("is closed where an attempt is void whose redemption has not ended", () => {
    const gate = new RecoveryGate(() => true);
    const ended = (state: string): Order => order([attempt({ phase: "void", state })], { current: null });
    expect(gate.isOpen(ended("canceled"))).toBe(true);
    expect(gate.isOpen(ended("denied"))).toBe(false);
  });
});

describe("through the closed gate", () => {
  const asked = (operation: "cancel" | "refund") => attempt({ request: { operation, at: NOW } });
  it.each<[string, Operation, ReturnType<typeof attempt>, boolean]>([
    ["a redeem", "redeem", attempt(), false],
    ["an activate", "activate", attempt(), false],
    ["a create", "create", attempt({ sends: [] }), false],
    ["a cancel that the site asked for", "cancel", asked("cancel"), false],
    ["the loop's cancel of what failed", "cancel", attempt(), true],
    ["a refund", "refund", asked("refund"), true],
    ["a first book", "book", attempt({ sends: [] }), true],
    ["the repeat of this process's book", "book", attempt(), true],
    ["the repeat of another process's book", "book", attempt({ sends: [sentBy("another")] }), false],
  ])("%s", (_, operation, row, passes) => {
    expect(passesGate(operation, row, { isGateOpen: false, instance: "me" })).toBe(passes);
    expect(passesGate(operation, row, { isGateOpen: true, instance: "me" })).toBe(true);
  });
});
