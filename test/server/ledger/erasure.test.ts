/** Data that was removed from a row does not stay in the file. Source: docs/runbook.md, E-mail addresses. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openLedger } from "../../../server/ledger/open.ts";
import { quiet } from "../../support/postgres.ts";
import { attempt, order } from "../redemption/orders.ts";

const ORDERS = 200;

it("an address that an order's row lost is in no byte of the SQLite file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "erasure-"));
  try {
    const ledger = await openLedger({ kind: "sqlite", path: join(folder, "ledger.db") }, quiet);
    for (let n = 0; n < ORDERS; n++) {
      const row = order([attempt({ redemption_id: `AAAAA-${n}` })], { order_id: `o-${n}` });
      await ledger.createOrder({ ...row, pins: { ...row.pins, email: `somebody-${n}@example.com` } });
    }
    for (let n = 0; n < ORDERS; n++) {
      const row = await ledger.readOrder({ site: "shop", order_id: `o-${n}` });
      if (row) await ledger.replaceOrder({ ...row, pins: { ...row.pins, email: null } });
    }
    await ledger.close();
    for (const name of readdirSync(folder))
      expect(readFileSync(join(folder, name)).includes("somebody-"), name).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
