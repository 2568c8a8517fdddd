/** Injected faults: the effect of each kind, and the calls it affects. */
import { describe, expect, it } from "vitest";
import { ConnectionReset } from "../../../demo/fulfillment/app.ts";
import { MINUTE } from "../../../demo/fulfillment/clock.ts";
import type { Fault } from "../../../demo/fulfillment/faults.ts";
import { type Harness, SKU, setUp } from "./harness.ts";

type Kind<F> = F extends unknown ? Omit<F, "operation"> : never;

/** Books, then redeems with the fault. */
async function redeemUnder(harness: Harness, fault: Kind<Fault>) {
  const { data } = await harness.book();
  harness.control.fault({ operation: "redeem", ...fault } as Fault);
  const answer = await harness.redeem(data.id).catch((error: unknown) => error as Error);
  const state = (await harness.get(data.id)).data.state;
  return { id: data.id, answer, state, codes: harness.control.codes().length };
}

describe("a fault", () => {
  it.each([
    ["timeout_before", { kind: "timeout_before" }, 504, "booked"],
    ["timeout_after", { kind: "timeout_after" }, 504, "redeemed"],
    ["server_error", { kind: "server_error" }, 500, "booked"],
    ["server_error 503", { kind: "server_error", status: 503 }, 503, "booked"],
    ["server_error after", { kind: "server_error", status: 502, after: true }, 502, "redeemed"],
    ["garbled, truncated", { kind: "garbled" }, 200, "redeemed"],
    ["garbled, html", { kind: "garbled", variant: "html" }, 200, "redeemed"],
    ["garbled, empty", { kind: "garbled", variant: "empty" }, 200, "redeemed"],
    ["unreadable_unauthorized", { kind: "unreadable_unauthorized" }, 401, "booked"],
  ] as [string, Kind<Fault>, number, string][])(
    "%s has no readable answer and leaves %o",
    async (_n, fault, status, state) => {
      const result = await redeemUnder(setUp(), fault);
      expect(result).toMatchObject({ state, codes: state === "redeemed" ? 1 : 0, answer: { status } });
      expect(() => JSON.parse((result.answer as { text: string }).text)).toThrow();
    },
  );

  it("garbled, wrong_shape, is JSON but no redemption", async () => {
    const { answer, state } = await redeemUnder(setUp(), { kind: "garbled", variant: "wrong_shape" });
    expect(answer).toMatchObject({ status: 200, data: "ok" });
    expect(state).toBe("redeemed");
  });

  it.each([
    ["unauthorized", 401, "unauthorized"],
    ["forbidden", 401, "forbidden"],
    ["not_found", 404, "not_found"],
    ["invalid_request", 422, "invalid_request"],
    ["rate_limited", 429, "too_many_requests"],
  ] as const)("%s refuses without effect", async (kind, status, error_name) => {
    const result = await redeemUnder(setUp(), { kind });
    expect(result).toMatchObject({ state: "booked", codes: 0, answer: { status, error_name } });
  });

  it.each([
    ["reset_before", "booked"],
    ["reset_after", "redeemed"],
  ] as const)("%s breaks the connection and leaves it %s", async (kind, state) => {
    const harness = setUp();
    const result = await redeemUnder(harness, { kind });
    expect(result.answer).toBeInstanceOf(ConnectionReset);
    expect(result.state).toBe(state);
    expect(harness.control.calls.find(({ operation }) => operation === "redeem")?.status).toBe("reset");
  });

  it("late answers 504 now and takes effect by the clock", async () => {
    const harness = setUp();
    const { id, answer, state } = await redeemUnder(harness, { kind: "late", delay_ms: 5 * MINUTE });
    expect(answer).toMatchObject({ status: 504 });
    expect(state).toBe("booked");
    harness.clock.advance(20 * MINUTE);
    const [code] = harness.control.codes();
    expect(code).toMatchObject({ redemption_id: id, created_at: harness.control.now() - 15 * MINUTE });
    const call = harness.control.calls.find(({ operation }) => operation === "redeem");
    expect(call).toMatchObject({ status: 504, fault: "late", effect: { state: "redeemed", code: true } });
  });

  it("late has no effect once the hold has lapsed", async () => {
    const harness = setUp();
    const { id } = await redeemUnder(harness, { kind: "late", delay_ms: 31 * MINUTE });
    harness.clock.advance(60 * MINUTE);
    expect((await harness.get(id)).data.state).toBe("canceled");
    expect(harness.control.codes()).toEqual([]);
  });

  it("late starts a hold when it takes effect", async () => {
    const { book, list, clock, control } = setUp();
    control.fault({ operation: "book", kind: "late", delay_ms: 10 * MINUTE });
    expect((await book()).status).toBe(504);
    expect((await list()).data).toEqual([]);
    clock.advance(39 * MINUTE);
    expect((await list()).data).toMatchObject([{ state: "booked" }]);
    clock.advance(1 * MINUTE);
    expect((await list()).data).toMatchObject([{ state: "canceled" }]);
  });

  it.each([
    ["first", 1],
    ["last", 0],
  ] as const)("slow waits, with its effect %s", async (effect, codesWhileWaiting) => {
    const waits: [number, number][] = [];
    const harness: Harness = setUp({
      sleep: async (ms) => {
        waits.push([ms, harness.control.codes().length]);
      },
    });
    const { answer } = await redeemUnder(harness, { kind: "slow", delay_ms: 20_000, effect });
    expect(waits).toEqual([[20_000, codesWhileWaiting]]);
    expect(answer).toMatchObject({ status: 200, data: { state: "redeemed" } });
  });

  it.each(["failed", "denied", "blocked", "expired", "on_hold"])(
    "state ends the redemption in %s",
    async (state) => {
      const result = await redeemUnder(setUp(), { kind: "state", state });
      expect(result).toMatchObject({ answer: { status: 200, data: { state } }, state, codes: 0 });
    },
  );

  it("state can debit, and make a code all the same", async () => {
    const harness = setUp();
    const result = await redeemUnder(harness, {
      kind: "state",
      state: "blocked",
      debited: true,
      codes: true,
    });
    expect(result).toMatchObject({ codes: 1, answer: { data: { state: "blocked", debited: true } } });
  });

  it("lag hides newer redemptions from List redemptions", async () => {
    const { book, list, get, clock, control } = setUp();
    const { data } = await book();
    control.fault({ operation: "list_redemptions", kind: "lag", newer_than_ms: 5000, times: "always" });
    expect((await list("?order_id=order-1")).paging.total).toBe(0);
    expect((await get(data.id)).status).toBe(200);
    clock.advance(5000);
    expect((await list("?order_id=order-1")).paging.total).toBe(1);
  });

  it("unfiltered makes List redemptions ignore its filters", async () => {
    const { book, list, control } = setUp();
    await book({ order_id: "a" });
    await book({ order_id: "b" });
    control.fault({ operation: "list_redemptions", kind: "unfiltered" });
    expect((await list("?order_id=a")).data.map(({ order_id }) => order_id)).toEqual(["b", "a"]);
    expect((await list("?order_id=a")).data.map(({ order_id }) => order_id)).toEqual(["a"]);
  });

  it.each([
    ["rate_limited", 429],
    ["server_error", 500],
    ["timeout_before", 504],
    ["garbled", 200],
  ] as const)("%s affects the token endpoint, too", async (kind, status) => {
    const { call, control } = setUp();
    control.fault({ operation: "token", kind });
    expect((await call("POST", "/auth/oauth/token", {}, {})).status).toBe(status);
  });
});

