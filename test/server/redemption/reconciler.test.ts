/** The orders that the reconciler wakes at the start of a process, beside the due ones. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { createWorld } from "../../support/world.ts";
import { billingBed, LONG } from "./billing-bed.ts";
import { attempt, order } from "./orders.ts";

const HOUR = 60 * MINUTE;

describe("an order that an earlier version stopped, and reads no more,", () => {
  const bed = billingBed();

  /** Stopped as `denied`, due at no time, and redeemed at the service since; its process has ended. */
  const leave = async (): Promise<void> => {
    const browser = await bed.world.browser({ order_id: "earlier", ...LONG });
    const { data } = await browser.post("/v1/order/book", { sku: SKU });
    bed.fault({ operation: "redeem", kind: "state", state: "denied" });
    await browser.post("/v1/order/redeem", { attempt: data?.attempt, sku: SKU });
    await bed.world.pass(20 * MINUTE);
    const row = await bed.row("earlier");
    if (!row) throw new Error("no such row");
    expect(row.attention).toBe("denied");
    await bed.world.server.stop();
    await bed.world.ledger.replaceOrder({ ...row, due_at: null });
    bed.world.control.forceState(bed.firstOf("earlier"), "redeemed", { codes: true });
  };

  it("is read when a process starts", async () => {
    await leave();
    await bed.world.restart();
    await bed.world.pass(10 * MINUTE);
    expect((await bed.row("earlier"))?.attention).toBeNull();
  });

  it("is read later where the service is away when the process starts", async () => {
    await leave();
    // A gateway's own error page has no usable `Date`.
    bed.world.gateway = () => ({ status: 503, headers: {}, text: "away" });
    await bed.world.restart();
    await bed.world.pass(MINUTE);
    bed.world.gateway = undefined;
    await bed.world.pass(HOUR);
    expect((await bed.row("earlier"))?.attention).toBeNull();
  });
});

describe("a row on the operators' list that cannot be read", () => {
  it.each([
    ["JSON that is no order", '{"updated_at":1}'],
    ["an attempt without its calls", '{"attempts":[{"n":1}],"current":1,"updated_at":1}'],
  ])("keeps no other order waiting: %s", async (_, body) => {
    const folder = mkdtempSync(join(tmpdir(), "reconciler-"));
    const path = join(folder, "ledger.db");
    let now = (): number => Date.now();
    const ledger = openSqliteLedger(path, () => now());
    const world = await createWorld({}, { ledger });
    now = () => world.clock.now();
    const phaseOf = async (order_id: string) =>
      (await ledger.readOrder({ site: "shop", order_id }))?.attempts[0]?.phase;
    // The redeem is in doubt when its process dies: only the reconciler of the next one can finish it.
    const browser = await world.browser({ order_id: "whole" });
    const { data } = await browser.post("/v1/order/book", { sku: SKU });
    world.control.fault({ times: 1, operation: "redeem", kind: "timeout_before" });
    void browser.post("/v1/order/redeem", { attempt: data?.attempt, sku: SKU });
    await world.pass(200);
    await ledger.createOrder(order([attempt()], { order_id: "hit", attention: "denied" }));
    const db = new DatabaseSync(path);
    db.prepare("UPDATE orders SET body = ? WHERE order_id = 'hit'").run(body);
    db.close();
    expect(await phaseOf("whole")).toBe("confirmed");
    await world.restart();
    await world.pass(20 * MINUTE);
    expect(await phaseOf("whole")).toBe("redeemed");
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
