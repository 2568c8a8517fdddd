/**
 * An embedded ledger whose process is killed and started again, and one that is lost or put back from an older copy: the order has
 * its one code, and its user is shown that one.
 */
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LEASE, LIST_LAG } from "../../server/timing.ts";
import { refusedStart, runCommand } from "../support/process.ts";
import { type Cluster, type Instance, startCluster } from "./cluster.ts";
import { ask, openSession, type Played, play, SKU } from "./player.ts";

const MINUTE = 60_000;
const LEDGER = "ledger.db";

let folder: string;
let cluster: Cluster;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "recovery-"));
  cluster = await startCluster(databaseUrl());
  return async () => {
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  };
});
const databaseUrl = (): string => `file:${join(folder, LEDGER)}`;
const soon = (): number => Date.now() + MINUTE;
const kill = async (server: Instance): Promise<void> => {
  server.kill("SIGKILL");
  await server.ended;
};

it("a process that is killed in the middle of a redeem goes on when it is started again, whatever lease it had", {
  timeout: 3 * MINUTE,
}, async () => {
  const order = "killed";
  let server = await cluster.start({ order, point: "call redeem", when: "after", nth: 1, signal: "SIGKILL" });
  const playing = play(() => server, order, "redeem", soon);
  await server.ended;
  server = await cluster.start();
  const startedAt = Date.now();
  const { state, endedAt } = await playing;
  expect(state).toBe("redeemed");
  expect(endedAt - startedAt).toBeLessThan(LEASE);
  expect(await cluster.codes()).toHaveLength(1);
});

describe("a ledger", { timeout: 3 * MINUTE }, () => {
  let server: Instance;
  let before: Played;
  const order = "o-1";
  /** The service's lists do not lag here: the loss is said to be as old as they would need. */
  const startRecovered = (): Promise<Instance> => {
    ageWitness();
    const LEDGER_RECOVERED_AT = new Date(Date.now() - LIST_LAG).toISOString();
    return cluster.start(undefined, { env: { LEDGER_RECOVERED_AT } });
  };
  /** As if the last commit had been two minutes ago: else the time that is said is not that of this loss. */
  const ageWitness = (): void => {
    const marker = join(folder, `${LEDGER}-made`);
    if (!existsSync(marker)) return;
    const text = readFileSync(marker, "utf8");
    writeFileSync(
      marker,
      text.replace(/ at (\d{16})/, (_, at) => ` at ${String(Number(at) - LIST_LAG).padStart(16, "0")}`),
    );
  };
  const remove = (isLost: (name: string) => boolean): void => {
    for (const name of readdirSync(folder)) if (isLost(name)) rmSync(join(folder, name));
  };
  const expectSame = async (): Promise<void> => {
    const after = await play(() => server, order, "redeem", soon);
    expect([after.state, after.shown]).toEqual([before.state, before.shown]);
    expect(await cluster.codes()).toHaveLength(1);
  };
  beforeEach(async () => {
    server = await cluster.start();
    const token = await openSession(() => server, order, "redeem", soon());
    expect((await ask(() => server, "/v1/order/book", token, { sku: SKU })).status).toBe(201);
    const made = await runCommand("server/commands/backup.ts", [join(folder, "copy")], {
      DATABASE_URL: databaseUrl(),
    });
    expect(made.code).toBe(0);
    before = await play(() => server, order, "redeem", soon);
    expect([before.state, before.shown.length > 0]).toEqual(["redeemed", true]);
    await kill(server);
  });
  afterEach(() => kill(server));

  it("that is put back from an older copy shows the code that was made since", async () => {
    remove((name) => name.startsWith(LEDGER));
    copyFileSync(join(folder, "copy"), join(folder, LEDGER));
    server = await startRecovered();
    await expectSame();
  });

  it("that is lost with all of its files shows it as well, also when the setting is gone again", async () => {
    remove((name) => name.startsWith(LEDGER));
    server = await startRecovered();
    await kill(server);
    server = await cluster.start();
    await expectSame();
  });

  it("whose file is gone refuses to start and names the setting, with which it starts", async () => {
    remove((name) => /^ledger\.db(-wal|-shm)?$/.test(name));
    const { code, stderr } = await refusedStart({ DATABASE_URL: databaseUrl(), PORT: "0" });
    expect([code, stderr.trimEnd()]).toEqual([
      1,
      expect.stringMatching(/^DATABASE_URL: .*gone.*LEDGER_RECOVERED_AT/),
    ]);
    server = await startRecovered();
    await expectSame();
  });
});
