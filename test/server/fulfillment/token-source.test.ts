/** Integrity rules 7 and 8, and I10. */
import { describe, expect, it } from "vitest";
import { TransportError } from "../../../server/fulfillment/transport.ts";
import {
  TOKEN_DEFAULT_LIFE,
  TOKEN_DOUBT,
  TOKEN_MIN_INTERVAL,
  TOKEN_RENEW_BEFORE,
  TOKEN_RETRY_FIRST,
  TOKEN_RETRY_MAX,
} from "../../../server/timing.ts";
import { settle, VirtualClock } from "../virtual-clock.ts";
import {
  API_SECRET,
  AUTH_URL,
  type Handler,
  harness,
  json,
  MemoryStore,
  raw,
  redemptionBody,
  type Seen,
} from "./support.ts";

const HOUR = 3_600_000;
const ok = () => json(200, { data: redemptionBody() });
const unauthorized = () => json(401, { error_name: "unauthorized", error_message: null });
const forbidden = () => json(401, { error_name: "forbidden", error_message: "no" });
const read = "ab12c-de34f";

const tokenOf = (request: Seen | undefined): string | undefined => request?.headers.authorization;

/** Takes only the tokens it is told to. */
const taking =
  (accepted: Set<string>, refuse: () => ReturnType<typeof json> = unauthorized): Handler =>
  (request) =>
    accepted.has(tokenOf(request)?.replace("Bearer ", "") ?? "") ? ok() : refuse();

describe("the token request", () => {
  it("is sent once, with the secret in its body only", async () => {
    const { client, tokens, calls, log } = harness({ api: ok });
    await Promise.all([client.readRedemption(read), client.readRedemption(read)]);
    await client.readRedemption(read);
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
    expect(calls.map(tokenOf)).toEqual(Array(3).fill("Bearer token-1"));
    const elsewhere = JSON.stringify([calls, tokens.map(({ url, headers }) => [url, headers]), log]);
    expect(elsewhere).not.toContain(API_SECRET);
    expect(log.join("")).not.toContain("token-1");
  });

  it.each([
    ["an hour", 3600, HOUR - TOKEN_RENEW_BEFORE],
    ["10 minutes", 600, 480_000],
    ["not said", undefined, TOKEN_DEFAULT_LIFE * 0.8],
  ])(
    "is repeated shortly before the end of a life of %s, without anybody waiting",
    async (_, expires_in, at) => {
      const { client, tokens, calls, clock } = harness({
        api: ok,
        token: () => json(200, { access_token: `token-${tokens.length}`, expires_in }),
      });
      await client.readRedemption(read);
      await clock.advance(at - 1);
      await client.readRedemption(read);
      expect(tokens).toHaveLength(1);
      await clock.advance(1);
      await client.readRedemption(read);
      await settle();
      expect(tokens).toHaveLength(2);
      await client.readRedemption(read);
      expect(tokens).toHaveLength(2);
      expect(calls.map(tokenOf)).toEqual([...Array(3).fill("Bearer token-1"), "Bearer token-2"]);
    },
  );

  it("is awaited by nobody while the old token is valid", async () => {
    const { client, tokens, calls, clock } = harness({
      api: ok,
      token: () =>
        tokens.length > 1 ? new Promise(() => {}) : json(200, { access_token: "token-1", expires_in: 3600 }),
    });
    await client.readRedemption(read);
    await clock.advance(HOUR - TOKEN_RENEW_BEFORE);
    await Promise.all(Array.from({ length: 10 }, () => client.readRedemption(read)));
    expect(tokens).toHaveLength(2);
    expect(calls).toHaveLength(11);
  });

  it("is one for a thousand calls that meet the end of a life", async () => {
    let release = (): void => {};
    const { client, tokens, clock } = harness({
      api: ok,
      token: async () => {
        const number = tokens.length;
        if (number > 1) await new Promise<void>((resolve) => (release = resolve));
        return json(200, { access_token: `token-${number}`, expires_in: 600 });
      },
    });
    await client.readRedemption(read);
    await clock.advance(600_000);
    const all = Promise.all(Array.from({ length: 1000 }, () => client.readRedemption(read)));
    await settle();
    expect(tokens).toHaveLength(2);
    release();
    await all;
    expect(tokens).toHaveLength(2);
  });

  it("counts a life from before the request, however slow the answer is", async () => {
    const clock = new VirtualClock();
    const { client, tokens } = harness({
      clock,
      api: ok,
      token: async () => {
        const number = tokens.length;
        await clock.sleep(8_000);
        return json(200, { access_token: `token-${number}`, expires_in: 600 });
      },
    });
    const first = client.readRedemption(read);
    await clock.advance(480_000 - 1);
    await first;
    await client.readRedemption(read);
    expect(tokens).toHaveLength(1);
    await clock.advance(1);
    await client.readRedemption(read);
    expect(tokens).toHaveLength(2);
  });

  it("does not follow jumps of the wall clock", async () => {
    const { client, tokens, clock } = harness({ api: ok });
    await client.readRedemption(read);
    for (const jump of [24 * HOUR, -48 * HOUR]) {
      clock.jumpWall(jump);
      await client.readRedemption(read);
    }
    expect(tokens).toHaveLength(1);
  });
});

