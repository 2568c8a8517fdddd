/** Whose requests are counted together, and by which instances. */
import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { AppEnv } from "../../../server/http/context.ts";
import { createLimits, type LimitsOptions } from "../../../server/http/limits.ts";
import { openPostgresLedger } from "../../../server/ledger/open.ts";
import { ProblemError } from "../../../server/problems/problem.ts";
import { type PostgresServer, quiet, startPostgres } from "../../support/postgres.ts";
import { MINUTE } from "../../support/rewards.ts";

// The minute that is counted ends when a test says so: on a busy machine a real one may end between two requests.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Ask = (from: string, session?: string) => Promise<{ status: number; retryAfterMs?: number }>;

/** An instance that counts; a request may name its address and its session. */
function instance(options: Partial<LimitsOptions>): { ask: Ask; close: () => Promise<void> } {
  const limits = createLimits({
    database: { kind: "memory" },
    perAddress: 1,
    perSession: 1_000,
    perSite: 1_000,
    trustedProxies: 1,
    ...options,
  });
  const app = new Hono<AppEnv>();
  app.use(limits.perAddress);
  app.use(async (c, next) => {
    c.set("session", {
      hash: c.req.header("Session") ?? "",
      site: "",
      order_id: "",
      grant_id: null,
      member: null,
      actor: null,
      audience: null,
      parent: null,
      locale: null,
      currency: null,
      support_url: null,
      points_per_unit: null,
      message: null,
      groups: null,
      expires_at: 0,
    });
    await next();
  });
  app.use(limits.perSession);
  app.get("/", (c) => c.json({ status: 200 }));
  app.onError((error, c) =>
    error instanceof ProblemError && error.code === "rate_limited"
      ? c.json({ status: 429, retryAfterMs: error.extras.retryAfterMs })
      : c.json({ status: 500 }),
  );
  return {
    ask: async (from, session = "") =>
      (await app.request("/", { headers: { "X-Forwarded-For": from, Session: session } })).json(),
    close: limits.close,
  };
}

/** Asks with each `X-Forwarded-For` in turn, one request a minute allowed; answers which ones passed. */
async function passed(trustedProxies: number, forwarded: readonly string[]): Promise<boolean[]> {
  const { ask } = instance({ trustedProxies });
  const answers: boolean[] = [];
  for (const value of forwarded) answers.push((await ask(value)).status === 200);
  return answers;
}

describe("the address of a client", () => {
  it("is the socket's without trusted proxies, whatever the header says", async () => {
    expect(await passed(0, ["192.0.2.1", "192.0.2.2"])).toEqual([true, false]);
  });

  it("is what the one trusted proxy saw", async () => {
    expect(await passed(1, ["192.0.2.1", "192.0.2.2", "192.0.2.1"])).toEqual([true, true, false]);
  });

  it("is not what the client put before it", async () => {
    expect(await passed(1, ["198.51.100.1, 192.0.2.1", "198.51.100.2, 192.0.2.1"])).toEqual([true, false]);
  });

  it("stands as far from the end as there are trusted proxies", async () => {
    expect(await passed(2, ["192.0.2.1, 10.0.0.1", "192.0.2.1, 10.0.0.2", "192.0.2.2, 10.0.0.1"])).toEqual([
      true,
      false,
      true,
    ]);
  });

  it.each([
    ["an IPv6 network of /64", "2001:db8::1", "2001:db8:0:0:ffff::2", false],
    ["two IPv6 networks", "2001:db8:0:1::1", "2001:db8:0:2::1", true],
    ["an IPv4 address in its IPv6 form", "::ffff:192.0.2.1", "192.0.2.1", false],
  ])("%s: counted apart is %s", async (_, one, other, apart) => {
    expect(await passed(1, [one, other])).toEqual([true, apart]);
  });
});

describe("instances on one PostgreSQL", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.close());

  /** Two instances on a new database, whose tables the ledger's migrations make. */
  const two = async (options: Partial<LimitsOptions>) => {
    const url = await postgres.database();
    await (await openPostgresLedger(url, quiet)).close();
    const all = [0, 1].map(() => instance({ database: { kind: "postgres", url }, ...options }));
    return {
      url,
      /** Each request goes to the other instance than the one before. */
      alternate: async (count: number, session?: string) => {
        const answers: Awaited<ReturnType<Ask>>[] = [];
        for (let n = 0; n < count; n++) {
          const answer = await all[n % 2]?.ask("192.0.2.1", session);
          if (answer) answers.push(answer);
        }
        return answers;
      },
      close: () => Promise.all(all.map((each) => each.close())),
    };
  };
  const statuses = (answers: readonly { status: number }[]): number[] => answers.map(({ status }) => status);

  it("count an address together, and say when to come back", async () => {
    const { alternate, close } = await two({ perAddress: 5 });
    const answers = await alternate(9);
    expect(statuses(answers)).toEqual([...Array(5).fill(200), ...Array(4).fill(429)]);
    expect(answers.slice(5).map(({ retryAfterMs }) => retryAfterMs)).toEqual(Array(4).fill(MINUTE));
    vi.advanceTimersByTime(MINUTE - 1);
    expect(statuses(await alternate(2))).toEqual([429, 429]);
    vi.advanceTimersByTime(1);
    expect(statuses(await alternate(6))).toEqual([...Array(5).fill(200), 429]);
    await close();
  });

  it("count a session together, and others apart", async () => {
    const { alternate, close } = await two({ perAddress: 1_000, perSession: 3 });
    expect(statuses(await alternate(5, "one"))).toEqual([200, 200, 200, 429, 429]);
    expect(statuses(await alternate(3, "two"))).toEqual([200, 200, 200]);
    await close();
  });

  it("refuse a flood without asking the database", async () => {
    const { alternate, url, close } = await two({ perAddress: 3 });
    await alternate(200);
    const [row] = await postgres.query(
      url,
      "SELECT points FROM reward_redemption.limits WHERE key LIKE 'address:%'",
    );
    expect(row?.points).toBeLessThanOrEqual(5);
    await close();
  });

  it("count in a table that is not written to the disk", async () => {
    const { url, close } = await two({});
    const kind =
      "SELECT relpersistence AS kind FROM pg_class WHERE oid = 'reward_redemption.limits'::regclass";
    expect(await postgres.query(url, kind)).toEqual([{ kind: "u" }]);
    await close();
  });

  it("go on while the database is away, each counting by itself", async () => {
    const { alternate, close } = await two({ perAddress: 3 });
    await postgres.stop();
    expect(statuses(await alternate(10))).toEqual([...Array(6).fill(200), ...Array(4).fill(429)]);
    await postgres.start();
    expect(statuses(await alternate(4))).toEqual([200, 200, 200, 429]);
    await close();
  });
});
