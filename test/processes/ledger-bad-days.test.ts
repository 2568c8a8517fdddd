/**
 * What users, proxies and operators see of a token server whose SQLite file another program locks, or whose disk is full or hangs, in
 * real time: it answers, it says what is wrong, it sends nothing that it cannot write down, and nothing is lost.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, type TestContext } from "vitest";
import { mountHangingDisk } from "../support/hanging-disk.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { until } from "../support/until.ts";
import { type Cluster, type Instance, OPERATOR_KEY, startCluster } from "./cluster.ts";
import { type Answer, ask, openSession, SKU, sleep } from "./player.ts";

/** An answer to a confirmation comes within 12 s (docs/proof/course.md, "One worker an order"). */
const ANSWERED_WITHIN = 12_000;
/** A process that stands still answers nobody; one that is busy on a slow machine answers within this. */
const QUICK = 2_000;
const MINUTE = 60_000;

/** Begun by a test, and ended with it: the last one first. */
type AtEnd = TestContext["onTestFinished"];

interface Stage {
  readonly cluster: Cluster;
  readonly server: Instance;
  /** A new order's session. */
  session(order: string): Promise<string>;
  call(token: string, path: string, body?: unknown): Promise<Answer & { ms: number }>;
  readiness(): Promise<{ status: number; ms: number; codes: string[]; message: string }>;
  faults(): Promise<string>;
}

async function stageOn(folder: string, atEnd: AtEnd): Promise<Stage> {
  const cluster = await startCluster(`file:${join(folder, "ledger.db")}`);
  atEnd(() => cluster.close());
  const server = await cluster.start();
  const route = () => server;
  const asOperator = async (path: string) => {
    const started = performance.now();
    const headers = { Authorization: `Bearer ${OPERATOR_KEY}` };
    const answer = await fetch(`${server.url}${path}`, { headers });
    return { status: answer.status, text: await answer.text(), ms: performance.now() - started };
  };
  return {
    cluster,
    server,
    session: (order) => openSession(route, order, "redeem", Date.now() + MINUTE),
    async call(token, path, body) {
      const started = performance.now();
      const answer = await ask(route, path, token, body);
      return { ...answer, ms: performance.now() - started };
    },
    async readiness() {
      const { status, text, ms } = await asOperator("/readyz?details");
      const { warnings } = JSON.parse(text).data as { warnings: { code: string; message: string }[] };
      const [first] = warnings.filter(({ code }) => code === "ledger_unavailable");
      return { status, ms, codes: warnings.map(({ code }) => code), message: first?.message ?? "" };
    },
    faults: async () =>
      (await asOperator("/metrics")).text
        .split("\n")
        .filter((line) => /_ledger_(fault\{.*\} 1|up 0)/.test(line))
        .join("\n"),
  };
}

/** Another program that holds the lock of the file until it is told to release the lock. */
async function lock(path: string, atEnd: AtEnd): Promise<() => Promise<void>> {
  const script = `
    const { DatabaseSync } = require("node:sqlite");
    const db = new DatabaseSync(${JSON.stringify(path)});
    db.exec("PRAGMA busy_timeout=10000; BEGIN IMMEDIATE");
    process.stdout.write("locked");
    process.stdin.resume().on("end", () => { db.exec("COMMIT"); db.close(); });
  `;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["pipe", "pipe", "inherit"] });
  atEnd(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, "exit");
  };
}

/** What takes long to be answered, and what others get meanwhile: each health check at once. */
async function whileWaiting<T>(server: Instance, slow: Promise<T>, also?: () => Promise<void>): Promise<T> {
  let isOver = false;
  const ended = slow.finally(() => {
    isOver = true;
  });
  const health: number[] = [];
  while (!isOver) {
    const started = performance.now();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    health.push(performance.now() - started);
    await also?.();
    await sleep(100);
  }
  expect(Math.max(...health)).toBeLessThan(QUICK);
  return ended;
}

const book = { sku: SKU };
const confirm = { sku: SKU, attempt: 1 };

