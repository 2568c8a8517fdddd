/** I10: a token that was stored is used on, by the next process and by other instances. */
import { describe, expect, it } from "vitest";
import { TOKEN_RENEW_BEFORE } from "../../../server/timing.ts";
import { settle, VirtualClock } from "../virtual-clock.ts";
import { harness, json, MemoryStore, ok, REDEMPTION_ID, taking, tokenOf } from "./support.ts";

const HOUR = 3_600_000;

describe("a restart", () => {
  const restart = (store: MemoryStore, clock: VirtualClock, own: Parameters<typeof harness>[0] = {}) =>
    harness({ api: ok, store, clock, ...own });

  it("within the token's life does not ask again", async () => {
    const clock = new VirtualClock();
    const store = new MemoryStore();
    await harness({ api: ok, store, clock }).client.readRedemption(REDEMPTION_ID);
    await clock.advance(HOUR / 2);
    const after = restart(store, clock);
    await Promise.all([
      after.client.readRedemption(REDEMPTION_ID),
      after.client.readRedemption(REDEMPTION_ID),
    ]);
    expect(after.tokens).toEqual([]);
    expect(after.calls.map(tokenOf)).toEqual(Array(2).fill("Bearer token-1"));
    await clock.advance(HOUR / 2 - TOKEN_RENEW_BEFORE);
    await after.client.readRedemption(REDEMPTION_ID);
    await settle();
    expect(after.tokens).toHaveLength(1);
  });

  it("after the token's life asks", async () => {
    const clock = new VirtualClock();
    const store = new MemoryStore();
    await harness({ api: ok, store, clock }).client.readRedemption(REDEMPTION_ID);
    await clock.advance(HOUR);
    const after = restart(store, clock);
    await after.client.readRedemption(REDEMPTION_ID);
    expect(after.tokens).toHaveLength(1);
  });

  it("with the wall clock set back before the token's beginning asks", async () => {
    const clock = new VirtualClock();
    const store = new MemoryStore();
    await harness({ api: ok, store, clock }).client.readRedemption(REDEMPTION_ID);
    clock.jumpWall(-HOUR);
    const after = restart(store, clock);
    await after.client.readRedemption(REDEMPTION_ID);
    expect(after.tokens).toHaveLength(1);
  });

  it.each([
    ["another secret", { apiSecret: "another-secret" }],
    ["another key", { apiKey: "key-2" }],
    ["another service", { baseUrl: "https://other.example" }],
  ])("with %s cannot read the stored token", async (_, own) => {
    const clock = new VirtualClock();
    const store = new MemoryStore();
    await harness({ api: ok, store, clock }).client.readRedemption(REDEMPTION_ID);
    const after = restart(store, clock, own);
    await after.client.readRedemption(REDEMPTION_ID);
    expect(after.tokens).toHaveLength(1);
  });

  it("with a stored value that was changed, or a store that fails, asks", async () => {
    const clock = new VirtualClock();
    const store = new MemoryStore();
    await harness({ api: ok, store, clock }).client.readRedemption(REDEMPTION_ID);
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
      await after.client.readRedemption(REDEMPTION_ID);
      expect(after.tokens).toHaveLength(1);
    }
    const broken = new MemoryStore();
    broken.getTimed = () => Promise.reject(new Error("disk"));
    broken.swapValue = () => Promise.reject(new Error("disk"));
    const after = restart(broken, clock);
    await after.client.readRedemption(REDEMPTION_ID);
    expect(after.tokens).toHaveLength(1);
  });

  it("stores neither token nor secret in the open, nor twice alike", async () => {
    const sealed: string[] = [];
    for (let each = 0; each < 2; each++) {
      const { client, store } = harness({ api: ok });
      await client.readRedemption(REDEMPTION_ID);
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
    await first.client.readRedemption(REDEMPTION_ID);
    await second.client.readRedemption(REDEMPTION_ID);
    expect(second.tokens).toHaveLength(0);
    accepted.clear();
    accepted.add("token-b");
    await second.client.readRedemption(REDEMPTION_ID);
    await first.client.readRedemption(REDEMPTION_ID);
    expect([first.tokens.length, second.tokens.length]).toEqual([1, 1]);
  });
});
