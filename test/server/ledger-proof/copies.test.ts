/** Older copies of a ledger that must not be taken for a current one: a second code would follow (I16). */
import { join } from "node:path";
import { expect, it } from "vitest";
import { backUpSqlite } from "../../../server/ledger/backup.ts";
import { MINUTE, OTHER, SKU } from "../../support/rewards.ts";
import { billingBed, ledgerFolder, MAILING } from "../redemption/billing-bed.ts";
import { asOperator } from "../routes/operator.ts";

const bed = billingBed();

it.each(["accepted", "alive"])(
  "a copy is not proven by a note of a clock that was ahead: %s",
  async (note) => {
    const folder = ledgerFolder();
    const [file, copy] = [join(folder, "ledger.db"), join(folder, "copy.db")];
    await bed.startOn(file);
    await bed.world.pass(3 * MINUTE);
    for (const id of ["a", "b"]) {
      await bed.redeem(id);
      await bed.world.pass(2_000);
    }
    await bed.setDate(60 * MINUTE);
    if (note === "accepted")
      await bed.world.request("/v1/ledger/4001/accept", { method: "POST", headers: asOperator });
    await bed.setDate(0);
    backUpSqlite(file, copy);
    await bed.world.pass(MINUTE);
    // Its code stands under number 2.
    const browser = await bed.world.browser({ order_id: "lost" });
    bed.fault({ operation: "book", kind: "invalid_request" });
    await browser.post("/v1/order/book", { sku: SKU });
    await bed.redeem("lost");
    expect(bed.billed("lost")).toHaveLength(1);
    await bed.world.pass(MINUTE);
    await bed.startOn(copy);
    await bed.world.pass((note === "alive" ? 70 : 15) * MINUTE);
    await bed.redeem("wakes");
    await bed.world.pass(20_000);
    await bed.redeem("lost", OTHER);
    expect(bed.billed("lost")).toHaveLength(1);
  },
);

it.each([
  ["stays as it is", false],
  ["is opened between two pages of the list", true],
])("a copy that lacks a link is not proven, where the link %s", async (_, isOpened) => {
  const folder = ledgerFolder();
  const [file, copy] = [join(folder, "ledger.db"), join(folder, "copy.db")];
  await bed.startOn(file);
  await bed.world.pass(3 * MINUTE);
  for (const id of ["a", "b"]) {
    await bed.notify(id);
    await bed.world.pass(MINUTE);
  }
  backUpSqlite(file, copy);
  bed.fault({ operation: "create", kind: "invalid_request" });
  await bed.notify("lost");
  await bed.world.pass(4 * MINUTE);
  expect((await bed.notify("lost")).data.attempt).toBe(2);
  await bed.world.pass(12 * MINUTE);
  await bed.startOn(copy);
  for (let n = 0; n < 110; n++) await bed.notify(`new-${n}`, `new-${n}@example.com`);
  bed.world.gateway = (path, answer) => {
    if (!isOpened || !path.endsWith(`/promotions/${MAILING}/redemptions`)) return undefined;
    const { paging } = JSON.parse(answer.text) as { paging?: { page: number; total: number } };
    if (paging?.page === 1 && paging.total > 100) bed.openLinks("lost");
    return undefined;
  };
  await bed.world.pass(3 * MINUTE);
  await bed.notify("wakes");
  await bed.world.pass(20_000);
  await bed.notify("lost");
  bed.openLinks("lost");
  expect(bed.billed("lost")).toHaveLength(1);
});
