/** A redeemed order shows the codes of its own redemption, and of no other. */
import { describe, expect, it } from "vitest";
import type { Fulfillment } from "../../../server/fulfillment/client.ts";
import type { Redemption } from "../../../server/fulfillment/schemas.ts";
import { Products } from "../../../server/orders/products.ts";
import type { Rows } from "../../../server/redemption/rows.ts";
import { redemption } from "../redemption/observations.ts";
import { attempt, MINUTE, order } from "../redemption/orders.ts";
import { VirtualClock } from "../virtual-clock.ts";

const codesOf = (value: string): Redemption["codes"] => ({
  usages: ["primary"],
  barcode_type: "code128",
  codes: [{ name: "Code", value, format: "string", usage: "primary" }],
  expiration_datetime: undefined,
});
const redeemed = (id: string, value: string): Redemption =>
  redemption({ id, state: "redeemed", has_codes: true, codes: codesOf(value) });

const own = attempt({ phase: "redeemed", redemption_id: "AAAAA-00001", state: "redeemed" });

/** The codes that are shown where the call that redeemed was answered so. */
async function shown(answer: Redemption | undefined): Promise<{ values: string[]; reads: string[] }> {
  const reads: string[] = [];
  const service: Partial<Fulfillment> = {
    async readRedemption(id) {
      reads.push(id);
      return redeemed(id, "OWN-CODE");
    },
  };
  const clock = new VirtualClock();
  const products = new Products({ clock, fulfillment: service as Fulfillment, rows: {} as Rows });
  const { items } = await products.codes(order([own]), own, clock.monotonic() + MINUTE, answer);
  return { values: items.map(({ value }) => value), reads };
}

it("a reading before the service's time is known changes no row", async () => {
  const rows: Partial<Rows> = {
    knowsTime: async () => false,
    swap: () => Promise.reject(new Error("the row was changed")),
  };
  const row = order([own]);
  const service: Partial<Fulfillment> = { readRedemption: async () => redemption({ state: "refunded" }) };
  const products = new Products({
    clock: new VirtualClock(),
    fulfillment: service as Fulfillment,
    rows: rows as Rows,
  });
  expect((await products.fresh(row, own)).order).toBe(row);
});

describe("the codes of an order", () => {
  it("are those of the answer that redeemed it, which saves a read", async () => {
    expect(await shown(redeemed("AAAAA-00001", "OWN-CODE"))).toEqual({ values: ["OWN-CODE"], reads: [] });
  });

  it("are never those of an answer about another redemption: its own is read", async () => {
    const other = redeemed("BBBBB-00002", "CODE-OF-ANOTHER");
    expect(await shown(other)).toEqual({ values: ["OWN-CODE"], reads: ["AAAAA-00001"] });
  });

  it("are read where no answer told them", async () => {
    expect(await shown(undefined)).toEqual({ values: ["OWN-CODE"], reads: ["AAAAA-00001"] });
  });
});
