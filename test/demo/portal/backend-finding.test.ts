/** How the portal's backend finds orders, and the data that it shows. */
import { describe, expect, it } from "vitest";
import { NEW, ORDER, page, REDEMPTION, SITE_KEY, setUp } from "./token-server.ts";

describe("finding", () => {
  it("uses the site key, newest change first, and shows neither code nor link", async () => {
    const { post, sent, routes } = setUp();
    const { text, json } = await post("/find", {});
    expect(routes()).toEqual(["GET /v1/redemptions?sort=-updated_datetime&page=1&per_page=20"]);
    expect(sent[0]?.init.headers).toEqual({ authorization: `Bearer ${SITE_KEY}` });
    expect(json).toMatchObject({ page: 1, pages: 1, total: 1, redemptions: [{ order_id: ORDER.order_id }] });
    expect(text).not.toContain("secret");
  });

  it.each([
    [{ term: "Ida@Customer.example" }, "email=ida%40customer.example&"],
    [{ term: "cv-0a1b2c3d" }, "order_id=CV-0A1B2C3D&"],
    [{ state: "refunded", promotion_id: "4008" }, "state=refunded&promotion_id=4008&"],
  ])("%j is one of the site's filters", async (body, query) => {
    const { post, routes } = setUp();
    await post("/find", body);
    expect(routes()).toEqual([`GET /v1/redemptions?${query}sort=-updated_datetime&page=1&per_page=20`]);
  });

  it.each([
    [{ term: "Ida Holm" }, "term_unclear"],
    [{ state: "melted" }, "invalid_request"],
    [{ sort: "name" }, "invalid_request"],
    [{ page: 0 }, "invalid_request"],
  ])("%j causes no request", async (body, error) => {
    const { post, sent } = setUp();
    const answer = await post("/find", body);
    expect([answer.status, answer.json]).toEqual([400, { error }]);
    expect(sent).toEqual([]);
  });

  it("by a name uses the address of the customer with that name, known here or from an order", async () => {
    const { post, routes } = setUp();
    const { customer } = (await post("/find", { term: "oceane" })).json;
    expect(customer).toEqual({ name: "Océane Lefèvre", email: "oceane.lefevre@customer.example" });
    await post("/create", NEW);
    await post("/find", { term: "Ida Holm", state: "redeemed" });
    expect(routes().filter((route) => route.startsWith("GET /v1/redemptions"))).toEqual([
      expect.stringContaining("?email=oceane.lefevre%40customer.example&"),
      expect.stringContaining("?email=ida%40customer.example&"),
    ]);
  });

  it("names the customer of an order of this portal, and of no other", async () => {
    let own = "";
    const { post } = setUp({
      "GET /v1/redemptions": () =>
        page({ ...REDEMPTION, order_id: own }, { ...REDEMPTION, order_id: "of-an-earlier-start" }),
    });
    own = (await post("/create", NEW)).json.order_id;
    const { redemptions } = (await post("/find", {})).json as { redemptions: { customer?: object }[] };
    expect(redemptions.map(({ customer }) => customer)).toEqual([NEW.customer, undefined]);
  });
});

describe("an order", () => {
  it("is shown with its actions, its history and its customer, and nothing else", async () => {
    const { post } = setUp();
    const { order_id } = (await post("/create", { ...NEW, message: "Thank you" })).json;
    const { json, text } = await post("/order", { order_id });
    expect(json.order).toEqual({
      order_id: ORDER.order_id,
      state: "redeemed",
      delivery: "redeem",
      testing: false,
      promotion: ORDER.promotion,
      reference: ORDER.reference,
      customer: NEW.customer,
      message: "Thank you",
      actions: ["hand_out", "refund"],
      history: [
        {
          order_id: ORDER.order_id,
          attempt: 1,
          state: "redeemed",
          testing: true,
          promotion_id: "4001",
          sku: "FERNHALLOW-20",
          redeemed: "2026-03-01T10:00:00Z",
        },
      ],
    });
    expect(text).not.toContain("secret");
  });
});
