/**
 * Random histories of one order: choices, confirmations, faults, deaths and time, drawn from a seed, and what must hold
 * after each of them. `HISTORY_SEED=<number>` replays one; `HISTORIES=<count> HISTORY_FROM=<number>` runs others.
 * Source: integrity, Invariants.
 */
import { afterEach, describe, expect, it } from "vitest";
import type { Fault } from "../../demo/fulfillment/app.ts";
import { type Answer, type Browser, createWorld, type World } from "../support/world.ts";

const SKUS = ["PLUMVALE-CODE-PIN-C128-30", "GRIPFELL-60", "OATVANE-CODE-C128-10"];
const MINUTE = 60_000;
const STEPS = 12;
/** Late effects end, the budget of changing calls refills (I7), and a hold that nobody confirmed runs out. */
const AFTER = 45 * MINUTE;
/** A shorter code may stand in a time stamp or a request id by chance. */
const TELLING_LENGTH = 8;
const SEND_WINDOW = 10 * MINUTE;
const SENDS_MAX = 6;

const COUNT = Number(process.env.HISTORIES ?? 150);
const FIRST_SEED = Number(process.env.HISTORY_SEED ?? process.env.HISTORY_FROM ?? 1);
const SEEDS = Array.from({ length: process.env.HISTORY_SEED ? 1 : COUNT }, (_, n) => FIRST_SEED + n);

/** mulberry32: small, and the same everywhere. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const FAULTS: readonly Record<string, unknown>[] = [
  { kind: "timeout_before" },
  { kind: "timeout_after" },
  { kind: "reset_before" },
  { kind: "reset_after" },
  { kind: "late", delay_ms: 90_000 },
  { kind: "late", delay_ms: 5 * MINUTE },
  { kind: "slow", delay_ms: 20_000, effect: "first" },
  { kind: "slow", delay_ms: 50_000, effect: "last" },
  { kind: "server_error", status: 503 },
  { kind: "server_error", status: 500, after: true },
  { kind: "garbled", variant: "truncated" },
  { kind: "unauthorized" },
  { kind: "forbidden" },
  { kind: "invalid_request" },
  { kind: "rate_limited", retry_after: 5 },
  { kind: "state", state: "failed" },
  { kind: "state", state: "denied" },
];
const OPERATIONS = [
  "book",
  "redeem",
  "get_redemption",
  "list_redemptions",
  "token",
  "get_promotion",
] as const;

interface Played {
  readonly log: string[];
  /** Every state a browser was shown, in order. */
  readonly states: string[];
  readonly confirmed: { attempt: number; sku: string }[];
}

