/**
 * What the conformance suite cannot see of redemptions, because no call leads there: failures, restarts of an order, money.
 * Source: docs/proof/interface.md, R2 and R8.
 */
import { describe, expect, it } from "vitest";
import { PROMOTIONS } from "../../../demo/fulfillment/app.ts";
import { MINUTE } from "../../../demo/fulfillment/clock.ts";
import type { CardConsult, Client, Promotion } from "../../../demo/fulfillment/resources.ts";
import { EMAIL, SKU, setUp } from "./harness.ts";

describe("a redemption that failed (R2)", () => {
  it("is retried by the same call, with one code", async () => {
    const { book, redeem, control } = setUp();
    const { data } = await book();
    control.fault({ operation: "redeem", kind: "state", state: "failed" });
    expect((await redeem(data.id)).data).toMatchObject({ state: "failed" });
    expect((await redeem(data.id)).data.state).toBe("redeemed");
    expect(control.codes()).toHaveLength(1);
  });

  it("keeps the code that was made before it failed", async () => {
    const { book, redeem, control } = setUp();
    const { data } = await book();
    control.fault({ operation: "redeem", kind: "state", state: "failed", codes: true });
    const failed = await redeem(data.id);
    expect(failed.data).toMatchObject({ state: "failed", debited: true });
    expect((await redeem(data.id)).data.reward_codes).toEqual(failed.data.reward_codes);
    expect(control.codes()).toHaveLength(1);
  });

  it("mails its link once the same call succeeds, and once only", async () => {
    const { create, control } = setUp();
    control.fault({ operation: "create", kind: "state", state: "failed" });
    await create({ promotion: PROMOTIONS.notifying });
    expect(control.outbox()).toEqual([]);
    const { data } = await create({ promotion: PROMOTIONS.notifying });
    await create({ promotion: PROMOTIONS.notifying });
    expect(control.outbox()).toMatchObject([{ to: EMAIL, redemptionId: data.id, url: data.url }]);
  });
});

describe("an activated redemption", () => {
  it("is redeemed when the end user opens the link, and then cannot be canceled", async () => {
    const { book, activate, cancel, get, control } = setUp();
    const { data } = await book();
    await activate(data.id);
    control.openLink(data.id);
    expect((await get(data.id)).data.state).toBe("redeemed");
    expect((await cancel(data.id)).status).toBe(422);
  });

  it("that was canceled has no code behind its link", async () => {
    const { book, activate, cancel, control } = setUp();
    const { data } = await book();
    await activate(data.id);
    await cancel(data.id);
    expect(() => control.openLink(data.id)).toThrow();
    expect(control.codes()).toEqual([]);
  });
});

describe("money", () => {
  it("a hold that was debited at once is refunded, until it lapses (R8)", async () => {
    const { book, refund, clock } = setUp();
    const prepaid = { sku: SKU.prepaid, promotion: PROMOTIONS.everyStatus };
    const first = await book(prepaid);
    expect((await refund(first.data.id)).data.state).toBe("refunded");
    const second = await book({ ...prepaid, order_id: "order-2" });
    clock.advance(31 * MINUTE);
    expect((await refund(second.data.id)).data).toMatchObject({ state: "canceled", debited: true });
  });

  it("the client pays for each code less the discount, and gets a refund back", async () => {
    const { api, createAndRedeem, refund } = setUp();
    const left = async () => (await api<Client>("GET", "/clients/701")).data.balance;
    const { data } = await createAndRedeem({ sku: SKU.free, amount: "50" });
    expect(await left()).toBe(250_000 - 46.5);
    await refund(data.id);
    expect(await left()).toBe(250_000);
  });

  it("a card's balance is known, null, or not available, all in one promotion", async () => {
    const { api, createAndRedeem } = setUp();
    const promotion = PROMOTIONS.balances;
    const { data } = await api<Promotion>("GET", `/promotions/${promotion}`);
    const statuses = [];
    for (const { sku } of data.rewards) {
      const made = await createAndRedeem({ order_id: sku, sku, promotion });
      const answer = await api<CardConsult>("GET", `/redemptions/${made.data.id}/card_consult`);
      statuses.push([answer.status, answer.data?.card_balance]);
    }
    expect(statuses.sort()).toEqual([
      [200, null],
      [200, 20],
      [422, undefined],
    ]);
  });
});

it.each([
  [true, PROMOTIONS.main, true],
  [false, PROMOTIONS.main, false],
  [false, PROMOTIONS.testing, true],
])("if the service says testing is %s, redemptions of %i say %s", async (testing, promotion, expected) => {
  expect((await setUp({ testing }).book({ promotion })).data.testing).toBe(expected);
});
