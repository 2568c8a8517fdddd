/** The invented brand's page behind the link of a reward. */
import { describe, expect, it } from "vitest";
import { SHAPES } from "../../../../demo/fulfillment/app.ts";
import { FLOW_WORDS } from "../../../../demo/fulfillment/flow/words.ts";
import { madeCodes, SKU, setUp } from "../harness.ts";

const { en } = FLOW_WORDS;

/** The page of a redeemed reward; `enter` sends an access code. */
async function page(sku: string) {
  const harness = setUp();
  const { id } = (await harness.createAndRedeem({ sku })).data;
  const codes = madeCodes(harness.control);
  const link = codes.find(({ usage }) => ["url", "security_url"].includes(usage))?.value ?? "";
  const ask = async (init?: RequestInit) => {
    const answer = await harness.app.request(link, init);
    return { status: answer.status, text: await answer.text() };
  };
  const enter = (access: string) => ask({ method: "POST", body: new URLSearchParams({ access }) });
  return { ...harness, id, codes, link, ask, enter };
}

describe("the link of a reward", () => {
  it("leads to its brand's page, which shows the card's worth", async () => {
    const { link, ask } = await page(SKU.link);
    expect(link).toMatch(/^https:\/\/simulated\.example\/brands\/tundrel\/\w{12}$/);
    const { status, text } = await ask();
    expect(status).toBe(200);
    expect(text).toContain("$12");
    expect(text).toContain(en.cardText);
  });

  it("that is protected asks for the access code first", async () => {
    const shape = SHAPES.find(({ usages }) => (usages as readonly string[]).includes("security_url"));
    const { codes, ask, enter } = await page(shape?.sku ?? "");
    const access = codes.find(({ usage }) => usage === "security_url_code")?.value ?? "";
    expect((await ask()).text).not.toContain(en.cardText);
    const wrong = await enter("nothing");
    expect([wrong.status, wrong.text.includes(en.wrongAccess)]).toEqual([403, true]);
    const right = await enter(` ${access.toLowerCase()} `);
    expect([right.status, right.text.includes(en.cardText)]).toEqual([200, true]);
  });

  it("leads nowhere once the reward was refunded, or where nobody made it", async () => {
    const { refund, id, ask, app } = await page(SKU.link);
    await refund(id);
    expect((await ask()).status).toBe(404);
    expect((await app.request("https://simulated.example/brands/tundrel/ABCDEFGHJKLM")).status).toBe(404);
  });
});
