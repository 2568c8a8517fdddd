/** Integrity rules 7 and 8, and I10: when a token is asked for, and the pauses after a failed request. */
import { describe, expect, it } from "vitest";
import {
  TOKEN_DEFAULT_LIFE,
  TOKEN_RENEW_BEFORE,
  TOKEN_RETRY_FIRST,
  TOKEN_RETRY_MAX,
} from "../../../server/timing.ts";
import { settle, VirtualClock } from "../virtual-clock.ts";
import {
  API_SECRET,
  AUTH_URL,
  harness,
  json,
  ok,
  REDEMPTION_ID,
  raw,
  tokenOf,
  unauthorized,
} from "./support.ts";

const HOUR = 3_600_000;
describe("the token request", () => {
  it("is sent once, with the secret in its body only", async () => {
    const { client, tokens, calls, log } = harness({ api: ok });
    await Promise.all([client.readRedemption(REDEMPTION_ID), client.readRedemption(REDEMPTION_ID)]);
    await client.readRedemption(REDEMPTION_ID);
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
      await client.readRedemption(REDEMPTION_ID);
      await clock.advance(at - 1);
      await client.readRedemption(REDEMPTION_ID);
      expect(tokens).toHaveLength(1);
      await clock.advance(1);
      await client.readRedemption(REDEMPTION_ID);
      await settle();
      expect(tokens).toHaveLength(2);
      await client.readRedemption(REDEMPTION_ID);
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
    await client.readRedemption(REDEMPTION_ID);
    await clock.advance(HOUR - TOKEN_RENEW_BEFORE);
    await Promise.all(Array.from({ length: 10 }, () => client.readRedemption(REDEMPTION_ID)));
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
    await client.readRedemption(REDEMPTION_ID);
    await clock.advance(600_000);
    const all = Promise.all(Array.from({ length: 1000 }, () => client.readRedemption(REDEMPTION_ID)));
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
    const first = client.readRedemption(REDEMPTION_ID);
    await clock.advance(480_000 - 1);
    await first;
    await client.readRedemption(REDEMPTION_ID);
    expect(tokens).toHaveLength(1);
    await clock.advance(1);
    await client.readRedemption(REDEMPTION_ID);
    expect(tokens).toHaveLength(2);
  });

  it("does not follow jumps of the wall clock", async () => {
    const { client, tokens, clock } = harness({ api: ok });
    await client.readRedemption(REDEMPTION_ID);
    for (const jump of [24 * HOUR, -48 * HOUR]) {
      clock.jumpWall(jump);
      await client.readRedemption(REDEMPTION_ID);
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
    const attempt = () => client.readRedemption(REDEMPTION_ID);
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
    await expect(client.readRedemption(REDEMPTION_ID)).rejects.toThrow();
    await clock.advance(29_999);
    await expect(client.readRedemption(REDEMPTION_ID)).rejects.toThrow();
    expect(tokens).toHaveLength(1);
    await clock.advance(1);
    await expect(client.readRedemption(REDEMPTION_ID)).rejects.toThrow();
    expect(tokens).toHaveLength(2);
  });

  it("keeps the token that is still valid", async () => {
    let down = false;
    const { client, tokens, calls, clock } = harness({
      api: ok,
      token: () =>
        down ? raw(503, "") : json(200, { access_token: `token-${tokens.length}`, expires_in: 3600 }),
    });
    await client.readRedemption(REDEMPTION_ID);
    down = true;
    await clock.advance(HOUR - TOKEN_RENEW_BEFORE);
    await client.readRedemption(REDEMPTION_ID);
    await clock.advance(TOKEN_RENEW_BEFORE - 1);
    await client.readRedemption(REDEMPTION_ID);
    await settle();
    expect(calls.map(tokenOf)).toEqual(Array(3).fill("Bearer token-1"));
    await clock.advance(1);
    await expect(client.readRedemption(REDEMPTION_ID)).rejects.toMatchObject({ code: "unavailable" });
    down = false;
    await clock.advance(TOKEN_RETRY_MAX);
    await client.readRedemption(REDEMPTION_ID);
    expect(tokenOf(calls.at(-1))).toBe(`Bearer token-${tokens.length}`);
  });

  it("means that a changing call was not sent", async () => {
    const { client } = harness({ token: () => raw(500, "") });
    const outcome = await client.redeem({ redemptionId: REDEMPTION_ID, orderId: "o", email: "a@b.example" });
    expect(outcome).toEqual({ kind: "not_sent" });
  });
});

describe("header credentials", () => {
  it("go with every call; nothing is asked for and nothing repeated", async () => {
    const { client, tokens, calls, store } = harness({ method: "headers", api: unauthorized });
    await expect(client.readRedemption(REDEMPTION_ID)).rejects.toMatchObject({ code: "forbidden" });
    expect(tokens).toEqual([]);
    expect(store.values.size).toBe(0);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.headers).toMatchObject({ "api-key": "key-1", "api-secret": API_SECRET });
    expect(calls[0]?.headers.authorization).toBeUndefined();
  });
});
