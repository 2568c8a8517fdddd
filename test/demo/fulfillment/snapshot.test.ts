import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createFulfillment,
  type FulfillmentOptions,
  PROMOTIONS,
  type Snapshot,
  SnapshotUnreadable,
} from "../../../demo/fulfillment/app.ts";
import { MINUTE } from "../../../demo/fulfillment/clock.ts";
import { serveFulfillment } from "../../../demo/fulfillment/serve.ts";
import { fileSnapshot } from "../../../demo/fulfillment/snapshot-file.ts";
import { type Harness, SKU, setUp } from "./harness.ts";

/** One store for records, and services that use it one after the other. */
function records() {
  let kept: string | undefined;
  let saves = 0;
  const snapshot: Snapshot = {
    load: () => kept,
    save(json) {
      kept = json;
      saves += 1;
    },
  };
  return {
    start: (options: FulfillmentOptions = {}): Harness => setUp({ snapshot, ...options }),
    saves: () => saves,
    text: () => kept ?? "",
  };
}

const quantityOf = async (service: Harness, sku: string) =>
  (await service.api<{ stock_quantity: number | null }>("GET", `/rewards/${sku}`)).data.stock_quantity;

describe("a restart", () => {
  it("keeps redemptions with their codes, byte for byte", async () => {
    const { start } = records();
    const before = start();
    const made = await before.createAndRedeem({ order_id: "a", message: "Merci" });
    await before.create({ order_id: "b" });
    const after = start();
    expect((await after.get(made.data.id)).text).toBe((await before.get(made.data.id)).text);
    expect((await after.list()).text).toBe((await before.list()).text);
    expect(after.control.codes()).toEqual(before.control.codes());
  });

  it("stays idempotent: the same order id gives the same redemption", async () => {
    const { start } = records();
    const { data } = await start().createAndRedeem({ order_id: "a" });
    const after = start();
    expect((await after.createAndRedeem({ order_id: "a" })).data).toEqual(data);
    expect((await after.createAndRedeem({ order_id: "a", sku: SKU.link })).status).toBe(422);
    expect(after.control.codes()).toHaveLength(1);
  });

  it("keeps stock, including codes reserved for holds", async () => {
    const { start } = records();
    const before = start();
    const first = (await quantityOf(before, SKU.stocked)) ?? 0;
    const hold = await before.book({ sku: SKU.stocked });
    const after = start();
    expect(await quantityOf(after, SKU.stocked)).toBe(first - 1);
    await after.redeem(hold.data.id);
    expect(await quantityOf(start(), SKU.stocked)).toBe(first - 1);
  });

  it("continues the random sequence, so that no id and no code repeats", async () => {
    const orders = ["a", "b", "c"];
    const { start } = records();
    const whole = setUp();
    for (const order_id of orders) {
      const { data } = await start().createAndRedeem({ order_id });
      expect(data).toEqual((await whole.createAndRedeem({ order_id })).data);
    }
    const made = start().control.codes();
    expect(new Set(made.map((code) => code.redemption_id)).size).toBe(orders.length);
    expect(new Set(made.map((code) => JSON.stringify(code.codes))).size).toBe(orders.length);
  });

  it("leaves a hold its remaining time", async () => {
    const { start } = records();
    const { data } = await start().book();
    const after = start();
    after.clock.advance(29 * MINUTE);
    expect((await after.get(data.id)).data.state).toBe("booked");
    after.clock.advance(MINUTE);
    expect((await after.get(data.id)).data.state).not.toBe("booked");
  });

  it("lapses a hold that ended meanwhile, and returns its code to the stock", async () => {
    const { start } = records();
    const before = start();
    const first = await quantityOf(before, SKU.stocked);
    const { data } = await before.book({ sku: SKU.stocked });
    const later = start({ clock: { now: () => before.clock.now() + 31 * MINUTE } });
    const lapsed = (await later.get(data.id)).data;
    before.control.advance(31 * MINUTE);
    expect(lapsed).toEqual((await before.get(data.id)).data);
    expect(await quantityOf(later, SKU.stocked)).toBe(first);
  });

  it("keeps a late effect, once it happened", async () => {
    const { start } = records();
    const before = start();
    before.control.fault({ operation: "create_and_redeem", kind: "late", delay_ms: MINUTE });
    await before.createAndRedeem();
    before.control.advance(MINUTE);
    expect(start().control.codes()).toHaveLength(1);
  });

  it("keeps changes of promotions, rewards, stock, states and the clock", async () => {
    const { start } = records();
    const before = start();
    const { data } = await before.createAndRedeem();
    before.control.setPromotion(PROMOTIONS.french, { status: "paused" });
    before.control.setPromotion(PROMOTIONS.single, { testing: false });
    before.control.endPromotion(PROMOTIONS.single);
    before.control.setRewardStatus(SKU.fixed, { status: "paused" }, PROMOTIONS.main);
    before.control.setStock(SKU.stocked, 1);
    before.control.forceState(data.id, "blocked");
    before.control.advance(5 * MINUTE);
    const after = start();
    for (const id of Object.values(PROMOTIONS)) {
      const read = (service: Harness) => service.api("GET", `/promotions/${id}`);
      expect((await read(after)).text).toBe((await read(before)).text);
    }
    expect(await quantityOf(after, SKU.stocked)).toBe(1);
    expect((await after.get(data.id)).data.state).toBe("blocked");
    expect(after.control.now()).toBe(before.control.now());
    expect(after.control.promotions()).toEqual(before.control.promotions());
  });

  it("keeps the code that the end user made behind the link", async () => {
    const { start } = records();
    const before = start();
    const { data } = await before.book();
    const activated = await before.activate(data.id);
    const link = new URL(activated.data.url);
    await before.call("POST", link.pathname + link.search, undefined, {});
    expect((await start().get(data.id)).data.state).toBe("redeemed");
  });

  it("changes links to documents to today's address", async () => {
    const { start } = records();
    const { data } = await start({ publicUrl: "http://127.0.0.1:1111" }).createAndRedeem();
    const after = start({ publicUrl: "http://127.0.0.1:2222" });
    const codes = (await after.get(data.id)).data.reward_codes?.codes ?? [];
    const document = codes.find((each) => each.usage === "printable_document_url")?.value ?? "";
    expect(document).toMatch(/^http:\/\/127\.0\.0\.1:2222\/documents\//);
    expect((await after.call("GET", new URL(document).pathname)).status).toBe(200);
  });

  it("is empty after a reset", async () => {
    const { start } = records();
    const before = start();
    await before.createAndRedeem();
    before.control.reset();
    expect(start().control.redemptions()).toEqual([]);
  });
});

describe("what is saved", () => {
  it("changes only when records change", async () => {
    const { start, saves } = records();
    const service = start();
    await service.list();
    await service.redeem("NO-SUCH");
    await service.book({ sku: SKU.soldOut });
    expect(saves()).toBe(0);
    await service.createAndRedeem();
    await service.createAndRedeem();
    expect(saves()).toBe(1);
  });

  it("is refused if it is not ours, without quoting its content", () => {
    for (const text of ["", "{", "[]", '{"version":2}', '{"version":1,"redemptions":[{"id":"SECRET"}]}']) {
      const begin = () => createFulfillment({ snapshot: { load: () => text, save: () => {} } });
      expect(begin).toThrow(SnapshotUnreadable);
      expect(begin).not.toThrow(/SECRET/);
    }
  });
});

describe("a snapshot in a file", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "snapshot-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("is created with its folder, for its owner only, and leaves no other file", () => {
    const path = join(folder, "data", "service.json");
    const snapshot = fileSnapshot(path);
    expect(snapshot.load()).toBeUndefined();
    snapshot.save("one");
    snapshot.save("two");
    expect(snapshot.load()).toBe("two");
    expect(readFileSync(path, "utf8")).toBe("two");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, "data"))).toEqual(["service.json"]);
  });

  it("does not treat an unreadable file as a first start", () => {
    expect(() => fileSnapshot(folder).load()).toThrow(/EISDIR/);
  });

  it("frees the port when its content is refused", async () => {
    const path = join(folder, "service.json");
    writeFileSync(path, "{");
    await expect(serveFulfillment({ snapshot: fileSnapshot(path) })).rejects.toThrow(SnapshotUnreadable);
  });
});
