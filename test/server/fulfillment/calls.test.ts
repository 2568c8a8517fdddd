/** One call: its deadline, when it may leave, its one repeat, and what is logged of it. */
import { describe, expect, it } from "vitest";
import { CHANGE_TIMEOUT, CLOCK_WARNING_EVERY } from "../../../server/timing.ts";
import { settle, VirtualClock } from "../virtual-clock.ts";
import {
  EMAIL,
  harness,
  json,
  ORDER_ID,
  ok,
  REDEMPTION_ID,
  raw,
  redemptionBody,
  unauthorized,
} from "./support.ts";

const REDEEM = { redemptionId: REDEMPTION_ID, orderId: ORDER_ID, email: EMAIL };
const REFUSED = { kind: "refused", status: 401, error: "unauthorized" };

it("has one deadline for the token, the call and its repeat", async () => {
  const clock = new VirtualClock();
  const { client, calls } = harness({
    clock,
    api: async () => {
      await clock.sleep(CHANGE_TIMEOUT - 1_000);
      return unauthorized();
    },
  });
  const outcome = client.redeem(REDEEM);
  await clock.advance(CHANGE_TIMEOUT - 1_000);
  await settle();
  expect(calls.map(({ timeoutMs }) => timeoutMs)).toEqual([CHANGE_TIMEOUT, 1_000]);
  await clock.advance(CHANGE_TIMEOUT);
  expect(await outcome).toEqual(REFUSED);
});

describe("a call that may leave until a moment", () => {
  it("takes the rest of the time to its connection", async () => {
    const { client, calls, clock } = harness({ api: ok });
    await clock.advance(1_000);
    await client.redeem(REDEEM, { leaveBy: 1_250 });
    expect(calls.map(({ leaveWithinMs }) => leaveWithinMs)).toEqual([250]);
  });

  it("is not sent when the token came too late", async () => {
    const clock = new VirtualClock();
    const { client, calls } = harness({
      clock,
      token: async () => {
        await clock.sleep(5_000);
        return json(200, { access_token: "token-1", expires_in: 3600 });
      },
    });
    const outcome = client.redeem(REDEEM, { leaveBy: 4_999 });
    await clock.advance(5_000);
    expect(await outcome).toEqual({ kind: "not_sent" });
    expect(calls).toEqual([]);
  });

  it("stays refused when it is too late for the repeat", async () => {
    const clock = new VirtualClock();
    const { client, calls } = harness({
      clock,
      api: async () => {
        await clock.sleep(2_000);
        return unauthorized();
      },
    });
    const outcome = client.redeem(REDEEM, { leaveBy: 1_000 });
    await clock.advance(2_000);
    expect(await outcome).toEqual(REFUSED);
    expect(calls).toHaveLength(1);
  });
});

describe("the repeat after a refused token", () => {
  it.each([
    ["is sent where the caller says yes", async () => true, 2],
    ["is not sent where the caller says no", async () => false, 1],
    ["is not sent where the caller fails", () => Promise.reject(new Error("disk")), 1],
  ])("%s", async (_, again, times) => {
    const asked: number[] = [];
    const { client, calls } = harness({ api: () => (calls.length > 1 ? ok() : unauthorized()) });
    const leaving = {
      again: () => {
        asked.push(calls.length);
        return again();
      },
    };
    expect((await client.redeem(REDEEM, leaving)).kind).toBe(times === 2 ? "answered" : "refused");
    expect([calls.length, asked]).toEqual([times, [1]]);
  });

  it("is not asked about where there is no other token to send it with", async () => {
    const { client, tokens } = harness({
      api: unauthorized,
      token: () =>
        tokens.length > 1 ? raw(503, "") : json(200, { access_token: "token-1", expires_in: 3600 }),
    });
    const asked: unknown[] = [];
    expect(await client.redeem(REDEEM, { again: async () => asked.push(1) > 0 })).toEqual(REFUSED);
    expect(asked).toEqual([]);
  });

  it("is asked about for no other answer", async () => {
    const asked: unknown[] = [];
    const again = async () => asked.push(1) > 0;
    for (const answer of [ok(), json(401, { error_name: "forbidden" }), json(404, {}), raw(504, "")]) {
      await harness({ api: () => answer }).client.redeem(REDEEM, { again });
    }
    expect(asked).toEqual([]);
  });
});

it("is logged with operation, outcome and time, and with nothing that it carried", async () => {
  const { client, log } = harness({
    api: () => json(200, { data: redemptionBody({ url: "https://flow.example/s3cret" }) }),
  });
  await client.redeem(REDEEM);
  expect(log.map((line) => JSON.parse(line))).toMatchObject([
    { level: "debug", operation: "redeem", status: 200, outcome: "data", duration_ms: 0 },
  ]);
  expect(log.join()).not.toMatch(/s3cret|example|token-1|ab12c|shop\.order/);
});

it("that fails in a way nobody foresaw is an error in the log", async () => {
  const { client, log } = harness({ api: () => Promise.reject(new TypeError("bug")) });
  expect(await client.redeem(REDEEM)).toEqual({ kind: "unknown", cause: "broken" });
  expect(JSON.parse(log[0] ?? "{}")).toMatchObject({
    level: "error",
    operation: "redeem",
    error_name: "TypeError",
  });
});

describe("a service whose clock differs from this machine's", () => {
  /** Milliseconds by which the answers' `Date` differs. */
  const warnings = async (shift: number, headers: Record<string, string> = {}, hours = 0) => {
    const clock = new VirtualClock();
    const date = () => new Date(clock.now() + shift).toUTCString();
    const { client, log } = harness({ clock, api: () => json(200, {}, { date: date(), ...headers }) });
    for (let hour = 0; hour <= hours; hour++) {
      for (let each = 0; each < 3; each++) await client.getAccount().catch(() => {});
      await clock.advance(CLOCK_WARNING_EVERY);
    }
    return log.map((line) => JSON.parse(line)).filter(({ level }) => level === "warn");
  };

  it.each([
    ["by a little more than a minute", 61_000, {}, 1],
    ["and is behind", -3_600_000, {}, 1],
    ["by a minute, as an answer may be under way", -60_000, {}, 0],
    ["where a cache has kept the answer", -3_600_000, { age: "3600" }, 0],
    ["where the date cannot be read", 0, { date: "yesterday" }, 0],
  ])("%s: told to the operator (%i ms, %j)", async (_, shift, headers, times) => {
    expect(await warnings(shift, headers)).toMatchObject(Array(times).fill({ shift_ms: shift }));
  });

  it("is told once an hour", async () => {
    expect(await warnings(61_000, {}, 4)).toHaveLength(5);
  });
});
