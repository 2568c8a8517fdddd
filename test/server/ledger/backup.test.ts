/** A copy of the ledger while the server runs, and the life that begins with an old one. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BackupError, backUpSqlite, checkSqlite } from "../../../server/ledger/backup.ts";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { openLedger } from "../../../server/ledger/open.ts";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import { quiet } from "../../support/postgres.ts";
import { runCommand } from "../../support/process.ts";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { createWorld, type World } from "../../support/world.ts";
import { keyOf as key, order } from "./rows.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "backup-"));
  path = join(folder, "ledger.db");
});

describe("a copy", () => {
  let ledger: Ledger;
  beforeEach(async () => {
    ledger = await openLedger({ kind: "sqlite", path }, quiet);
    await ledger.createOrder(order({ order_id: "before" }));
    return () => ledger.close();
  });

  it("has everything that was stored before, and is for its owner only", async () => {
    const target = join(folder, "copies", "one.db");
    const made = backUpSqlite(path, target);
    await ledger.createOrder(order({ order_id: "after" }));
    expect(made).toEqual({ orders: 1, bytes: statSync(target).size });
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, "copies"))).toEqual(["one.db"]);
    const copy = openSqliteLedger(target);
    expect((await copy.readOrder(key("before")))?.order).toEqual(order({ order_id: "before" }));
    expect(await copy.readOrder(key("after"))).toBeUndefined();
    await copy.close();
    expect(await ledger.readOrder(key("after"))).toBeDefined();
  });

  it("is never written over another file", () => {
    const target = join(folder, "mine");
    writeFileSync(target, "precious");
    expect(() => backUpSqlite(path, target)).toThrow(BackupError);
    expect(readFileSync(target, "utf8")).toBe("precious");
  });

  it.each<[string, () => string, string]>([
    ["no ledger", () => join(folder, "none.db"), "no ledger"],
    [
      "a file that is no database",
      () => {
        const other = join(folder, "other.db");
        writeFileSync(other, "x".repeat(5_000));
        return other;
      },
      "could not be made",
    ],
  ])("of %s is refused and leaves nothing behind", (_, source, said) => {
    const from = source();
    const before = readdirSync(folder);
    expect(() => backUpSqlite(from, join(folder, "copy.db"))).toThrow(said);
    expect(readdirSync(folder).toSorted()).toEqual(before.toSorted());
  });

  it("that is damaged is not taken for one, nor is one of a damaged ledger", async () => {
    for (let n = 0; n < 40; n++) await ledger.createOrder(order({ order_id: `o-${n}` }));
    const copy = join(folder, "copy.db");
    expect(backUpSqlite(path, copy).orders).toBe(41);
    const whole = readFileSync(copy);
    // Each page in turn but the first, which has the file's header.
    for (let at = 4096; at < whole.length; at += 4096) {
      const bytes = Buffer.from(whole);
      bytes.fill(0x5a, at, at + 4096);
      const damaged = join(folder, "damaged.db");
      writeFileSync(damaged, bytes);
      expect(() => checkSqlite(damaged)).toThrow();
    }
    expect(() => backUpSqlite(join(folder, "damaged.db"), join(folder, "other.db"))).toThrow(BackupError);
    expect(readdirSync(folder)).not.toContain("other.db");
  });

  it("is made by the command, in a process of its own, while the ledger is open and written to", async () => {
    const target = join(folder, "by-command.db");
    const env = { DATABASE_URL: `file:${path}` };
    const running = runCommand("server/commands/backup.ts", [target], env);
    let isRunning = true;
    void running.finally(() => {
      isRunning = false;
    });
    let written = 0;
    while (isRunning) {
      await ledger.createOrder(order({ order_id: `w-${written++}` }));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await running).toMatchObject({ code: 0, stderr: "" });
    expect((await running).stdout).toMatch(/^backed up: \d+ orders, \d+ bytes\n$/);
    const copy = openSqliteLedger(target);
    expect(await copy.readOrder(key("before"))).toBeDefined();
    await copy.close();
    const again = await runCommand("server/commands/backup.ts", [target], env);
    expect([again.code, again.stdout]).toEqual([1, ""]);
    expect(again.stderr).toContain("exists already");
  });

  it.each<[string, string[], Record<string, string>, string]>([
    ["no file", [], {}, "expected a file to write"],
    ["memory:", ["x.db"], { DATABASE_URL: "memory:" }, "DATABASE_URL: expected file:<path>"],
  ])("by the command with %s is refused in one line", async (_, args, env, said) => {
    const { code, stderr } = await runCommand("server/commands/backup.ts", args, env);
    expect(code).toBe(1);
    expect(stderr).toContain(said);
    expect(stderr.trim()).not.toContain("\n");
  });
});

describe("a server on an old copy", () => {
  let world: World;
  beforeEach(async () => {
    let now = (): number => Date.now();
    world = await createWorld({}, { ledger: openSqliteLedger(path, () => now()) });
    now = () => world.clock.now();
  });
  afterEach(() => world.close());

  /** Stops the server, puts the copy in the place of the ledger, and starts it with the time of that. */
  const restore = async (copy: string): Promise<void> => {
    await world.close();
    await world.ledger.close();
    const restored = join(folder, "restored.db");
    copyFileSync(copy, restored);
    const { service } = world;
    const now = (): number => service.clock.now();
    const env = { LEDGER_RECOVERED_AT: new Date(now()).toISOString() };
    world = await createWorld(env, { ledger: openSqliteLedger(restored, now), service });
  };
  const session = { order_id: "o", ttl_seconds: 3600 };
  const copyOf = (): string => {
    const target = join(folder, "copy.db");
    backUpSqlite(path, target);
    return target;
  };
  it.each([
    ["the hold", true],
    ["the order only", false],
  ])("that has %s shows the code that was made since, and makes no other one", async (_, hasHold) => {
    const browser = await world.browser(session);
    const early = hasHold ? undefined : copyOf();
    await browser.post("/v1/order/book", { sku: SKU });
    const copy = early ?? copyOf();
    const { codes } = (await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU })).data;
    await restore(copy);
    const again = await world.browser(session);
    expect((await again.get("/v1/order")).data.state).toBe("processing");
    expect((await again.post("/v1/order/book", { sku: SKU })).problem.code).toBe("order_processing");
    await world.pass(3 * MINUTE);
    expect((await again.get("/v1/order")).data.state).toBe("redeemed");
    expect((await again.post("/v1/order/codes")).data.codes).toEqual(codes);
    expect(world.control.codes()).toHaveLength(1);
  });

  it("looks a new order up as well, which may be one that the copy lacks, and goes on with it", async () => {
    await restore(copyOf());
    const browser = await world.browser({ order_id: "new" });
    expect((await browser.get("/v1/order")).data.state).toBe("processing");
    await world.pass(3 * MINUTE);
    expect((await browser.get("/v1/order")).data.state).toBe("open");
    await browser.post("/v1/order/book", { sku: SKU });
    expect((await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU })).data.state).toBe("redeemed");
    expect(world.control.codes()).toHaveLength(1);
  });
});
