/** The client against simulated services that know only one of two forms of a path. */
import { describe, expect, it } from "vitest";
import { changesOf, connect, order, redemptionOf } from "./connect.ts";

describe("a service that knows one form of a path", () => {
  it.each([
    ["create", { createForm: "reward_in_body" }, "FULFILLMENT_CREATE_FORM", "reward_in_path"],
    ["create", { createForm: "reward_in_path" }, "FULFILLMENT_CREATE_FORM", "reward_in_body"],
    ["createAndRedeem", { createAndRedeemForm: "plain" }, "FULFILLMENT_CREATE_AND_REDEEM_FORM", "actions"],
    ["createAndRedeem", { createAndRedeemForm: "actions" }, "FULFILLMENT_CREATE_AND_REDEEM_FORM", "plain"],
  ] as const)("takes %s with %j, whatever %s says", async (name, options, setting, wrong) => {
    const contract = connect({ [setting]: wrong }, options);
    redemptionOf(await contract.client[name](order()));
    redemptionOf(await contract.client[name](order({ orderId: "shop.order-2.1" })));
    expect(contract.control.redemptions()).toHaveLength(2);
    expect(contract.control.calls.filter(({ operation }) => operation === "get_promotion")).toHaveLength(1);
    const refused = await contract.client[name](order({ promotionId: "1", orderId: "shop.order-3.1" }));
    expect(refused).toEqual({ kind: "refused", status: 404, error: "not_found" });
  });

  it("is not tried in the other one for a promotion that does not exist, nor for a reward that is not in it", async () => {
    const contract = connect({}, { createForm: "reward_in_path" });
    for (const own of [{ promotionId: "1" }, { sku: "NOTHING" }]) {
      const outcome = await contract.client.create(order(own));
      expect(outcome).toEqual({ kind: "refused", status: 404, error: "not_found" });
    }
    expect(changesOf(contract)).toEqual([]);
  });

  it("is not tried in the other one after a 504 that had an effect", async () => {
    const contract = connect();
    contract.control.fault({ operation: "create_and_redeem", kind: "timeout_after" });
    expect((await contract.client.createAndRedeem(order())).kind).toBe("unknown");
    expect(changesOf(contract)).toHaveLength(1);
  });
});
