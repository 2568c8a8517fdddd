/** Every operation of the client against the simulated service, with both kinds of credentials. */
import { beforeEach, describe, expect, it } from "vitest";
import { CLIENT, PROMOTIONS } from "../../demo/fulfillment/app.ts";
import type { Fulfillment } from "../../server/fulfillment/client.ts";
import { collect } from "../server/fulfillment/support.ts";
import {
  type Contract,
  changesOf,
  connect,
  EMAIL,
  FIXED,
  FREE,
  MAIN,
  order,
  redemptionOf,
} from "./connect.ts";

describe.each(["oauth", "headers"] as const)("with %s", (method) => {
  let contract: Contract;
  let client: Fulfillment;
  beforeEach(() => {
    contract = connect({ FULFILLMENT_AUTH: method });
    client = contract.client;
  });

  /** The parameters of an action on this redemption. */
  const action = (redemptionId: string) => ({ redemptionId, orderId: "shop.order-1.1", email: EMAIL });

  it("reads the account", async () => {
    expect(await client.getAccount()).toEqual({
      id: "1201",
      login: "linden-api",
      name: "Linden Rewards Club API",
      email: "api@linden.example",
      phone_number: "",
      roles: ["fulfillment"],
      locale: "en_US",
      timezone: "Etc/UTC",
      access_type: "api",
    });
    const asked = contract.control.calls.filter(({ operation }) => operation === "account");
    expect(asked.map(({ auth }) => auth)).toEqual([method === "oauth" ? "bearer" : "headers"]);
  });

  it("lists a client's promotions, and reads one with everything it says", async () => {
    const promotions = await collect(client.listPromotions(String(CLIENT.id)));
    const foreign = 1;
    expect(promotions).toHaveLength(Object.keys(PROMOTIONS).length - foreign);
    expect(await client.getPromotion(MAIN)).toEqual(promotions.find(({ id }) => id === MAIN));
    expect(promotions[0]).toMatchObject({ client: { id: "701" }, allow_pdf: true, fraud_level: "low" });
    await expect(collect(client.listPromotions("702"))).rejects.toMatchObject({ code: "forbidden" });
  });

  it("lists rewards, and reads one; costs only where the client is named", async () => {
    const rewards = await collect(client.listRewards({ skus: [FIXED, FREE] }));
    expect(rewards.map(({ sku }) => sku).sort()).toEqual([FIXED, FREE]);
    expect(rewards[0]?.cost).toBeUndefined();
    expect(await client.getReward(FIXED, String(CLIENT.id))).toMatchObject({ sku: FIXED, cost: 23.75 });
    await expect(client.getReward("NOTHING")).rejects.toMatchObject({ code: "not_found" });
  });

  it("creates, activates, cancels", async () => {
    const pending = redemptionOf(await client.create(order()));
    expect(pending).toMatchObject({
      state: "pending",
      order_id: "shop.order-1.1",
      sku: FIXED,
      has_codes: false,
    });
    expect(redemptionOf(await client.cancel(action(pending.id))).state).toBe("canceled");
    const booked = redemptionOf(await client.book(order({ orderId: "b" })));
    const activated = redemptionOf(await client.activate({ ...action(booked.id), orderId: "b" }));
    expect(activated).toMatchObject({ state: "pending", has_codes: false });
    expect(activated.url).toMatch(/\/flow\/.+\?key=/);
    contract.control.openLink(booked.id);
    expect((await client.readRedemption(booked.id)).state).toBe("redeemed");
  });

  it("creates and redeems, the same again for the same order, also for one that was booked", async () => {
    const extras = { sku: FREE, amount: "50", customization: { pdf: { message: "Hi", sender_name: "Us" } } };
    const booked = redemptionOf(await client.book({ ...order(), ...extras }));
    const redeemed = redemptionOf(await client.createAndRedeem({ ...order(), ...extras }));
    expect(redeemed).toMatchObject({
      id: booked.id,
      state: "redeemed",
      has_codes: true,
      value: { amount: 50 },
    });
    expect(await client.createAndRedeem({ ...order(), ...extras })).toEqual({
      kind: "answered",
      redemption: redeemed,
    });
    expect(contract.control.codes()).toHaveLength(1);
    expect(redemptionOf(await client.create({ ...order(), ...extras })).state).toBe("redeemed");
    expect(await client.createAndRedeem(order({ email: "other@user.example" }))).toEqual({
      kind: "refused",
      status: 422,
      error: "invalid_request",
    });
  });

  it("redeems and refunds; what cannot be refunded is unchanged", async () => {
    const { id } = redemptionOf(await client.book(order()));
    expect(redemptionOf(await client.refund(action(id))).state).toBe("booked");
    expect(redemptionOf(await client.redeem(action(id))).state).toBe("redeemed");
    expect(await client.cancel(action(id))).toMatchObject({ kind: "refused", status: 422 });
    expect(redemptionOf(await client.refund(action(id)))).toMatchObject({
      state: "refunded",
      has_codes: false,
    });
    expect((await client.readRedemption(id)).refunded_datetime).toBe(
      new Date(contract.clock.now()).toISOString(),
    );
  });

  it("consults a card", async () => {
    const consult = async (sku: string) => {
      const { id } = redemptionOf(await client.createAndRedeem(order({ sku, orderId: sku })));
      return client.consultCard(id);
    };
    expect(await consult("VELMORA-25")).toEqual({ kind: "balance", card_balance: 25, card_currency: "USD" });
    expect(await consult("HEARTHLOW-30")).toEqual({
      kind: "balance",
      card_balance: null,
      card_currency: null,
    });
    expect(await consult("BARKENBY-20")).toEqual({ kind: "not_available" });
    await expect(client.consultCard("AAAAA-BBBBB")).rejects.toMatchObject({ code: "not_found" });
  });

  it("lists discounts and clients, and reads a client", async () => {
    const discounts = await collect(client.listDiscounts());
    expect(discounts.find(({ sku }) => sku === "SOLVANE-20")).toMatchObject({
      discount: 12,
      brand_sku: "SOLVANE",
    });
    const [own] = await collect(client.listClients());
    expect(own).toEqual({
      id: "701",
      name: CLIENT.name,
      balance: { amount: 250_000 },
      budget_alerts: [50_000, 10_000],
    });
    expect(await client.getClient("701")).toEqual(own);
    await expect(client.getClient("702")).rejects.toMatchObject({ code: "forbidden" });
    await expect(client.getClient("1")).rejects.toMatchObject({ code: "not_found" });
  });

  describe("lists redemptions", () => {
    const ids = async (...args: Parameters<Fulfillment["listRedemptions"]>) =>
      (await collect(client.listRedemptions(...args))).map(({ order_id }) => order_id);

    beforeEach(async () => {
      for (let number = 1; number <= 30; number++) {
        await contract.clock.advance(60_000);
        await client.create(
          order({ orderId: `o-${number}`, ...(number === 7 && { email: "bo@user.example" }) }),
        );
      }
      await contract.clock.advance(60_000);
      await client.createAndRedeem(order({ orderId: "codes", sku: FREE, amount: "20" }));
    });

    it("all of them, over pages", async () => {
      expect(new Set(await ids(MAIN)).size).toBe(31);
    });

    it("by every filter, in every order", async () => {
      const moment = (minutesAgo: number) =>
        new Date(contract.clock.now() - minutesAgo * 60_000).toISOString();
      expect(await ids(MAIN, { order_id: "o-3" })).toEqual(["o-3"]);
      expect(await ids(MAIN, { email: "bo@user.example" })).toEqual(["o-7"]);
      expect(await ids(MAIN, { reward_sku: FREE })).toEqual(["codes"]);
      expect(await ids(MAIN, { state: "redeemed" })).toEqual(["codes"]);
      expect(
        await ids(MAIN, { redeemed_datetime_start: moment(1), redeemed_datetime_end: moment(0) }),
      ).toEqual(["codes"]);
      expect(await ids(MAIN, { refund_datetime_start: moment(1) })).toEqual([]);
      const window = { activation_datetime_start: moment(30), activation_datetime_end: moment(28) };
      expect(await ids(MAIN, { ...window, sort: "activation_datetime" })).toEqual(["o-1", "o-2", "o-3"]);
      expect(await ids(MAIN, { ...window, sort: "-activation_datetime" })).toEqual(["o-3", "o-2", "o-1"]);
    });

    it("a page, as the service cuts and counts it", async () => {
      const page = await client.listRedemptionsPage(
        MAIN,
        { sort: "updated_datetime" },
        { page: 3, perPage: 10 },
      );
      expect(page.paging).toEqual({ page: 3, per_page: 10, total: 31 });
      expect(page.items.map(({ order_id }) => order_id)).toEqual(
        Array.from({ length: 10 }, (_, number) => `o-${21 + number}`),
      );
      expect((await client.listRedemptionsPage(MAIN, {}, { perPage: 100 })).paging.per_page).toBe(25);
    });
  });

  it.each([
    ["create", "pending"],
    ["createAndRedeem", "redeemed"],
  ] as const)(
    "learns nothing from a 504 of %s, and the same call again gives the same redemption",
    async (name, state) => {
      const operation = name === "create" ? "create" : "create_and_redeem";
      contract.control.fault({ operation, kind: "timeout_after" });
      contract.control.fault({ operation, kind: "reset_after", skip: 1 });
      expect(await client[name](order())).toEqual({ kind: "unknown", cause: "status_504" });
      expect(await client[name](order())).toMatchObject({ kind: "answered" });
      expect(await client[name](order())).toEqual({ kind: "unknown", cause: "broken" });
      expect(redemptionOf(await client[name](order())).state).toBe(state);
      expect(contract.control.redemptions()).toHaveLength(1);
      expect(
        new Set(changesOf(contract).map(({ path, body }) => `${path} ${JSON.stringify(body)}`)).size,
      ).toBe(1);
    },
  );
});

describe("the path of a Create has the form that FULFILLMENT_CREATE_FORM names", () => {
  const forms = ["reward_in_body", "reward_in_path"] as const;
  it.each(forms)("%s; a service of the other form refuses it, and nothing else is tried", async (form) => {
    const other = forms.find((each) => each !== form);
    const set = { FULFILLMENT_CREATE_FORM: form };
    redemptionOf(await connect(set, { createForm: form }).client.create(order()));
    const wrong = connect(set, { createForm: other });
    expect(await wrong.client.create(order())).toEqual({ kind: "refused", status: 404, error: "not_found" });
    expect(wrong.control.redemptions()).toEqual([]);
  });
});
