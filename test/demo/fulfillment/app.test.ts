import { describe, expect, it } from "vitest";
import { setUp } from "./harness.ts";

describe("addresses", () => {
  it("may carry any path, or none", async () => {
    const deep = setUp({ basePath: "/a/b/", authPath: "c" });
    expect((await deep.call("GET", "/a/b/fulfillment/v2/accounts/me")).status).toBe(200);
    expect((await deep.call("POST", "/c/oauth/token", {})).status).toBe(400);
    expect((await deep.call("GET", "/api/fulfillment/v2/accounts/me")).status).toBe(404);
    const flat = setUp({ basePath: "", authPath: "/" });
    expect((await flat.call("GET", "/fulfillment/v2/accounts/me")).status).toBe(200);
    expect((await flat.call("POST", "/oauth/token", {})).status).toBe(400);
  });

  it("that do not exist are 404 not_found", async () => {
    const { api } = setUp();
    expect(await api("GET", "/vouchers")).toMatchObject({ status: 404, error_name: "not_found" });
  });
});

describe("an operation with two forms of path", () => {
  it.each([
    [{}, [201, 201, 201, 201]],
    [{ createForm: "reward_in_body" }, [201, 404, 201, 201]],
    [{ createForm: "reward_in_path" }, [404, 201, 201, 201]],
    [{ createAndRedeemForm: "plain" }, [201, 201, 201, 404]],
    [{ createAndRedeemForm: "actions" }, [201, 201, 404, 201]],
  ] as const)("is answered in the forms that %j allows", async (options, statuses) => {
    const { create, createInPath, createAndRedeem, createAndRedeemInActions } = setUp(options);
    const order = (order_id: string) => ({ order_id });
    const answers = [
      await create(order("a")),
      await createInPath(order("b")),
      await createAndRedeem(order("c")),
      await createAndRedeemInActions(order("d")),
    ];
    expect(answers.map(({ status }) => status)).toEqual(statuses);
  });

  it("answers an unknown form like an unknown promotion", async () => {
    const { create } = setUp({ createForm: "reward_in_path" });
    const unknownForm = await create();
    const unknownPromotion = await setUp().create({ promotion: 1 });
    for (const { status, error_name } of [unknownForm, unknownPromotion])
      expect([status, error_name]).toEqual([404, "not_found"]);
  });
});
