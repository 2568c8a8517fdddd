/** Integrity rules 7 and 8, and I10, for several instances: together they cost what one does. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../../server/clock.ts";
import { openPostgresLedger } from "../../../server/ledger/open.ts";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import {
  RETRY_AFTER_MAX,
  TOKEN_DOUBT,
  TOKEN_LEASE,
  TOKEN_MIN_INTERVAL,
  TOKEN_PEER_POLL,
  TOKEN_RENEW_BEFORE,
  TOKEN_RETRY_FIRST,
  TOKEN_RETRY_MAX,
} from "../../../server/timing.ts";
import { type PostgresServer, quiet, startPostgres } from "../../support/postgres.ts";
import { settle, skewed, VirtualClock } from "../virtual-clock.ts";
import { type Handler, type Harness, instance, json, MemoryStore, raw, redemptionBody } from "./support.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const read = "ab12c-de34f";
const ok = () => json(200, { data: redemptionBody() });
const unauthorized = () => json(401, { error_name: "unauthorized", error_message: null });

/** A token endpoint for all instances, which notes when it was asked, and lets in only what it gave and did not revoke. */
class Service {
  readonly asked: number[] = [];
  readonly #now: () => number;
  readonly #valid = new Map<string, number>();
  readonly life: number;
  /** In place of a token. */
  instead: Handler | undefined;
  /** In place of whatever the API would answer. */
  refuseAll: (() => ReturnType<typeof json>) | undefined;
  /** Until when the answer to a token request takes. */
  answers: Promise<void> = Promise.resolve();

  constructor(now: () => number, life = HOUR) {
    this.#now = now;
    this.life = life;
  }