describe.concurrent("a file that another program locks", () => {
  it("holds up changes only, and each is refused in time; afterwards everything goes on", {
    timeout: 3 * MINUTE,
  }, async ({ onTestFinished }) => {
    const folder = mkdtempSync(join(tmpdir(), "locked-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { cluster, server, session, call, readiness, faults } = await stageOn(folder, onTestFinished);
    const [booked, open] = [await session("booked"), await session("open")];
    expect((await call(booked, "/v1/order/book", book)).status).toBe(201);
    const before = (await cluster.calls()).length;
    const release = await lock(join(folder, "ledger.db"), onTestFinished);
    const changes = Promise.all([
      call(open, "/v1/order/book", book),
      call(booked, "/v1/order/redeem", confirm),
    ]);
    const refused = await whileWaiting(server, changes, async () => {
      expect((await call(booked, "/v1/order")).data?.state).toBe("booked");
    });
    for (const { status, ms } of refused) {
      expect(status).toBe(503);
      expect(ms).toBeLessThan(ANSWERED_WITHIN);
    }
    // Once the first probe was refused, the reason is known.
    await until(async () => (await readiness()).message.includes("locked"), "the lock is named");
    const told = await readiness();
    expect([told.status, told.codes[0]]).toEqual([503, "ledger_unavailable"]);
    expect(told.ms).toBeLessThan(2 * QUICK);
    expect(await faults()).toContain('_ledger_fault{reason="locked"} 1');
    const changing = (await cluster.calls())
      .slice(before)
      .filter(({ operation }) => ["book", "redeem"].includes(operation));
    expect(changing).toEqual([]);
    await release();
    await until(async () => (await readiness()).status === 200, "the server is ready again");
    expect((await call(open, "/v1/order/book", book)).status).toBe(201);
    for (const token of [booked, open])
      expect((await call(token, "/v1/order/redeem", confirm)).data?.state).toBe("redeemed");
    expect(await cluster.codes()).toHaveLength(2);
  });
});

describe.concurrent("a disk that is full", () => {
  const MEGABYTES = 16;

  it("is named, nothing is sent that cannot be written down, and no outcome is lost", {
    timeout: 3 * MINUTE,
  }, async ({ skip, onTestFinished }) => {
    const disk = mountSmallDisk(MEGABYTES);
    if (!disk) return skip("needs root to mount a small file system");
    onTestFinished(disk.remove);
    const { cluster, session, call, readiness, faults } = await stageOn(disk.folder, onTestFinished);
    const [first, second, third] = [await session("first"), await session("second"), await session("third")];
    for (const token of [first, second]) expect((await call(token, "/v1/order/book", book)).status).toBe(201);

    // The disk is full when the service answers: the outcome cannot be stored.
    await cluster.control("/faults", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ operation: "redeem", kind: "slow", delay_ms: 1_500 }),
    });
    const redeeming = call(first, "/v1/order/redeem", confirm);
    const redeems = async () => (await cluster.calls()).filter(({ operation }) => operation === "redeem");
    await until(async () => (await redeems()).length > 0, "the redeem arrives");
    disk.fill();
    const unstored = await redeeming;
    expect([200, 202, 503]).toContain(unstored.status);
    expect(unstored.ms).toBeLessThan(ANSWERED_WITHIN + QUICK);

    const before = (await redeems()).length;
    for (const [token, path, body] of [
      [second, "/v1/order/redeem", confirm],
      [third, "/v1/order/book", book],
    ] as const) {
      const { status, ms } = await call(token, path, body);
      expect(status).toBe(503);
      expect(ms).toBeLessThan(ANSWERED_WITHIN);
    }
    expect(await redeems()).toHaveLength(before);
    expect((await call(second, "/v1/order")).data?.state).toBe("booked");
    const told = await readiness();
    expect([told.status, told.codes[0]]).toEqual([503, "ledger_unavailable"]);
    expect(told.message).toContain("no room");
    expect(await faults()).toContain('_ledger_fault{reason="full"} 1');
    expect(await faults()).toContain("_ledger_up 0");

    disk.free();
    await until(async () => (await readiness()).status === 200, "the server is ready again");
    expect((await call(second, "/v1/order/redeem", confirm)).data?.state).toBe("redeemed");
    expect((await call(third, "/v1/order/book", book)).status).toBe(201);
    await until(
      async () => (await call(first, "/v1/order")).data?.state === "redeemed",
      "the outcome is found again",
      MINUTE,
    );
    expect((await call(first, "/v1/order/codes", {})).data?.codes?.items.length).toBeGreaterThan(0);
    expect(await cluster.codes()).toHaveLength(2);
  });
});

describe.concurrent("a disk that hangs", () => {
  it("keeps nobody waiting: every request is answered in time, and afterwards everything goes on", {
    timeout: 3 * MINUTE,
  }, async ({ skip, onTestFinished }) => {
    const disk = mountHangingDisk();
    if (!disk) return skip("needs root to freeze a file system");
    onTestFinished(disk.remove);
    const { cluster, server, session, call, readiness } = await stageOn(disk.folder, onTestFinished);
    const token = await session("hung");
    expect((await call(token, "/v1/order/book", book)).status).toBe(201);
    disk.freeze();
    onTestFinished(disk.thaw);
    // What is read may wait as well: SQLite notes who reads in a file of its own.
    const asked = Promise.all([call(token, "/v1/order/redeem", confirm), call(token, "/v1/order")]);
    const [redeem, look] = await whileWaiting(server, asked);
    expect(redeem.status).toBe(503);
    expect([200, 503]).toContain(look.status);
    for (const { ms } of [redeem, look]) expect(ms).toBeLessThan(ANSWERED_WITHIN);
    expect(await readiness()).toMatchObject({ status: 503, message: expect.stringContaining("silent") });
    expect((await cluster.calls()).filter(({ operation }) => operation === "redeem")).toEqual([]);
    disk.thaw();
    await until(async () => (await readiness()).status === 200, "the server is ready again");
    // The change that was given up may have been done after all: then the order goes on by itself.
    await until(
      async () => (await call(token, "/v1/order/redeem", confirm)).data?.state === "redeemed",
      "the order is redeemed",
      MINUTE,
    );
    expect(await cluster.codes()).toHaveLength(1);
  });
});
