/** When a token is asked for, kept, replaced and stored. Source: docs/proof/rules.md, rule 10 and I10. */
import { describe, expect, it } from "vitest";
import { TransportError } from "../../../server/fulfillment/transport.ts";
import {
  RETRY_AFTER_MAX,
  TOKEN_BURST,
  TOKEN_DEFAULT_LIFE,
  TOKEN_MIN_INTERVAL,
  TOKEN_RENEW_BEFORE,
  TOKEN_RETRY_FIRST,
  TOKEN_RETRY_MAX,
} from "../../../server/timing.ts";
import { settle, VirtualClock } from "../virtual-clock.ts";
import {
  API_SECRET,
  AUTH_URL,
  forbidden,
  type Harness,
  type HarnessOptions,
  harness,
  json,
  MemoryStore,
  ok,
  REDEMPTION_ID,
  raw,
  taking,
  tokenOf,
  unauthorized,
} from "./support.ts";

const HOUR = 3_600_000;
const CHANGE = { redemptionId: REDEMPTION_ID, orderId: "shop.order-1.1", email: "a@b.example" };

const read = ({ client }: Pick<Harness, "client">) => client.readRedemption(REDEMPTION_ID);
const usedBy = ({ calls }: Pick<Harness, "calls">) => calls.map(tokenOf);

