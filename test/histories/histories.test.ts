/**
 * Random histories of one order: choices, confirmations, faults, deaths and time, drawn from a seed, and what must hold
 * after each of them. `HISTORY_SEED=<number>` replays one; `HISTORIES=<count> HISTORY_FROM=<number>` runs others.
 * Source: integrity, Invariants.
 */
import { afterEach, describe, expect, it } from "vitest";
import type { Fault } from "../../demo/fulfillment/app.ts";
import { type Answer, type Browser, createWorld, SITE_KEY, type World } from "../support/world.ts";

const SKUS = ["PLUMVALE-CODE-PIN-C128-30", "KESTROW-CODE-PLAIN-25", "OATVANE-CODE-C128-10"];
const DELIVERIES = ["redeem", "activate", "notify"] as const;
type Delivery = (typeof DELIVERIES)[number];
/** The second one mails its users. */
const PROMOTIONS: Record<Delivery, string> = { redeem: "4001", activate: "4001", notify: "4008" };
/** The call that a confirmation causes. */
const CONFIRMING: Record<Delivery, string> = { redeem: "redeem", activate: "activate", notify: "create" };
const CHANGES = ["book", "create", "redeem", "activate", "cancel", "refund"];
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
  "create",
  "redeem",
  "activate",
  "cancel",
  "refund",
  "get_redemption",
  "list_redemptions",
  "token",
  "get_promotion",
] as const;

const ENDS = ["redeemed", "refunded", "activated", "notified", "canceled", "open", "denied", "failed"];

interface Played {
  readonly log: string[];
  /** Every state a browser was shown, in order. */
  readonly states: string[];
  /** Of a notify the browser names no attempt. */
  readonly confirmed: { attempt?: number; sku: string }[];
}

/** As the service's back office would: nobody here is told. */
async function refundElsewhere({ service, control }: World, redemptionId: string): Promise<void> {
  const url = `http://localhost:9/api/fulfillment/v2/redemptions/${redemptionId}/actions/refund`;
  const headers = { "Api-Key": "key", "Api-Secret": "the-secret-of-the-service" };
  const faults = control.faults();
  control.clearFaults();
  await service.upstream.fetch(new Request(url, { method: "POST", headers }));
  for (const { id: _, ...fault } of faults) control.fault(fault as Fault);
}

