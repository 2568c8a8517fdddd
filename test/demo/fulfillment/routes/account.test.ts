import { describe, expect, it } from "vitest";
import { CLIENT } from "../../../../demo/fulfillment/app.ts";
import type { Account, Client, Discount } from "../../../../demo/fulfillment/resources.ts";
import { SKU, setUp } from "../harness.ts";

describe("get current account", () => {
  it("answers every field", async () => {
    const { api } = setUp();
    const { status, data } = await api<Account>("GET", "/accounts/me");
    expect(status).toBe(200);
    expect(Object.keys(data).sort()).toEqual(
      ["access_type", "email", "id", "locale", "login", "name", "phone_number", "roles", "timezone"].sort(),
    );
  });
});

describe("discounts", () => {
  it("are listed by SKU with their brand, over pages", async () => {
    const { api } = setUp();
    const { data, paging } = await api<Discount[]>("GET", "/discounts?per_page=3&page=2");
    expect(data).toHaveLength(3);
    expect(paging).toMatchObject({ page: 2, per_page: 3 });
    for (const each of data) {
      expect(each).toEqual({
        id: expect.any(Number),
        sku: expect.any(String),
        label: expect.stringContaining(`${each.discount}%`),
        discount: expect.any(Number),
        brand_sku: expect.any(String),
        brand_name: expect.any(String),
      });
    }
  });

  it("differ between brands, and include no reward of another client", async () => {
    const { api } = setUp({ pageSize: 5_000 });
    const { data } = await api<Discount[]>("GET", "/discounts");
    expect(data.find(({ sku }) => sku === SKU.free)).toMatchObject({ discount: 7, brand_sku: "VELMORA" });
    expect(data.find(({ sku }) => sku === "SOLVANE-20")).toMatchObject({ discount: 12 });
    expect(data.some(({ sku }) => sku === "KESTROW-EXCLUSIVE-500")).toBe(false);
  });
});

describe("clients", () => {
  it("are the account's own, listed and one by one", async () => {
    const { api } = setUp();
    const client: Client = { ...CLIENT, balance: 250_000, budget_alerts: [50_000, 10_000] };
    const listed = await api<Client[]>("GET", "/clients");
    expect([listed.data, listed.paging]).toEqual([[client], { page: 1, per_page: 25, total: 1 }]);
    expect((await api<Client>("GET", `/clients/${CLIENT.id}`)).data).toEqual(client);
    expect(await api("GET", "/clients/702")).toMatchObject({ status: 401, error_name: "forbidden" });
    expect(await api("GET", "/clients/1")).toMatchObject({ status: 404, error_name: "not_found" });
  });

  it("pay for each code less the discount, and get a refund back", async () => {
    const { api, createAndRedeem, book, refund } = setUp();
    const left = async () => (await api<Client>("GET", `/clients/${CLIENT.id}`)).data.balance;
    const { data } = await createAndRedeem({ sku: SKU.free, amount: "50" });
    expect(await left()).toBe(250_000 - 46.5);
    await book({ order_id: "order-2", sku: SKU.fixed });
    expect(await left()).toBe(250_000 - 46.5);
    await refund(data.id);
    expect(await left()).toBe(250_000);
  });
});