describe("a failed request", () => {
  it.each([
    ["500", () => raw(500, "oops")],
    ["429", () => raw(429, "")],
    ["401", () => json(401, { error: "invalid_client" })],
    ["a redirect", () => raw(302, "", { location: "https://elsewhere.example" })],
    ["an unreadable body", () => raw(200, "<html>")],
    ["a life of nothing", () => json(200, { access_token: "t", expires_in: 0 })],
    [
      "a reset",
      () => {
        throw new Error("reset");
      },
    ],
  ])("(%s) backs off, doubling", async (name, token) => {
    const { client, tokens, clock, calls } = harness({ api: ok, token });
    const attempt = () => client.readRedemption(read);
    // Only wrong credentials are not mended by waiting.
    const code = name === "401" ? "forbidden" : "unavailable";
    await expect(attempt()).rejects.toMatchObject({ code });
    await expect(attempt()).rejects.toMatchObject({ code });
    expect(tokens).toHaveLength(1);
    for (
      let wait = TOKEN_RETRY_FIRST, count = 1;
      count < 12;
      count++, wait = Math.min(wait * 2, TOKEN_RETRY_MAX)
    ) {
      await clock.advance(wait - 1);
      await expect(attempt()).rejects.toThrow();
      expect(tokens).toHaveLength(count);
      await clock.advance(1);
      await expect(attempt()).rejects.toThrow();
      expect(tokens).toHaveLength(count + 1);
    }
    expect(calls).toEqual([]);
  });

  it("obeys Retry-After", async () => {
    const { client, tokens, clock } = harness({ token: () => raw(429, "", { "retry-after": "30" }) });
    await expect(client.readRedemption(read)).rejects.toThrow();
    await clock.advance(29_999);
    await expect(client.readRedemption(read)).rejects.toThrow();
    expect(tokens).toHaveLength(1);
    await clock.advance(1);
    await expect(client.readRedemption(read)).rejects.toThrow();
    expect(tokens).toHaveLength(2);
  });

  it("keeps the token that is still valid", async () => {
    let down = false;
    const { client, tokens, calls, clock } = harness({
      api: ok,
      token: () =>
        down ? raw(503, "") : json(200, { access_token: `token-${tokens.length}`, expires_in: 3600 }),
    });
    await client.readRedemption(read);
    down = true;
    await clock.advance(HOUR - TOKEN_RENEW_BEFORE);
    await client.readRedemption(read);
    await clock.advance(TOKEN_RENEW_BEFORE - 1);
    await client.readRedemption(read);
    await settle();
    expect(calls.map(tokenOf)).toEqual(Array(3).fill("Bearer token-1"));
    await clock.advance(1);
    await expect(client.readRedemption(read)).rejects.toMatchObject({ code: "unavailable" });
    down = false;
    await clock.advance(TOKEN_RETRY_MAX);
    await client.readRedemption(read);
    expect(tokenOf(calls.at(-1))).toBe(`Bearer token-${tokens.length}`);
  });

  it("means that a changing call was not sent", async () => {
    const { client } = harness({ token: () => raw(500, "") });
    const outcome = await client.redeem({ redemptionId: read, orderId: "o", email: "a@b.example" });
    expect(outcome).toEqual({ kind: "not_sent" });
  });
});