/** Plays one history; what the browser saw is noted, what must hold is checked by the caller. */
async function play(
  world: World,
  browser: Browser,
  { seed, delivery, orderId }: { seed: number; delivery: Delivery; orderId: string },
): Promise<Played> {
  const next = random(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
  const played: Played = { log: [], states: [], confirmed: [] };
  const see = (answer: Answer): Answer => {
    if (typeof answer.data?.state === "string") played.states.push(answer.data.state);
    return answer;
  };
  const say = (what: string, { status, data, problem }: Answer): void => {
    played.log.push(`${what}: ${status} ${data?.state ?? problem.code}`);
  };
  let shown: { attempt?: number; sku?: string } = {};
  const choose = async (): Promise<void> => {
    const sku = pick(SKUS);
    if (delivery === "notify") {
      const answer = see(await browser.post("/v1/order/notify", { sku }));
      played.confirmed.push({ sku });
      say(`notify ${sku}`, answer);
      return;
    }
    const answer = see(await browser.post("/v1/order/book", { sku }));
    if (answer.data?.attempt) shown = { attempt: Number(answer.data.attempt), sku: String(answer.data.sku) };
    say(`book ${sku}`, answer);
  };
  const confirm = async ({ attempt, sku }: { attempt: number; sku: string }): Promise<void> => {
    played.confirmed.push({ attempt, sku });
    say(`${delivery} ${attempt}`, see(await browser.post(`/v1/order/${delivery}`, { attempt, sku })));
  };
  /** What others do with the order: its user opens the link, its site ends it. */
  const interfere = async (): Promise<void> => {
    const what = pick(["open", "open", "cancel", "refund", "refund elsewhere"]);
    if (what === "refund elsewhere") {
      const row = await world.ledger.readOrder({ site: "shop", order_id: orderId });
      const id = row?.attempts.find(({ n }) => n === row.current)?.redemption_id;
      if (!id) return;
      await refundElsewhere(world, id);
      played.log.push("refunded at the service");
      return;
    }
    if (what !== "open") {
      const headers = { Authorization: `Bearer ${SITE_KEY}` };
      say(what, await world.request(`/v1/orders/${orderId}/${what}`, { method: "POST", headers }));
      return;
    }
    const row = await world.ledger.readOrder({ site: "shop", order_id: orderId });
    const out = row?.attempts.find(({ phase }) => phase === "activated" || phase === "notified");
    if (!out?.redemption_id || world.control.redemption(out.redemption_id)?.state !== "pending") return;
    world.control.openLink(out.redemption_id);
    played.log.push("the link is opened");
  };
  for (let step = 0; step < STEPS; step++) {
    const dice = next();
    const { attempt, sku } = shown;
    if (dice < 0.25) await choose();
    else if (dice < 0.47 && attempt !== undefined && sku !== undefined) await confirm({ attempt, sku });
    else if (dice < 0.7) {
      const fault = { operation: pick(OPERATIONS), ...pick(FAULTS) } as Fault;
      const isChange = CHANGES.includes(fault.operation);
      if (!isChange && ["late", "state"].includes(fault.kind)) continue;
      world.control.fault(fault);
      played.log.push(`fault ${fault.operation} ${fault.kind}`);
    } else if (dice < 0.78) {
      await world.restart();
      played.log.push("death and restart");
    } else if (dice < 0.87) await interfere();
    else {
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
    const delivery = DELIVERIES[seed % DELIVERIES.length] ?? "redeem";
    const promotion_id = PROMOTIONS[delivery];
    const renew = (): Promise<Browser> =>
      world.browser({ order_id: orderId, delivery, promotion_id, ttl_seconds: 3600 });
    const browser = await renew();
    // Sessions end during long histories, as they do in life.
    const lasting: Browser = {
      token: browser.token,
      get: async (...call) => (await renew()).get(...call),
      post: async (...call) => (await renew()).post(...call),
    };
    const { log, states, confirmed } = await play(world, lasting, { seed, delivery, orderId });
    const story = `HISTORY_SEED=${seed} ${delivery}\n${log.join("\n")}`;

    const codes = world.control.codes();
    expect(codes.length, `I1\n${story}`).toBeLessThanOrEqual(1);

    const row = await world.ledger.readOrder({ site: "shop", order_id: orderId });
    const calls = world.control.calls.filter(
      // The back office uses the other credentials.
      (call) => CHANGES.includes(call.operation) && call.auth !== "headers",
    );
    const known = new Set(row?.attempts.map((attempt) => attempt.upstream_order_id));
    for (const call of calls)
      if (call.order_id) expect(known.has(call.order_id), `I2 ${call.order_id}\n${story}`).toBe(true);

    const books = Map.groupBy(
      calls.filter((call) => call.operation === "book" || call.operation === "create"),
      (call) => call.order_id,
    );
    for (const same of books.values()) {
      expect(
        new Set(same.map((call) => `${call.path} ${JSON.stringify(call.body)}`)).size,
        `I3\n${story}`,
      ).toBe(1);
    }

    for (const call of calls.filter((each) => each.operation === CONFIRMING[delivery])) {
      const n = Number(call.order_id?.split(".").at(-1));
      const isConfirmed = confirmed.some(({ attempt = n, sku }) => attempt === n && sku === call.sku);
      expect(isConfirmed, `I5 attempt ${n}\n${story}`).toBe(true);
    }
    const others = Object.values(CONFIRMING).filter((each) => each !== CONFIRMING[delivery]);
    expect(
      calls.filter((call) => others.includes(call.operation)),
      `I5\n${story}`,
    ).toEqual([]);

    for (const sends of Map.groupBy(calls, (call) => call.order_id).values()) {
      for (const { at } of sends) {
        const inWindow = sends.filter((each) => each.at >= at && each.at < at + SEND_WINDOW);
        expect(inWindow.length, `I15\n${story}`).toBeLessThanOrEqual(SENDS_MAX);
      }
    }

    const first = states.indexOf("redeemed");
    if (first >= 0) {
      const later = states.slice(first).join(" ");
      expect(later, `I13\n${story}`).toMatch(/^redeemed( redeemed)*( refunded)*$/);
    }

    const last = states.at(-1) ?? "";
    const redeemed = last === "redeemed";
    const isTold = redeemed || last === "refunded" || row?.attention !== null;
    if (codes.length === 1) expect(isTold, `I7\n${story}`).toBe(true);
    const upstream = world.control.redemptions().map(({ state }) => state);
    if (last === "activated" || last === "notified") expect(upstream, `I6\n${story}`).toContain("pending");
    if (last === "canceled") expect(upstream, `canceled\n${story}`).not.toContain("pending");
    if (redeemed) {
      const shown = await lasting.post("/v1/order/codes");
      if (shown.status === 409) {
        // Refunded elsewhere, and nobody had looked at the codes since.
        expect(upstream, `I6\n${story}`).toContain("refunded");
        expect((await lasting.get("/v1/order")).data.state, `I6\n${story}`).toBe("refunded");
        return;
      }
      expect(shown.status, `I6\n${story}`).toBe(200);
      expect(codes, `I6\n${story}`).toHaveLength(1);
      const { codes: seen } = shown.data as { codes: { items: { value: string }[] } };
      for (const { value } of seen.items) expect(JSON.stringify(codes[0]), `I6\n${story}`).toContain(value);
    }
    expect(ENDS, `an end\n${story}`).toContain(last);
    const secret = codes
      .flatMap((code) => code.codes.map((item) => item.value))
      .filter((value) => value.length >= TELLING_LENGTH);
    for (const line of world.logs) {
      for (const value of [...secret, "user@example.com", browser.token])
        expect(line.includes(value), "I11").toBe(false);
    }
  });
});
