import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  createPortalOrders,
  orderNumber,
  orderNumberOf,
  type PortalOrder,
} from "../../../demo/portal/orders.ts";
import { ORDER_ID_PATTERN } from "../../../shared/wire.ts";

const order = (order_id: string): PortalOrder => ({
  order_id,
  customer: { name: "Ida", email: "ida@customer.example" },
  values: { promotion_id: "4001", user: { email: "ida@customer.example" }, delivery: "redeem" },
  made_at: 0,
});

describe("an order number", () => {
  it("is valid for the token server, in letters that are not misread", () => {
    const numbers = Array.from({ length: 500 }, () => orderNumberOf(randomBytes(16).toString("hex")));
    for (const number of numbers) {
      expect(number).toMatch(/^CV-[0-9A-HJKMNP-TV-Z]{8}$/);
      expect(number).toMatch(ORDER_ID_PATTERN);
    }
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it("is that of its form, each time and after a restart", () => {
    const key = "0123456789abcdef0123456789abcdef";
    expect(orderNumberOf(key)).toBe(orderNumberOf(key));
    expect(orderNumberOf(key)).not.toBe(orderNumberOf(key.replace("0", "1")));
  });

  it.each([
    ["cv-0a1b2c3d", "CV-0A1B2C3D"],
    ["CV-0A1B2C3D", "CV-0A1B2C3D"],
    ["cv-0a1b2c3", "cv-0a1b2c3"],
    ["whole-0a1b", "whole-0a1b"],
  ])("typed as %s is %s", (typed, number) => {
    expect(orderNumber(typed)).toBe(number);
  });
});

describe("the portal's memory", () => {
  it("has the newest order first", () => {
    const orders = createPortalOrders();
    for (const id of ["a", "b", "c"]) orders.keep(order(id));
    expect(orders.newest().map(({ order_id }) => order_id)).toEqual(["c", "b", "a"]);
  });

  it("is limited: the oldest orders are removed", () => {
    const orders = createPortalOrders();
    for (let n = 0; n <= 1_000; n++) orders.keep(order(`o-${n}`));
    expect(orders.find("o-0")).toBeUndefined();
    expect(orders.find("o-1")).toBeDefined();
    expect(orders.newest()).toHaveLength(1_000);
  });
});