describe("401 unauthorized", () => {
  it("stays the outcome of a changing call whose repeat cannot be sent: the service has seen the first", async () => {
    let calls = 0;
    const { client } = harness({
      api: () => {
        if (++calls > 1) throw new TransportError("not_connected", false);
        return json(401, { error_name: "unauthorized", error_message: "x" });
      },
    });
    const outcome = await client.redeem({ redemptionId: read, orderId: "o", email: "a@b.example" });
    expect(calls).toBe(2);
    expect(outcome).toMatchObject({ kind: "refused", status: 401 });
  });

  it("refreshes once for all and repeats each call once", async () => {
    const accepted = new Set(["token-1"]);
    const { client, tokens, calls } = harness({ api: taking(accepted) });
    await client.readRedemption(read);
    accepted.clear();
    accepted.add("token-2");
    await Promise.all(Array.from({ length: 1000 }, () => client.readRedemption(read)));
    expect(tokens).toHaveLength(2);
    expect(calls).toHaveLength(2001);
  });

  it("of an old token does not touch the newer one", async () => {
    const accepted = new Set(["token-1"]);
    let release = (): void => {};
    let slow = true;
    const { client, tokens } = harness({
      api: async (request) => {
        if (slow) {
          slow = false;
          await new Promise<void>((resolve) => (release = resolve));
        }
        return taking(accepted)(request);
      },
    });
    const late = client.readRedemption(read);
    await settle();
    accepted.clear();
    accepted.add("token-2");
    await client.readRedemption(read);
    expect(tokens).toHaveLength(2);
    release();
    await late;
    expect(tokens).toHaveLength(2);
  });

  it("repeats a changing call as well, and only once", async () => {
    const accepted = new Set<string>(["token-2"]);
    const { client, calls } = harness({ api: taking(accepted) });
    const request = { redemptionId: read, orderId: "shop.order-1.1", email: "a@b.example" };
    expect(await client.redeem(request)).toMatchObject({ kind: "answered" });
    expect(calls.map(({ body }) => body)).toEqual(Array(2).fill('{"data":{"user":{"email":"a@b.example"}}}'));
    accepted.clear();
    expect(await client.redeem(request)).toEqual({ kind: "refused", status: 401, error: "unauthorized" });
    expect(calls).toHaveLength(4);
  });

  it("to every fresh token ends in two requests in each TOKEN_MIN_INTERVAL", async () => {
    const { client, tokens, clock } = harness({ api: unauthorized });
    for (let each = 0; each < 50; each++) await expect(client.readRedemption(read)).rejects.toThrow();
    expect(tokens).toHaveLength(3);
    await clock.advance(TOKEN_MIN_INTERVAL - 1);
    await expect(client.readRedemption(read)).rejects.toThrow();
    expect(tokens).toHaveLength(3);
    await clock.advance(1);
    for (let each = 0; each < 50; each++) await expect(client.readRedemption(read)).rejects.toThrow();
    expect(tokens).toHaveLength(5);
  });
});

describe("401 forbidden", () => {
  it("asks for no token and repeats nothing", async () => {
    const { client, tokens, calls } = harness({
      api: ({ path }) => (path.endsWith(read) ? forbidden() : ok()),
    });
    const all = Array.from({ length: 1000 }, () => client.readRedemption(read));
    const results = await Promise.allSettled(all);
    expect(results.map((each) => each.status === "rejected" && each.reason.code)).toEqual(
      Array(1000).fill("forbidden"),
    );
    expect(tokens).toHaveLength(1);
    expect(calls).toHaveLength(1000);
    expect(await client.cancel({ redemptionId: read, orderId: "o" })).toMatchObject({ kind: "foreign" });
  });
});

describe("an unreadable 401", () => {
  const unreadable = () => raw(401, "<html>");

  it.each([
    ["an empty body", () => raw(401, "")],
    ["html", unreadable],
    ["another name", () => json(401, { error_name: "invalid_token" })],
    ["a list", () => json(401, ["unauthorized"])],
  ])("(%s) counts as unauthorized", async (_, refuse) => {
    const accepted = new Set(["token-1"]);
    const { client, tokens } = harness({ api: taking(accepted, refuse) });
    await client.readRedemption(read);
    accepted.add("token-2").delete("token-1");
    await client.readRedemption(read);
    // The new token worked: the next 401 is a sign of revocation again.
    accepted.add("token-3").delete("token-2");
    await client.readRedemption(read);
    expect(tokens).toHaveLength(3);
  });

  it("that stays after a new token costs no other token and not the one at hand", async () => {
    const { client, tokens, clock } = harness({
      api: ({ path }) => (path.endsWith(read) ? unreadable() : json(200, { data: { id: 1, rewards: [] } })),
    });
    for (let each = 0; each < 50; each++) {
      await expect(client.readRedemption(read)).rejects.toMatchObject({ code: "forbidden" });
    }
    expect(tokens).toHaveLength(2);
    await client.getPromotion("1");
    await expect(client.readRedemption(read)).rejects.toThrow();
    expect(tokens).toHaveLength(3);
    await client.getPromotion("1");
    await expect(client.readRedemption(read)).rejects.toThrow();
    await client.getPromotion("1");
    expect(tokens).toHaveLength(3);
    await clock.advance(TOKEN_DOUBT);
    await expect(client.readRedemption(read)).rejects.toThrow();
    expect(tokens).toHaveLength(4);
  });
});

