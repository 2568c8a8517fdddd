/** A site has an order refunded that a lost ledger redeemed: "nothing was redeemed" is not known. */
import { expect, it } from "vitest";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import { MINUTE, OTHER, SKU } from "../../support/rewards.ts";
import { codeOf, createWorld } from "../../support/world.ts";
import { billingBed, LONG } from "../redemption/billing-bed.ts";

const bed = billingBed();

it("on a new ledger", async () => {
  await bed.redeem("paid");
  await bed.startOn(":memory:");
  await bed.world.pass(15 * MINUTE);
  await bed.world.browser({ order_id: "paid", ...LONG });
  const answer = await bed.world.end("paid", "refund");
  expect(codeOf(answer)).not.toEqual([409, "not_redeemed"]);
});

it("on an older copy, of before the user chose again and redeemed", async () => {
  const browser = await bed.world.browser({ order_id: "paid", ...LONG });
  await browser.post("/v1/order/book", { sku: SKU });
  const copy = await bed.row("paid");
  const second = await browser.post("/v1/order/book", { sku: OTHER });
  await browser.post("/v1/order/redeem", { attempt: second.data.attempt, sku: OTHER });
  expect(bed.billed("paid")).toHaveLength(1);
  const { service } = bed.world;
  await bed.world.close();
  const ledger = openSqliteLedger(":memory:", () => service.clock.now());
  const world = await createWorld({ LIMIT_SESSION_PER_MINUTE: "10000" }, { ledger, service });
  if (copy) await ledger.createOrder(copy);
  await world.pass(40 * MINUTE);
  const answer = await world.end("paid", "refund");
  await world.close();
  expect(codeOf(answer)).not.toEqual([409, "not_redeemed"]);
});