/** A promise and the function that fulfills it. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe("the token request", () => {
  it("is sent once for all calls, with the secret in its body only", async () => {
    const world = harness({ api: ok });
    await Promise.all(Array.from({ length: 1000 }, () => read(world)));
    await read(world);
    const { tokens, calls, log, store } = world;
    expect(tokens).toHaveLength(1);
    expect(tokens[0]).toMatchObject({
      method: "POST",
      url: `${AUTH_URL}oauth/token`,
      headers: { "content-type": "application/json" },
    });
    expect(JSON.parse(tokens[0]?.body ?? "")).toEqual({
      client_id: "key-1",
      client_secret: API_SECRET,
      grant_type: "client_credentials",
    });
    expect(new Set(usedBy(world))).toEqual(new Set(["Bearer token-1"]));
    const elsewhere = JSON.stringify([calls, tokens.map(({ url, headers }) => [url, headers])]);
    expect(elsewhere).not.toContain(API_SECRET);
    expect(JSON.stringify([log, ...store.values])).not.toMatch(new RegExp(`token-1|${API_SECRET}`));
  });

  it.each([
    ["an hour", 3600, HOUR - TOKEN_RENEW_BEFORE],
    ["10 minutes", 600, 480_000],
    ["a length that is not said", undefined, TOKEN_DEFAULT_LIFE * 0.8],
  ])(
    "comes shortly before the end of a life of %s; no call waits for the answer",
    async (_, expires_in, at) => {
      const second = gate();
      const world = harness({
        api: ok,
        token: async () => {
          const number = world.tokens.length;
          if (number > 1) await second.opened;
          return json(200, { access_token: `token-${number}`, expires_in });
        },
      });
      await read(world);
      await world.clock.advance(at - 1);
      await read(world);
      expect(world.tokens).toHaveLength(1);
      await world.clock.advance(1);
      await Promise.all([read(world), read(world)]);
      expect(world.tokens).toHaveLength(2);
      second.open();
      await settle();
      await read(world);
      expect(world.tokens).toHaveLength(2);
      expect(usedBy(world)).toEqual([...Array(4).fill("Bearer token-1"), "Bearer token-2"]);
    },
  );

  it("is one for a thousand calls after the end of a life", async () => {
    const world = harness({ api: ok });
    await read(world);
    await world.clock.advance(HOUR);
    await Promise.all(Array.from({ length: 1000 }, () => read(world)));
    expect(world.tokens).toHaveLength(2);
  });

  it("begins the life, however slow the answer is and however the wall clock jumps", async () => {
    const clock = new VirtualClock();
    const world = harness({
      clock,
      api: ok,
      token: async () => {
        await clock.sleep(8_000);
        return json(200, { access_token: "token-1", expires_in: 600 });
      },
    });
    const first = read(world);
    await clock.advance(480_000 - 1);
    await first;
    for (const jump of [24 * HOUR, -48 * HOUR]) {
      clock.jumpWall(jump);
      await read(world);
    }
    expect(world.tokens).toHaveLength(1);
    await clock.advance(1);
    await read(world);
    await settle();
    expect(world.tokens).toHaveLength(2);
  });
});

describe("a failed token request", () => {
  it.each([
    ["500", "unavailable", () => raw(500, "oops")],
    ["429", "unavailable", () => raw(429, "")],
    ["a redirect", "unavailable", () => raw(302, "", { location: "https://elsewhere.example" })],
    ["an unreadable body", "unavailable", () => raw(200, "<html>")],
    ["a life of nothing", "unavailable", () => json(200, { access_token: "t", expires_in: 0 })],
    ["a reset", "unavailable", () => Promise.reject(new TransportError("broken", true))],
    ["400", "forbidden", () => json(400, { error: "invalid_client" })],
    ["401", "forbidden", () => json(401, { error: "invalid_client" })],
    ["403", "forbidden", () => raw(403, "")],
  ])("(%s) makes reads %s, sends no change, and backs off, doubling", async (_, code, token) => {
    const world = harness({ api: ok, token });
    const isRefused = code === "forbidden";
    const notSent = { kind: "not_sent", ...(isRefused && { cause: "credentials_refused" }) };
    for (let count = 1, wait = TOKEN_RETRY_FIRST; count < 9; count++) {
      await expect(read(world)).rejects.toMatchObject({ code });
      expect(await world.client.redeem(CHANGE)).toEqual(notSent);
      expect(world.tokens).toHaveLength(count);
      await world.clock.advance(wait - 1);
      await expect(read(world)).rejects.toMatchObject({ code });
      expect(world.tokens).toHaveLength(count);
      await world.clock.advance(1);
      wait = Math.min(wait * 2, TOKEN_RETRY_MAX);
    }
    expect(world.calls).toEqual([]);
    expect([...world.credentials.refusedBy]).toEqual(isRefused ? ["token"] : []);
  });

  it.each([
    ["30", 30_000],
    ["3600", RETRY_AFTER_MAX],
  ])("obeys a Retry-After of %s s, up to a minute", async (seconds, wait) => {
    const world = harness({ token: () => raw(429, "", { "retry-after": seconds }) });
    await expect(read(world)).rejects.toThrow();
    await world.clock.advance(wait - 1);
    await expect(read(world)).rejects.toThrow();
    expect(world.tokens).toHaveLength(1);
    await world.clock.advance(1);
    await expect(read(world)).rejects.toThrow();
    expect(world.tokens).toHaveLength(2);
  });

  it("keeps a token that is still valid", async () => {
    let isDown = false;
    const world = harness({
      api: ok,
      token: () =>
        isDown ? raw(503, "") : json(200, { access_token: `token-${world.tokens.length}`, expires_in: 3600 }),
    });
    await read(world);
    isDown = true;
    await world.clock.advance(HOUR - TOKEN_RENEW_BEFORE);
    await read(world);
    await world.clock.advance(TOKEN_RENEW_BEFORE - 1);
    await read(world);
    await settle();
    expect(usedBy(world)).toEqual(Array(3).fill("Bearer token-1"));
    await world.clock.advance(1);
    await expect(read(world)).rejects.toMatchObject({ code: "unavailable" });
    isDown = false;
    await world.clock.advance(TOKEN_RETRY_MAX);
    await read(world);
    expect(usedBy(world).at(-1)).toBe(`Bearer token-${world.tokens.length}`);
  });

  it.each([
    [404, "FULFILLMENT_AUTH_URL"],
    [405, "FULFILLMENT_AUTH_URL"],
    [503, undefined],
  ])("with status %i is logged with the setting %s", async (status, setting) => {
    const world = harness({ token: () => raw(status, "") });
    await expect(read(world)).rejects.toThrow();
    const line = JSON.parse(world.log.find((each) => each.includes("no token")) ?? "{}");
    expect([line.status, line.setting]).toEqual([status, setting]);
  });

  it("that refuses the credentials is said once, and so is its end", async () => {
    const answers = [raw(401, ""), raw(401, ""), json(200, { access_token: "t", expires_in: 600 })];
    const world = harness({ api: ok, token: () => answers[world.tokens.length - 1] ?? raw(500, "") });
    for (let times = 0; times < 3; times++) {
      await read(world).catch(() => {});
      await world.clock.advance(300_000);
    }
    const said = world.log.map((line) => JSON.parse(line)).filter(({ msg }) => / the credentials/.test(msg));
    expect(said.map(({ level, operation }) => [level, operation])).toEqual([
      ["error", "token"],
      ["info", "token"],
    ]);
    expect([...world.credentials.refusedBy]).toEqual([]);
  });
});

describe("401 unauthorized", () => {
  it("refreshes once for all, and repeats each call once, changing calls too", async () => {
    const accepted = new Set(["token-1"]);
    const world = harness({ api: taking(accepted) });
    await read(world);
    accepted.add("token-2").delete("token-1");
    await Promise.all(Array.from({ length: 1000 }, () => read(world)));
    expect(world.tokens).toHaveLength(2);
    expect(world.calls).toHaveLength(2001);
    await world.clock.advance(TOKEN_MIN_INTERVAL);
    accepted.add("token-3").delete("token-2");
    expect(await world.client.redeem(CHANGE)).toMatchObject({ kind: "answered" });
    expect(world.calls.slice(-2).map(({ body }) => body)).toEqual(
      Array(2).fill('{"data":{"user":{"email":"a@b.example"}}}'),
    );
  });

  it.each([
    ["is refused, too", unauthorized],
    [
      "cannot be sent: the service has seen the first",
      () => Promise.reject(new TransportError("not_connected", false)),
    ],
  ])("stays the outcome of a changing call whose repeat %s", async (_, second) => {
    const world = harness({ api: () => (world.calls.length > 1 ? second() : unauthorized()) });
    expect(await world.client.redeem(CHANGE)).toEqual({
      kind: "refused",
      status: 401,
      error: "unauthorized",
    });
    expect(world.calls).toHaveLength(2);
  });

  it("of an old token does not touch the newer one", async () => {
    const accepted = new Set(["token-1"]);
    const slow = gate();
    const world = harness({
      api: async (request) => {
        if (world.calls.length === 1) await slow.opened;
        return taking(accepted)(request);
      },
    });
    const late = read(world);
    await settle();
    accepted.add("token-2").delete("token-1");
    await read(world);
    slow.open();
    await late;
    expect(world.tokens).toHaveLength(2);
  });

  it("to every token costs TOKEN_BURST in each TOKEN_MIN_INTERVAL; the operator is told", async () => {
    const world = harness({ api: unauthorized });
    const many = () => Promise.allSettled(Array.from({ length: 50 }, () => read(world)));
    for (const wait of [0, 0, TOKEN_MIN_INTERVAL - 1]) {
      await world.clock.advance(wait);
      await many();
    }
    expect(world.tokens).toHaveLength(1 + TOKEN_BURST);
    expect([...world.credentials.refusedBy]).toEqual(["call"]);
    await world.clock.advance(1);
    for (let each = 0; each < 3; each++) await many();
    expect(world.tokens).toHaveLength(1 + 2 * TOKEN_BURST);
  });
});

describe("401 forbidden", () => {
  it("asks for no token, repeats nothing, and says nothing of the credentials", async () => {
    const world = harness({ api: forbidden });
    const results = await Promise.allSettled(Array.from({ length: 1000 }, () => read(world)));
    expect(results.map((each) => each.status === "rejected" && each.reason.code)).toEqual(
      Array(1000).fill("forbidden"),
    );
    expect([world.tokens.length, world.calls.length, world.credentials.refusedBy.size]).toEqual([1, 1000, 0]);
  });
});

describe("an unreadable 401", () => {
  it.each([
    ["an empty body", () => raw(401, "")],
    ["html", () => raw(401, "<html>")],
    ["another name", () => json(401, { error_name: "invalid_token" })],
    ["a list", () => json(401, ["unauthorized"])],
  ])("(%s) counts as unauthorized, again once the new token has worked", async (_, refuse) => {
    const accepted = new Set(["token-1"]);
    const world = harness({ api: taking(accepted, refuse) });
    await read(world);
    for (const [next, last] of [
      ["token-2", "token-1"],
      ["token-3", "token-2"],
    ] as const) {
      accepted.add(next).delete(last);
      await read(world);
      await world.clock.advance(TOKEN_MIN_INTERVAL);
    }
    expect(usedBy(world)).toEqual([1, 1, 2, 2, 3].map((number) => `Bearer token-${number}`));
  });

  it("that stays after a new token costs no other token, and not the one at hand", async () => {
    const world = harness({
      api: ({ path }) =>
        path.endsWith(REDEMPTION_ID) ? raw(401, "") : json(200, { data: { id: 1, rewards: [] } }),
    });
    for (let minute = 0; minute < 5; minute++) {
      await expect(read(world)).rejects.toMatchObject({ code: "forbidden" });
      await world.clock.advance(60_000);
    }
    expect(world.tokens).toHaveLength(2);
    await world.client.getPromotion("1");
    expect(usedBy(world).at(-1)).toBe("Bearer token-2");
  });
});

describe("the stored token", () => {
  /** The next start, or another instance. */
  const another = ({ store, clock }: { store: MemoryStore; clock: VirtualClock }, own: HarnessOptions = {}) =>
    harness({
      api: ok,
      token: () => json(200, { access_token: "token-of-another", expires_in: 3600 }),
      store,
      clock,
      ...own,
    });

  it("is used after a restart until it would be renewed", async () => {
    const before = harness({ api: ok });
    await read(before);
    await before.clock.advance(HOUR / 2);
    const after = another(before);
    await Promise.all([read(after), read(after)]);
    expect(usedBy(after)).toEqual(Array(2).fill("Bearer token-1"));
    await before.clock.advance(HOUR / 2 - TOKEN_RENEW_BEFORE - 1);
    await read(after);
    expect(after.tokens).toEqual([]);
    await before.clock.advance(1);
    await read(after);
    await settle();
    expect(after.tokens).toHaveLength(1);
  });

  it.each([
    ["after its life", HOUR, {}],
    ["with another secret", 0, { apiSecret: "another-secret" }],
    ["with another key", 0, { apiKey: "key-2" }],
    ["for another service", 0, { baseUrl: "https://other.example" }],
  ])("is not used %s", async (_, later, own) => {
    const before = harness({ api: ok });
    await read(before);
    await before.clock.advance(later);
    const after = another(before, own);
    await read(after);
    expect(usedBy(after)).toEqual(["Bearer token-of-another"]);
  });

  it("lives no longer than it did where the wall clock was put back", async () => {
    const before = harness({ api: ok });
    await read(before);
    before.clock.jumpWall(-24 * HOUR);
    const after = another(before);
    await read(after);
    await before.clock.advance(HOUR);
    await read(after);
    expect(usedBy(after)).toEqual(["Bearer token-1", "Bearer token-of-another"]);
  });

  it.each([
    ["nothing", () => ""],
    ["anything else", () => "{}"],
    [
      "a value that was changed",
      (sealed: string) => `${sealed.startsWith("A") ? "B" : "A"}${sealed.slice(1)}`,
    ],
    ["a value that was cut", (sealed: string) => sealed.slice(4)],
  ])("that reads as %s is none", async (_, spoil) => {
    const before = harness({ api: ok });
    await read(before);
    for (const [key, sealed] of before.store.values) before.store.values.set(key, spoil(sealed));
    const after = another(before);
    await read(after);
    expect(after.tokens).toHaveLength(1);
  });

  it.each(["get", "swapValue"] as const)(
    "is asked for where the ledger fails to %s; a line says so",
    async (name) => {
      const store = new MemoryStore();
      Object.assign(store, { [name]: () => Promise.reject(new Error("disk")) });
      const world = harness({ api: ok, store });
      await Promise.all([read(world), read(world)]);
      expect(world.tokens).toHaveLength(1);
      expect(world.log.join("")).toContain("token cannot be stored");
    },
  );

  it("of another instance replaces a refused one, and one that is near its end, without a request", async () => {
    const accepted = new Set(["token-1"]);
    const first = harness({ api: taking(accepted) });
    await read(first);
    const second = another(first, { api: taking(accepted) });
    await read(second);
    accepted.add("token-of-another").delete("token-1");
    await read(second);
    await read(first);
    expect([first.tokens.length, second.tokens.length]).toEqual([1, 1]);

    await first.clock.advance(HOUR - TOKEN_RENEW_BEFORE);
    accepted.add("token-2");
    await read(first);
    await settle();
    await read(second);
    await settle();
    await Promise.all([read(first), read(second)]);
    expect([usedBy(first).at(-1), usedBy(second).at(-1)]).toEqual(Array(2).fill("Bearer token-2"));
    expect([first.tokens.length, second.tokens.length]).toEqual([2, 1]);
  });

  it("of another instance is not used where it is near its end as well", async () => {
    const first = harness({ api: ok });
    const second = another(first);
    // Both ask at the same moment, and the second one's token is stored last.
    await Promise.all([read(first), read(second)]);
    await first.clock.advance(HOUR - TOKEN_RENEW_BEFORE);
    await read(first);
    await settle();
    await read(first);
    expect(usedBy(first)).toEqual(["Bearer token-1", "Bearer token-1", "Bearer token-2"]);
  });
});

describe("header credentials", () => {
  it("go with every call; nothing is asked for, stored or repeated", async () => {
    const world = harness({ method: "headers", api: unauthorized });
    await expect(read(world)).rejects.toMatchObject({ code: "forbidden" });
    expect([world.tokens.length, world.store.values.size, world.calls.length]).toEqual([0, 0, 1]);
    expect(world.calls[0]?.headers).toMatchObject({ "api-key": "key-1", "api-secret": API_SECRET });
    expect(world.calls[0]?.headers.authorization).toBeUndefined();
  });
});