describe("a restart", () => {
  const restart = (store: MemoryStore, clock: VirtualClock, own: Parameters<typeof harness>[0] = {}) =>
    harness({ api: ok, store, clock, ...own });

  it("within the token's life does not ask again", async () => {
    const clock = new VirtualClock();
    const store = new MemoryStore();
    await harness({ api: ok, store, clock }).client.readRedemption(read);
    await clock.advance(HOUR / 2);
    const after = restart(store, clock);
    await Promise.all([after.client.readRedemption(read), after.client.readRedemption(read)]);
    expect(after.tokens).toEqual([]);
    expect(after.calls.map(tokenOf)).toEqual(Array(2).fill("Bearer token-1"));
    await clock.advance(HOUR / 2 - TOKEN_RENEW_BEFORE);
    await after.client.readRedemption(read);
    await settle();
    expect(after.tokens).toHaveLength(1);
  });

  it("after the token's life asks", async () => {
    const clock = new VirtualClock();
    const store = new MemoryStore();
    await harness({ api: ok, store, clock }).client.readRedemption(read);
    await clock.advance(HOUR);
    const after = restart(store, clock);
    await after.client.readRedemption(read);
    expect(after.tokens).toHaveLength(1);
  });

  it("with the wall clock set back before the token's beginning asks", async () => {
    const clock = new VirtualClock();
    const store = new MemoryStore();
    await harness({ api: ok, store, clock }).client.readRedemption(read);
    clock.jumpWall(-HOUR);
    const after = restart(store, clock);
    await after.client.readRedemption(read);
    expect(after.tokens).toHaveLength(1);
  });

  it.each([
    ["another secret", { apiSecret: "another-secret" }],
    ["another key", { apiKey: "key-2" }],
    ["another service", { baseUrl: "https://other.example" }],
  ])("with %s cannot read the stored token", async (_, own) => {
    const clock = new VirtualClock();
    const store = new MemoryStore();
    await harness({ api: ok, store, clock }).client.readRedemption(read);
    const after = restart(store, clock, own);
    await after.client.readRedemption(read);
    expect(after.tokens).toHaveLength(1);
  });

  it("with a stored value that was changed, or a store that fails, asks", async () => {
    const clock = new VirtualClock();
    const store = new MemoryStore();
    await harness({ api: ok, store, clock }).client.readRedemption(read);
    const [key, sealed = ""] = [...store.values][0] ?? [];
    for (const wrong of [
      "",
      "x",
      "{}",
      `${sealed.startsWith("A") ? "B" : "A"}${sealed.slice(1)}`,
      sealed.slice(4),
    ]) {
      const changed = new MemoryStore();
      changed.values.set(key ?? "", wrong);
      const after = restart(changed, clock);
      await after.client.readRedemption(read);
      expect(after.tokens).toHaveLength(1);
    }
    const broken = new MemoryStore();
    broken.getTimed = () => Promise.reject(new Error("disk"));
    broken.swapValue = () => Promise.reject(new Error("disk"));
    const after = restart(broken, clock);
    await after.client.readRedemption(read);
    expect(after.tokens).toHaveLength(1);
  });

  it("stores neither token nor secret in the open, nor twice alike", async () => {
    const sealed: string[] = [];
    for (let each = 0; each < 2; each++) {
      const { client, store } = harness({ api: ok });
      await client.readRedemption(read);
      const text = JSON.stringify([...store.values]);
      expect(text).not.toMatch(/token-1|secret-that/);
      sealed.push(text);
    }
    expect(sealed[0]).not.toBe(sealed[1]);
  });

  it("another instance's newer token is taken instead of asking", async () => {
    const clock = new VirtualClock();
    const store = new MemoryStore();
    const accepted = new Set(["token-1"]);
    const first = harness({ api: taking(accepted), store, clock });
    const second = harness({
      api: taking(accepted),
      store,
      clock,
      token: () => json(200, { access_token: "token-b", expires_in: 3600 }),
    });
    await first.client.readRedemption(read);
    await second.client.readRedemption(read);
    expect(second.tokens).toHaveLength(0);
    accepted.clear();
    accepted.add("token-b");
    await second.client.readRedemption(read);
    await first.client.readRedemption(read);
    expect([first.tokens.length, second.tokens.length]).toEqual([1, 1]);
  });
});

describe("header credentials", () => {
  it("go with every call; nothing is asked for and nothing repeated", async () => {
    const { client, tokens, calls, store } = harness({ method: "headers", api: unauthorized });
    await expect(client.readRedemption(read)).rejects.toMatchObject({ code: "forbidden" });
    expect(tokens).toEqual([]);
    expect(store.values.size).toBe(0);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.headers).toMatchObject({ "api-key": "key-1", "api-secret": API_SECRET });
    expect(calls[0]?.headers.authorization).toBeUndefined();
  });
});
