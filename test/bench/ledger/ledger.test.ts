/** Under load durable writes share syncs: counted in the server, not timed. `npm run bench:ledger` is the whole run. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { play, WRITES_A_SYNC } from "./round.ts";
import { startSide } from "./sides.ts";

const USERS = 32;
const ORDERS = 320;
/** Of a session: the order and the session. Of a book: the announcement and the hold. */
const WRITES_OF_AN_ORDER = 4;
const WITHIN = 120_000;

it("32 users at once are booked with at most one sync for every four durable writes", {
  timeout: WITHIN,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "ledger-load-"));
  const side = await startSide("now", undefined, folder);
  try {
    const { booked, writes, commits } = await play(side, { name: "all", orders: ORDERS, users: USERS });
    expect(booked).toBe(ORDERS);
    expect(writes).toBeGreaterThanOrEqual(WRITES_OF_AN_ORDER * ORDERS);
    expect(commits).toBeGreaterThan(0);
    expect(writes / commits).toBeGreaterThanOrEqual(WRITES_A_SYNC);
  } finally {
    await side.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