/** Plays one history; what the browser saw is noted, what must hold is checked by the caller. */
async function play(world: World, browser: Browser, seed: number): Promise<Played> {
  const next = random(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
  const played: Played = { log: [], states: [], confirmed: [] };
  const see = (answer: Answer): Answer => {
    if (typeof answer.data?.state === "string") played.states.push(answer.data.state);
    return answer;
  };
  let shown: { attempt?: number; sku?: string } = {};
  for (let step = 0; step < STEPS; step++) {
    const dice = next();
    if (dice < 0.25) {
      const sku = pick(SKUS);
      const answer = see(await browser.post("/v1/order/book", { sku }));
      if (answer.data?.attempt)
        shown = { attempt: Number(answer.data.attempt), sku: String(answer.data.sku) };
      played.log.push(`book ${sku}: ${answer.status} ${answer.data?.state ?? answer.problem.code}`);
    } else if (dice < 0.5 && shown.attempt !== undefined && shown.sku !== undefined) {
      const confirmation = { attempt: shown.attempt, sku: shown.sku };
      played.confirmed.push(confirmation);
      const answer = see(await browser.post("/v1/order/redeem", confirmation));
      played.log.push(
        `redeem ${confirmation.attempt}: ${answer.status} ${answer.data?.state ?? answer.problem.code}`,
      );
    } else if (dice < 0.75) {
      const fault = { operation: pick(OPERATIONS), ...pick(FAULTS) } as Fault;
      const isChange = fault.operation === "book" || fault.operation === "redeem";
      if (!isChange && ["late", "state"].includes(fault.kind)) continue;
      world.control.fault(fault);
      played.log.push(`fault ${fault.operation} ${fault.kind}`);
    } else if (dice < 0.85) {
      await world.restart();
      played.log.push("death and restart");
    } else {
      const ms = pick([2_000, 15_000, MINUTE, 5 * MINUTE, 31 * MINUTE]);
      await world.pass(ms);
      played.log.push(`${ms / 1000} s pass`);
    }
    const seen = see(await browser.get("/v1/order"));
    if (seen.data?.state === "booked")
      shown = { attempt: Number(seen.data.attempt), sku: String(seen.data.sku) };
  }
  world.control.clearFaults();
  await world.pass(AFTER);
  const last = see(await browser.get("/v1/order"));
  played.log.push(`at the end: ${last.data?.state ?? last.problem.code}`);
  return played;
}

describe.each(SEEDS)("history %i", (seed) => {
  let world: World;
  afterEach(() => world.close());

  it("ends with at most one code, shown to its owner or on the operator's list", {
    timeout: 60_000,
  }, async () => {
    world = await createWorld({ LIMIT_SESSION_PER_MINUTE: "100000" });
    const orderId = `h-${seed}`;
    const browser = await world.browser({ order_id: orderId, ttl_seconds: 3600 });
    const renew = async (): Promise<Browser> => world.browser({ order_id: orderId, ttl_seconds: 3600 });
    // Sessions end during long histories, as they do in life.
    const lasting: Browser = {
      token: browser.token,
      get: async (...call) => (await renew()).get(...call),
      post: async (...call) => (await renew()).post(...call),
    };
    const { log, states, confirmed } = await play(world, lasting, seed);
    const story = `HISTORY_SEED=${seed}\n${log.join("\n")}`;

    const codes = world.control.codes();
    expect(codes.length, `I1\n${story}`).toBeLessThanOrEqual(1);

    const row = await world.ledger.readOrder({ site: "shop", order_id: orderId });
    const calls = world.control.calls.filter((call) => ["book", "redeem", "cancel"].includes(call.operation));
    const known = new Set(row?.attempts.map((attempt) => attempt.upstream_order_id));
    for (const call of calls)
      if (call.order_id) expect(known.has(call.order_id), `I2 ${call.order_id}\n${story}`).toBe(true);

    const books = Map.groupBy(
      calls.filter((call) => call.operation === "book"),
      (call) => call.order_id,
    );
    for (const same of books.values()) {
      expect(
        new Set(same.map((call) => `${call.path} ${JSON.stringify(call.body)}`)).size,
        `I3\n${story}`,
      ).toBe(1);
    }

    for (const call of calls.filter((each) => each.operation === "redeem")) {
      const n = Number(call.order_id?.split(".").at(-1));
      expect(
        confirmed.some((each) => each.attempt === n),
        `I5 attempt ${n}\n${story}`,
      ).toBe(true);
    }

    for (const sends of Map.groupBy(calls, (call) => call.order_id).values()) {
      for (const { at } of sends) {
        const inWindow = sends.filter((each) => each.at >= at && each.at < at + SEND_WINDOW);
        expect(inWindow.length, `I15\n${story}`).toBeLessThanOrEqual(SENDS_MAX);
      }
    }

    const first = states.indexOf("redeemed");
    if (first >= 0) {
      expect(new Set(states.slice(first)), `I13\n${story}`).toEqual(new Set(["redeemed"]));
    }

    const redeemed = states.at(-1) === "redeemed";
    if (codes.length === 1) expect(redeemed || row?.attention !== null, `I7\n${story}`).toBe(true);
    if (redeemed) {
      const shown = await lasting.post("/v1/order/codes");
      expect(shown.status, `I6\n${story}`).toBe(200);
      expect(codes, `I6\n${story}`).toHaveLength(1);
      const { codes: seen } = shown.data as { codes: { items: { value: string }[] } };
      for (const { value } of seen.items) expect(JSON.stringify(codes[0]), `I6\n${story}`).toContain(value);
    }
    expect(["redeemed", "open", "denied", "failed"], `an end\n${story}`).toContain(states.at(-1));
    const secret = codes
      .flatMap((code) => code.codes.map((item) => item.value))
      .filter((value) => value.length >= TELLING_LENGTH);
    for (const line of world.logs) {
      for (const value of [...secret, "user@example.com", browser.token])
        expect(line.includes(value), "I11").toBe(false);
    }
  });
});
