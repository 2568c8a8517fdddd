/** Older copies of a ledger that must not be taken for a current one: a second code would follow (I16). */
import { join } from "node:path";
import { expect, it } from "vitest";
import { backUpSqlite } from "../../../server/ledger/backup.ts";
import { MINUTE, OTHER, SKU } from "../../support/rewards.ts";
import type { World } from "../../support/world.ts";
import { billingBed, LONG, ledgerFolder, MAILING, withDate } from "../redemption/billing-bed.ts";
import { asOperator } from "../routes/operator.ts";

const bed = billingBed();

/** The first Book is refused, so that the code has another attempt number than a copy without the order would use. */
async function redeemUnderNumberTwo(orderId: string): Promise<void> {
  const browser = await bed.world.browser({ order_id: orderId });
  bed.fault({ operation: "book", kind: "invalid_request" });
  await browser.post("/v1/order/book", { sku: SKU });
  await bed.redeem(orderId);
  expect(bed.billed(orderId)).toHaveLength(1);
}

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
    await redeemUnderNumberTwo("lost");
    await bed.world.pass(MINUTE);
    await bed.startOn(copy);
    await bed.world.pass((note === "alive" ? 70 : 15) * MINUTE);
    await bed.redeem("wakes");
    await bed.world.pass(20_000);
    await bed.redeem("lost", OTHER);
    expect(bed.billed("lost")).toHaveLength(1);
  },
);

it.each([0, 4])(
  "a copy is not proven where every Date is %i minutes ahead of updated_datetime",
  async (minutes) => {
    const folder = ledgerFolder();
    const [file, copy] = [join(folder, "ledger.db"), join(folder, "copy.db")];
    const startOn = async (path: string) => {
      await bed.startOn(path);
      bed.world.gateway = (_, answer) => withDate(answer, minutes * MINUTE);
    };
    await startOn(file);
    await bed.world.pass(3 * MINUTE);
    for (const id of ["a", "b"]) {
      await bed.redeem(id);
      await bed.world.pass(2_000);
    }
    await bed.world.pass(2 * MINUTE);
    await bed.redeem("c");
    await bed.world.pass(65_000);
    backUpSqlite(file, copy);
    await bed.world.pass(MINUTE);
    await redeemUnderNumberTwo("lost");
    await bed.world.pass(MINUTE);
    await startOn(copy);
    await bed.world.pass(15 * MINUTE);
    await bed.redeem("wakes");
    await bed.world.pass(20_000);
    await bed.redeem("lost", OTHER);
    expect(bed.billed("lost")).toHaveLength(1);
  },
);

interface Page {
  readonly data: readonly { readonly order_id: string }[];
  readonly paging: { readonly page: number; readonly total: number };
}
/** The first of several pages of the list; undefined for every other answer. */
function firstPage(path: string, { text }: { readonly text: string }): Page | undefined {
  if (!path.endsWith(`/promotions/${MAILING}/redemptions`)) return undefined;
  const page = JSON.parse(text) as Page;
  return page.paging?.page === 1 && page.paging.total > 100 ? page : undefined;
}

const EIGHT_AHEAD: World["gateway"] = (_, answer) => withDate(answer, 8_000);

it.each<[string, World["gateway"], boolean, World["gateway"]]>([
  ["stays as it is", undefined, false, undefined],
  [
    "is opened between two pages of the list",
    undefined,
    false,
    (path, answer) => {
      if (firstPage(path, answer)) bed.openLinks("lost");
      return undefined;
    },
  ],
  [
    "is opened between two pages of the list, and every Date is 8 s ahead of updated_datetime",
    EIGHT_AHEAD,
    false,
    (path, answer) => {
      if (firstPage(path, answer)) bed.openLinks("lost");
      return EIGHT_AHEAD(path, answer);
    },
  ],
  [
    "was opened before, and the first page of the list lags once",
    undefined,
    true,
    (path, answer) => {
      const page = firstPage(path, answer);
      if (!page) return undefined;
      bed.world.gateway = undefined;
      const data = page.data.filter(({ order_id }) => order_id !== "shop.lost.2");
      return { ...answer, text: JSON.stringify({ ...page, data }) };
    },
  ],
])(
  "a copy that lacks a link is not proven, where the link %s",
  async (_, always, isOpenedBefore, gateway) => {
    const folder = ledgerFolder();
    const [file, copy] = [join(folder, "ledger.db"), join(folder, "copy.db")];
    await bed.startOn(file);
    bed.world.gateway = always;
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
    bed.world.gateway = always;
    for (let n = 0; n < 110; n++) await bed.notify(`new-${n}`, `new-${n}@example.com`);
    await bed.world.pass(2 * MINUTE);
    if (isOpenedBefore) bed.openLinks("lost");
    bed.world.gateway = gateway;
    await bed.world.pass(MINUTE);
    await bed.notify("wakes");
    await bed.world.pass(20_000);
    await bed.notify("lost");
    bed.openLinks("lost");
    expect(bed.billed("lost")).toHaveLength(1);
  },
);

it.each(["short", "x".repeat(64)])(
  "a start while the Book of order %s is in doubt proves the ledger",
  async (order_id) => {
    const { world } = bed;
    await world.pass(3 * MINUTE);
    await bed.redeem("warm");
    bed.fault({ operation: "book", kind: "timeout_after" });
    bed.fault({ operation: "list_redemptions", kind: "server_error", status: 503, times: "always" });
    const browser = await world.browser({ order_id, ...LONG });
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/book", { sku: OTHER });
    await world.restart();
    world.control.clearFaults();
    await world.pass(130_000);
    await bed.redeem("other");
    await world.pass(3 * MINUTE);
    expect(world.logs.filter((line) => line.includes("the ledger lacks"))).toEqual([]);
  },
  60_000,
);
