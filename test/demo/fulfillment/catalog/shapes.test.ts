import { describe, expect, it } from "vitest";
import { SHAPES } from "../../../../demo/fulfillment/app.ts";
import { setUp } from "../harness.ts";

describe("the twelve reward formats", () => {
  it("are the four usages lists by the three barcode types", () => {
    const cells = new Set(SHAPES.map(({ usages, barcode_type }) => `${usages.join(" ")}/${barcode_type}`));
    const lists = ["primary", "primary security", "url", "security_url security_url_code"];
    expect(cells).toEqual(
      new Set(lists.flatMap((list) => ["none", "c128", "qrcode"].map((type) => `${list}/${type}`))),
    );
    expect(SHAPES).toHaveLength(12);
  });

  it.each(SHAPES.map((shape) => [shape.sku, shape] as const))(
    "%s gives the items that its usages name",
    async (sku, shape) => {
      const { createAndRedeem } = setUp();
      const { data } = await createAndRedeem({ sku });
      expect(data.reward_format).toEqual({ usages: shape.usages, barcode_type: shape.barcode_type });
      const codes = data.reward_codes?.codes ?? [];
      for (const usage of [...shape.usages, "printable_document_url"]) {
        const items = codes.filter((item) => item.usage === usage);
        expect(items, usage).toHaveLength(1);
        const [item] = items;
        expect(item?.name).not.toBe("");
        expect(item?.format).toBe(usage.endsWith("url") ? "url" : "string");
        if (item?.format === "url") expect(() => new URL(item.value)).not.toThrow();
        if (shape.barcode_type === "c128") expect(item?.value).toMatch(/^[\x20-\x7e]+$/);
      }
    },
  );

  it("some have a barcode payload that differs from the printed number", async () => {
    const { createAndRedeem } = setUp();
    const { data } = await createAndRedeem({ sku: "PLUMVALE-CODE-PIN-C128-30" });
    const value = (usage: string) => data.reward_codes?.codes.find((item) => item.usage === usage)?.value;
    expect(value("barcode")).toMatch(/^98\d{20}$/);
    expect(value("barcode")).not.toContain(value("primary"));
  });
});
