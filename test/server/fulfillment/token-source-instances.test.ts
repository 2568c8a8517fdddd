/** Integrity rules 7 and 8, and I10, for several instances: together they cost what one does. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../../server/clock.ts";
import { openPostgresLedger } from "../../../server/ledger/open.ts";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import {
  TOKEN_DOUBT,
  TOKEN_LEASE,
  TOKEN_MIN_INTERVAL,
  TOKEN_PEER_POLL,
  TOKEN_RENEW_BEFORE,
} from "../../../server/timing.ts";
import { type PostgresServer, quiet, startPostgres } from "../../support/postgres.ts";
import { settle, skewed } from "../virtual-clock.ts";
import { forbidden, type Harness, instance, type MemoryStore, raw, unauthorized } from "./support.ts";
import { authorizeAll, call, callAll, TokenService, together, usedBy, within } from "./token-instances.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe("several instances with wrong clocks", () => {
  it("that start together cost one token request", async () => {
    const { clock, service, all } = together(5);
    const results = await within(clock, TOKEN_PEER_POLL, callAll(all));
    expect(results.map(({ status }) => status)).toEqual(Array(5).fill("fulfilled"));
    expect(service.asked).toHaveLength(1);
    expect(all.flatMap(usedBy)).toEqual(Array(5).fill("Bearer token-1"));
  });

  it("that start one after the other, too", async () => {
    const { clock, service, all } = together(5);
    for (const each of all) {
      await call(each);
      await clock.advance(MINUTE);
    }
    expect(service.asked).toHaveLength(1);
  });

  it("cost one request a life, renewed in time, and use no token beyond its life", async () => {
    const { clock, service, all } = together(5);
    for (let minute = 0; minute < 24 * 60; minute++) {
      const results = await within(clock, MINUTE, callAll(all));
      expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    }
    // Refused tokens would have been repeated with another one.
    expect(all.flatMap(({ calls }) => calls)).toHaveLength(5 * 24 * 60);
    const gaps = service.asked.slice(1).map((at, index) => at - (service.asked[index] ?? 0));
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(HOUR - TOKEN_RENEW_BEFORE - SECOND);
    expect(service.asked.length).toBeLessThanOrEqual(Math.ceil((24 * HOUR) / (HOUR - TOKEN_RENEW_BEFORE)));
  });

  it("meet the end of a life with a thousand waiting calls: one request", async () => {
    const { clock, service, all } = together(2, 10 * MINUTE);
    await within(clock, TOKEN_PEER_POLL, callAll(all));
    await clock.advance(10 * MINUTE);
    let answer = (): void => {};
    service.answers = new Promise((resolve) => {
      answer = resolve;
    });
    const calls = Array.from({ length: 1000 }, (_, at) => call(all[at % 2] as Harness));
    await clock.advance(2 * SECOND);
    expect(service.asked).toHaveLength(2);
    answer();
    await within(clock, TOKEN_PEER_POLL, Promise.all(calls));
    expect(service.asked).toHaveLength(2);
    expect(all.flatMap(usedBy).filter((token) => token === "Bearer token-2")).toHaveLength(1000);
  });

  it("replace a refused token once, those that notice late included", async () => {
    const { clock, service, all } = together(4);
    await within(clock, TOKEN_PEER_POLL, callAll(all));
    service.revoke();
    const early = all.slice(0, 3);
    const results = await within(clock, TOKEN_PEER_POLL, callAll(early));
    expect(results.map(({ status }) => status)).toEqual(Array(3).fill("fulfilled"));
    await clock.advance(MINUTE);
    await Promise.all(all.map(call));
    expect(service.asked).toHaveLength(2);
  });

  it("repeat once more where the token that was taken over is revoked as well", async () => {
    const { clock, service, all } = together(2);
    const [first, second] = all as [Harness, Harness];
    await within(clock, TOKEN_PEER_POLL, callAll(all));
    service.revoke();
    await call(first);
    service.revoke();
    await call(second);
    expect(usedBy(second).slice(1)).toEqual(["Bearer token-1", "Bearer token-2", "Bearer token-3"]);
  });

  it("ask for as few tokens as one does when every token is refused", async () => {
    const { clock, service, all } = together(4);
    service.refuseAll = unauthorized;
    for (let second = 0; second < 5 * 60; second++) await within(clock, SECOND, callAll(all));
    expect(service.asked.length).toBeLessThanOrEqual(1 + 2 * Math.ceil((5 * MINUTE) / TOKEN_MIN_INTERVAL));
    expect(service.asked.length).toBeGreaterThan((5 * MINUTE) / TOKEN_MIN_INTERVAL);
  });

  it("give one token for unreadable 401s that go on after it, also those that come in later", async () => {
    const { clock, service, all } = together(4);
    const [first] = all as [Harness];
    await call(first);
    service.refuseAll = () => raw(401, "<html>");
    await expect(call(first)).rejects.toThrow();
    for (let round = 0; round < 20; round++) await within(clock, 10 * SECOND, callAll(all));
    expect(20 * 10 * SECOND).toBeLessThan(TOKEN_DOUBT);
    expect(service.asked).toHaveLength(2);
  });

  it("ask for no token because of a thousand `forbidden`", async () => {
    const { clock, service, all } = together(2);
    await within(clock, TOKEN_PEER_POLL, callAll(all));
    service.refuseAll = forbidden;
    await Promise.allSettled(Array.from({ length: 1000 }, (_, at) => call(all[at % 2] as Harness)));
    await clock.advance(MINUTE);
    expect(service.asked).toHaveLength(1);
  });
});

describe("an instance that asks for all", () => {
  /** The first instance's request never comes to an end, as when its process dies. */
  const dying = async () => {
    const world = together(3);
    let revive = (): void => {};
    world.service.answers = new Promise((resolve) => {
      revive = resolve;
    });
    const [first, ...others] = world.all as [Harness, Harness, Harness];
    const lost = first.auth.authorize();
    await settle();
    expect(world.service.asked).toHaveLength(1);
    world.service.answers = Promise.resolve();
    return { ...world, first, others, lost, revive };
  };

  it("and dies is followed by one other when its time is over, and not before", async () => {
    const { clock, service, others } = await dying();
    const waiting = authorizeAll(others);
    await clock.advance(TOKEN_LEASE - SECOND);
    expect(service.asked).toHaveLength(1);
    const results = await within(clock, SECOND + TOKEN_PEER_POLL, waiting);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(service.asked).toHaveLength(2);
  });

  it("and wakes after its time works with what it got, and leaves the newer token to the others", async () => {
    const { clock, service, store, others, lost, revive } = await dying();
    await within(clock, TOKEN_LEASE + TOKEN_PEER_POLL, authorizeAll(others));
    const kept = [...store.values.values()];
    revive();
    await settle();
    expect((await lost).headers).toEqual({ authorization: "Bearer token-1" });
    expect([...store.values.values()]).toEqual(kept);
    await callAll(others);
    expect(others.flatMap(usedBy)).toEqual(Array(2).fill("Bearer token-2"));
    expect(service.asked).toHaveLength(2);
  });

  it("is not waited for beyond that where the database's clock was put back", async () => {
    const { clock, store, service, others } = await dying();
    store.now = () => clock.now() - 24 * HOUR;
    const results = await within(clock, TOKEN_PEER_POLL, callAll(others));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(service.asked).toHaveLength(2);
  });

  it.each(["getTimed", "swapValue"] as const)(
    "and stood still over %s asks nobody for what another one has asked for since",
    async (name) => {
      const { clock, store, service, all } = together(2);
      const [first, second] = all as [Harness, Harness];
      let wake = (): void => {};
      const asleep = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const original = store[name].bind(store) as (...args: unknown[]) => Promise<unknown>;
      const halted = async (...args: unknown[]): Promise<unknown> => {
        delete (store as Partial<MemoryStore>)[name];
        const result = await original(...args);
        await asleep;
        return result;
      };
      Object.assign(store, { [name]: halted });
      const late = first.auth.authorize();
      await settle();
      await within(clock, TOKEN_LEASE + TOKEN_PEER_POLL, authorizeAll([second]));
      await clock.advance(HOUR / 2);
      wake();
      expect((await within(clock, TOKEN_PEER_POLL, late)).headers).toEqual({
        authorization: "Bearer token-1",
      });
      expect(service.asked).toHaveLength(1);
    },
  );

  it("is used for its whole life by one that stood still while it looked for it", async () => {
    const { clock, store, service, all } = together(2);
    const [first, second] = all as [Harness, Harness];
    await call(first);
    const original = store.getTimed.bind(store);
    Object.assign(store, {
      getTimed: async (key: string) => {
        delete (store as Partial<MemoryStore>).getTimed;
        await clock.sleep(HOUR / 2);
        return original(key);
      },
    });
    await within(clock, HOUR / 2, second.auth.authorize());
    await clock.advance(HOUR / 2 - TOKEN_RENEW_BEFORE - MINUTE);
    await second.auth.authorize();
    await settle();
    expect(service.asked).toHaveLength(1);
  });

  it("is not in the way of those who need no token yet", async () => {
    const { clock, service, all } = together(2);
    await within(clock, TOKEN_PEER_POLL, callAll(all));
    await clock.advance(HOUR - TOKEN_RENEW_BEFORE);
    service.answers = new Promise(() => {});
    for (let each = 0; each < 10; each++) {
      expect((await callAll(all)).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    }
    expect(service.asked).toHaveLength(2);
  });
});

describe("on a real database", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.close());

  it.each([
    [
      "PostgreSQL",
      async () => {
        const url = await postgres.database();
        return Promise.all([openPostgresLedger(url, quiet), openPostgresLedger(url, quiet)]);
      },
    ],
    [
      "one SQLite file",
      async () => {
        const path = join(mkdtempSync(join(tmpdir(), "token-")), "ledger.db");
        return [openSqliteLedger(path), openSqliteLedger(path)];
      },
    ],
  ])(
    "two instances on %s that start together cost one request, and so does a refused token",
    async (_, open) => {
      const ledgers = await open();
      const service = new TokenService(() => systemClock.monotonic());
      const all = ledgers.map((store, at) =>
        instance(skewed(systemClock, at * 10 * MINUTE), store, { token: service.token, api: service.api }),
      );
      const results = await Promise.all([...all, ...all].map(call));
      expect(results).toHaveLength(4);
      expect(service.asked).toHaveLength(1);
      service.revoke();
      await Promise.all([...all, ...all].map(call));
      expect(service.asked).toHaveLength(2);
      await Promise.all(ledgers.map((ledger) => ledger.close()));
    },
  );
});
