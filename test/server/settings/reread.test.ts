/** Sites and keys that change in their files while the server runs. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { changesOf } from "../../../server/settings/reread.ts";
import { type RunningServer, startServer } from "../../support/process.ts";
import { until } from "../../support/until.ts";

// The file is looked at every two seconds.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const [OLD, NEW] = ["key-old-7Qm2xV9kTf4Zc8Lw1Rb6Hs3NjPy5", "key-new-7Qm2xV9kTf4Zc8Lw1Rb6Hs3NjPy5"];
const [ANNA, BEN] = ["anna-7Qm2xV9kTf4Zc8Lw1Rb6Hs3NjPy5DgWe", "ben-7Qm2xV9kTf4Zc8Lw1Rb6Hs3NjPy5DgWe"];
const shop = (...keys: string[]) => ({ id: "own", keys, origins: ["https://shop.example"] });

let folder: string;
let server: RunningServer;
const file = (name: string): string => join(folder, name);
const write = (name: string, value: unknown): void => writeFileSync(file(name), JSON.stringify(value));
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "reread-"));
  write("sites.json", [shop(OLD)]);
  write("operators.json", { anna: ANNA });
  server = await startServer({
    ...{ PORT: "0", DATABASE_URL: "memory:" },
    ...{ SITES_FILE: file("sites.json"), OPERATOR_KEYS_FILE: file("operators.json") },
  });
});
afterAll(async () => {
  await server.kill("SIGTERM");
  rmSync(folder, { recursive: true });
});

const ask = async (path: string, key: string): Promise<number> =>
  (await fetch(server.url + path, { headers: { Authorization: `Bearer ${key}` } })).status;
const bySite = (key: string) => ask("/v1/orders", key);
const said = (text: string): boolean => server.lines.some((line) => line.includes(text));
/** Waits for a new line of the log: asking with a wrong key again and again is refused. */
async function after(text: string, change: () => void): Promise<void> {
  const count = (): number => server.lines.filter((line) => line.includes(text)).length;
  const before = count();
  change();
  await until(() => count() > before, text, 20_000);
}
const READ = "sites and keys were read again";

it("a site's key is rotated, and not one request is refused", async () => {
  const answers: number[] = [];
  let key = OLD;
  let isOver = false;
  const asking = (async () => {
    while (!isOver) answers.push(await bySite(key));
  })();
  await after(READ, () => write("sites.json", [shop(NEW, OLD)]));
  key = NEW;
  // The last one with the old key is answered.
  const before = answers.length;
  await until(() => answers.length > before + 1, "an answer for the new key");
  await after(READ, () => write("sites.json", [shop(NEW)]));
  expect(await bySite(OLD)).toBe(401);
  isOver = true;
  await asking;
  expect(answers.length).toBeGreaterThan(10);
  expect(answers.filter((status) => status !== 200)).toEqual([]);
  expect(said("site own has changed")).toBe(true);
  for (const secret of [OLD, NEW]) expect(said(secret)).toBe(false);
});

it("where anything is wrong all stays as it was, and the log says what", async () => {
  await after("the old ones stay", () =>
    write("sites.json", [shop(NEW), { ...shop("short"), id: "second" }]),
  );
  expect(said("SITES_FILE: expected keys of at least 32")).toBe(true);
  expect(await bySite(NEW)).toBe(200);
  await after(READ, () => write("sites.json", [shop(NEW)]));
});

it("a file that is emptied brings no key back that had gone, and takes none away", async () => {
  write("operators.json", { anna: ANNA, ben: BEN });
  await after(READ, () => write("operators.json", { ben: BEN }));
  await after("were not read again", () => writeFileSync(file("operators.json"), ""));
  expect(said("OPERATOR_KEYS_FILE: expected a file that is not empty")).toBe(true);
  expect([await ask("/v1/attention", ANNA), await ask("/v1/attention", BEN)]).toEqual([401, 200]);
  await after(READ, () => write("operators.json", { anna: ANNA }));
});

it("an operator's key comes and goes, at a signal as well", async () => {
  expect(await ask("/v1/attention", BEN)).toBe(401);
  await after("key of ben is new", () => {
    write("operators.json", { ben: { key: BEN, role: "read" } });
    server.tell("SIGHUP");
  });
  expect(await ask("/v1/attention", BEN)).toBe(200);
  expect(await ask("/v1/attention", ANNA)).toBe(401);
});

describe("what changed", () => {
  const operators = [{ name: "anna", key: ANNA, role: "act" as const }];
  const sites = [shop(OLD), { ...shop(NEW), id: "second" }];

  it("is said by ids and names, and never by a key", () => {
    const after = {
      sites: [
        { ...shop(OLD), origins: ["https://new.example"] },
        { ...shop(BEN), id: "third" },
      ],
      operators: [],
    };
    expect(changesOf({ sites, operators }, after)).toBe(
      "site own has changed; site second has gone; site third is new; key of anna has gone",
    );
  });

  it("is nothing where nothing changed", () =>
    expect(changesOf({ sites, operators }, { sites: [...sites], operators })).toBe(""));
});