describe("the calls that a fault affects", () => {
  it("a number of calls, after a number of others", async () => {
    const { api, control } = setUp();
    control.fault({ operation: "account", kind: "timeout_before", skip: 1, times: 2 });
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await api("GET", "/accounts/me")).status);
    expect(statuses).toEqual([200, 504, 504, 200]);
  });

  it("always, until it is cleared", async () => {
    const { api, control } = setUp();
    const id = control.fault({ operation: "*", kind: "timeout_before", times: "always" });
    for (let i = 0; i < 5; i += 1) expect((await api("GET", "/accounts/me")).status).toBe(504);
    expect(control.faults()).toMatchObject([{ id, times: "always" }]);
    control.clearFaults(id);
    expect((await api("GET", "/accounts/me")).status).toBe(200);
  });

  it("only those of one order, redemption or SKU", async () => {
    const { book, redeem, control } = setUp();
    control.fault({ operation: "book", kind: "timeout_before", match: { sku: SKU.link } });
    control.fault({ operation: "redeem", kind: "timeout_before", match: { order_id: "b" } });
    const a = await book({ order_id: "a" });
    const b = await book({ order_id: "b" });
    expect((await book({ order_id: "c", sku: SKU.link })).status).toBe(504);
    expect((await redeem(a.data.id)).status).toBe(200);
    expect((await redeem(b.data.id)).status).toBe(504);
  });

  it("only those of one redemption", async () => {
    const { book, redeem, control } = setUp();
    const a = await book({ order_id: "a" });
    const b = await book({ order_id: "b" });
    control.fault({ operation: "redeem", kind: "timeout_before", match: { redemption_id: b.data.id } });
    expect((await redeem(a.data.id)).status).toBe(200);
    expect((await redeem(b.data.id)).status).toBe(504);
  });

  it("the oldest fault first, one per call", async () => {
    const { api, control } = setUp();
    control.fault({ operation: "account", kind: "forbidden" });
    control.fault({ operation: "*", kind: "timeout_before" });
    expect((await api("GET", "/accounts/me")).error_name).toBe("forbidden");
    expect((await api("GET", "/accounts/me")).status).toBe(504);
  });

  it("none without valid credentials", async () => {
    const { api, control } = setUp();
    control.fault({ operation: "account", kind: "timeout_before" });
    expect((await api("GET", "/accounts/me", undefined, {})).status).toBe(401);
    expect((await api("GET", "/accounts/me")).status).toBe(504);
  });
});