  token: Handler = async (request) => {
    this.asked.push(this.#now());
    const number = this.asked.length;
    if (this.instead) return this.instead(request);
    this.#valid.set(`Bearer token-${number}`, this.#now() + this.life);
    await this.answers;
    return json(200, { access_token: `token-${number}`, expires_in: this.life / SECOND });
  };

  api: Handler = ({ headers }) => {
    if (this.refuseAll) return this.refuseAll();
    const until = this.#valid.get(headers.authorization ?? "");
    return until !== undefined && this.#now() < until ? ok() : unauthorized();
  };

  revoke(): void {
    this.#valid.clear();
  }
}

interface Together {
  readonly clock: VirtualClock;
  readonly store: MemoryStore;
  readonly service: Service;
  readonly all: readonly Harness[];
}

const CLOCKS = [0, 10 * MINUTE, -10 * MINUTE, 3 * HOUR, -3 * HOUR];

/** Instances on one store; each wall clock wrong in its own way. */
function together(count: number, life?: number): Together {
  const clock = new VirtualClock();
  const store = new MemoryStore();
  store.now = () => clock.now();
  const service = new Service(() => clock.monotonic(), life);
  const all = Array.from({ length: count }, (_, at) =>
    instance(skewed(clock, CLOCKS[at] ?? 0), store, { token: service.token, api: service.api }),
  );
  return { clock, store, service, all };
}

const call = ({ client }: Harness) => client.readRedemption(read);
/** Credentials alone: a call's own deadline may be shorter than the wait for a dead instance. */
const authorizeAll = (all: readonly Harness[]) => Promise.allSettled(all.map(({ auth }) => auth.authorize()));
const callAll = (all: readonly Harness[]) => Promise.allSettled(all.map(call));
const usedBy = ({ calls }: Harness): (string | undefined)[] =>
  calls.map(({ headers }) => headers.authorization);
/** Waits for what hangs on sleeps of at most `ms`. */
const within = async <T>(clock: VirtualClock, ms: number, promise: Promise<T>): Promise<T> => {
  await clock.advance(ms);
  return promise;
};

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
    service.refuseAll = () => json(401, { error_name: "forbidden", error_message: "no" });
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

describe("a token endpoint that fails", () => {
  it("is asked by all instances together as often as by one", async () => {
    const { clock, service, all } = together(4);
    service.instead = () => raw(503, "");
    for (let round = 0; round < 430; round++) {
      // Each is the first one in turn.
      await within(clock, 700, callAll([...all.slice(round % 4), ...all.slice(0, round % 4)]));
    }
    const gaps = service.asked.slice(1).map((at, index) => at - (service.asked[index] ?? 0));
    for (const [index, gap] of gaps.entries()) {
      expect(gap).toBeGreaterThanOrEqual(Math.min(TOKEN_RETRY_FIRST * 2 ** index, TOKEN_RETRY_MAX));
    }
    expect(service.asked.length).toBeGreaterThan(8);
    expect(all.flatMap(({ calls }) => calls)).toEqual([]);
  });

  it("is used by all within the minute once it works, however long it did not", async () => {
    const { clock, service, all } = together(4);
    service.instead = () => raw(503, "");
    for (let second = 0; second < 60 * 60; second++) await within(clock, SECOND, callAll(all));
    service.instead = undefined;
    const before = service.asked.length;
    let waited = 0;
    for (let working = false; !working; waited += SECOND) {
      const results = await within(clock, SECOND, callAll(all));
      working = results.every(({ status }) => status === "fulfilled");
    }
    expect(waited).toBeLessThanOrEqual(TOKEN_RETRY_MAX + 2 * SECOND);
    expect(TOKEN_RETRY_MAX).toBeLessThan(MINUTE);
    expect(service.asked).toHaveLength(before + 1);
  });

  it("has its Retry-After obeyed by all, up to a minute", async () => {
    const { clock, service, all } = together(4);
    service.instead = () => raw(429, "", { "retry-after": "3600" });
    for (let second = 0; second < RETRY_AFTER_MAX / SECOND; second++)
      await within(clock, SECOND, callAll(all));
    expect(service.asked).toHaveLength(1);
    await within(clock, SECOND, callAll(all));
    expect(service.asked).toHaveLength(2);
  });
});

describe("a ledger that fails", () => {
  const broken = (store: MemoryStore, what: readonly ("getTimed" | "swapValue")[]): (() => void) => {
    const fails = () => Promise.reject(new Error("disk"));
    for (const name of what) Object.assign(store, { [name]: fails });
    return () => {
      for (const name of what) delete (store as Partial<MemoryStore>)[name];
    };
  };

  it.each([
    ["reads nothing", ["getTimed"] as const],
    ["writes nothing", ["swapValue"] as const],
    ["does neither", ["getTimed", "swapValue"] as const],
  ])("and %s stops no instance from asking by itself", async (_, what) => {
    const { clock, store, service, all } = together(3);
    const mend = broken(store, what);
    const results = await callAll(all);
    expect(results.map(({ status }) => status)).toEqual(Array(3).fill("fulfilled"));
    await Promise.all(all.map(call));
    expect(service.asked).toHaveLength(3);
    mend();
    await clock.advance(HOUR - TOKEN_RENEW_BEFORE);
    await callAll(all);
    await clock.advance(MINUTE);
    await Promise.all(all.map(call));
    expect(service.asked).toHaveLength(4);
  });

  it("when the token is to be stored leaves it to the instance that has it", async () => {
    const { clock, store, service, all } = together(2);
    const [first, second] = all as [Harness, Harness];
    let answer = (): void => {};
    service.answers = new Promise((resolve) => {
      answer = resolve;
    });
    const asking = call(first);
    await settle();
    broken(store, ["swapValue"]);
    answer();
    await asking;
    expect(usedBy(first)).toEqual(["Bearer token-1"]);
    expect(first.log.join()).toContain("cannot be shared");
    expect((await within(clock, TOKEN_LEASE + SECOND, authorizeAll([second])))[0]?.status).toBe("fulfilled");
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
      const service = new Service(() => systemClock.monotonic());
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
