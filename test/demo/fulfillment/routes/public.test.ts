import { describe, expect, it } from "vitest";
import { PROMOTIONS } from "../../../../demo/fulfillment/app.ts";
import { SKU, setUp } from "../harness.ts";

const pathOf = (url: string) => {
  const { origin, pathname, search } = new URL(url);
  expect(origin).toBe("https://simulated.example");
  return pathname + search;
};

describe("pictures", () => {
  it("are served at the reward's address", async () => {
    const { api, call } = setUp();
    const { data } = await api<{ logo_url: string; catalog_card_url: string }>(
      "GET",
      `/rewards/${SKU.fixed}`,
    );
    for (const url of [data.logo_url, data.catalog_card_url]) {
      const { status, headers, text } = await call("GET", pathOf(url), undefined, {});
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("image/svg+xml");
      expect(text).toMatch(/^<svg .*<\/svg>$/s);
    }
  });

  it.each([
    "/assets/logos/NOBODY.svg",
    "/assets/logos/VELMORA-25.svg",
    "/assets/cards/VELMORA-25.png",
    "/assets/others/VELMORA-25.svg",
  ])("%s is not found", async (path) => {
    const { call } = setUp();
    expect((await call("GET", path)).status).toBe(404);
  });
});

describe("printable documents", () => {
  const redeemed = async () => {
    const harness = setUp();
    const { data } = await harness.createAndRedeem({ message: "Bon anniversaire, Zoé (5 €)" });
    const item = data.reward_codes?.codes.find(({ usage }) => usage === "printable_document_url");
    const fetchIt = () => harness.call("GET", pathOf(item?.value ?? ""), undefined, {});
    return { ...harness, data, item, fetchIt };
  };

  it("are a PDF, if the promotion allows PDFs", async () => {
    const { fetchIt, item } = await redeemed();
    expect(item?.format).toBe("url");
    const { status, headers, text } = await fetchIt();
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(text.startsWith("%PDF-")).toBe(true);
  });

  it("are gone after a refund", async () => {
    const { fetchIt, refund, data } = await redeemed();
    await refund(data.id);
    expect((await fetchIt()).status).toBe(404);
  });

  it("do not exist in other promotions", async () => {
    const { api } = setUp();
    const path = `/promotions/${PROMOTIONS.french}/rewards/FR-VELMORA-25/redemptions/redeem`;
    const { data } = await api("POST", path, { data: { order_id: "a" } });
    expect(data.reward_codes?.codes.map(({ usage }) => usage)).toEqual(["primary"]);
    expect(data.value.currency).toBe("EUR");
  });
});
