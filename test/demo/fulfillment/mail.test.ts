import { describe, expect, it } from "vitest";
import { PROMOTIONS } from "../../../demo/fulfillment/app.ts";
import { CLIENT, seedPromotions } from "../../../demo/fulfillment/catalog/promotions.ts";
import { mailText } from "../../../demo/fulfillment/mail.ts";
import { madeCodes, SKU, setUp } from "./harness.ts";

async function mailOf(promotion: number, sku: string, amount?: string) {
  const { create, control } = setUp();
  const { data } = await create({ promotion, sku, amount });
  const [mail] = control.outbox();
  return { data, mail };
}

describe("the mail of a promotion that notifies", () => {
  it("names the sender and the reward, and has the link in a line of its own", async () => {
    const { data, mail } = await mailOf(PROMOTIONS.notifying, SKU.fixed);
    expect(mail?.subject).toContain(CLIENT.name);
    expect(mail?.text).toContain("Kestrow Gift Card, $25.");
    expect(mail?.text.split("\n")).toContain(data.url);
    expect(data.url).toContain("?key=");
  });

  it("is in the promotion's language", async () => {
    const { mail } = await mailOf(PROMOTIONS.notifyingFrench, "FR-VELMORA-25");
    expect(mail?.subject).toBe(`${CLIENT.name} : votre récompense vous attend`);
    expect(mail?.text).toContain("Ouvrez ce lien");
  });

  it("names the chosen value", async () => {
    const { mail } = await mailOf(PROMOTIONS.notifyingFrench, "FR-VELMORA-VAR", "40");
    expect(mail?.text.replaceAll("\u00a0", " ")).toContain("Carte cadeau Velmora, 40 €.");
  });

  it.each([
    [PROMOTIONS.notifyingGerman, "DE-KESTROW-CODE-PLAIN-25", "Geschenkkarte von Kestrow, 25 €"],
    [PROMOTIONS.notifyingSpanish, "ES-KESTROW-CODE-PLAIN-25", "Tarjeta regalo Kestrow, 25 €"],
    [PROMOTIONS.notifyingJapanese, "JA-KESTROW-CODE-PLAIN-25", "Kestrow ギフトカード（￥2,500）"],
    [PROMOTIONS.notifyingArabic, "AR-KESTROW-CODE-PLAIN-25", "بطاقة هدايا Kestrow، \u206625 د.إ.\u2069"],
  ] as const)("%i writes amounts as its language does: %s", async (promotion, sku, said) => {
    const { mail } = await mailOf(promotion, sku);
    const text = mail?.text.replaceAll("\u00a0", " ");
    expect(text).toContain(said);
    expect(text).not.toMatch(/[\p{L}] \$25|\$25 (?!US)/u);
  });

  it("has an HTML part: the sender's logo, the card and its worth, a button, and the link as text", async () => {
    const { data, mail } = await mailOf(PROMOTIONS.notifying, SKU.fixed);
    const html = mail?.html ?? "";
    const site = "https://simulated.example/assets";
    const pictures = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src);
    expect(pictures).toEqual([
      `${site}/senders/${PROMOTIONS.notifying}.svg`,
      `${site}/cards/${SKU.fixed}.svg`,
    ]);
    expect(html).toContain(">$25</p>");
    const links = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)<\/a>/g)];
    expect(links.map(([, href, text]) => [href, text])).toEqual([
      [data.url, "Get my reward"],
      [data.url, data.url],
    ]);
    expect(html).not.toMatch(/<script|<form|<link|\son\w+=/);
  });

  it("is text in its HTML part, whatever the names contain", async () => {
    const { create, control } = setUp();
    await create({ promotion: PROMOTIONS.notifying });
    const [record] = control.redemptions();
    const [promotion] = seedPromotions(0);
    if (!record || !promotion) throw new Error("no redemption was made");
    const sender = { ...promotion.sender, name: "<img src=x onerror=alert(1)>\"'" };
    const where = { url: "https://simulated.example/?a=1&key=2", site: "https://simulated.example" };
    const { html } = mailText(record, { ...promotion, sender }, where);
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;");
    expect(html).toContain('href="https://simulated.example/?a=1&amp;key=2"');
    expect(html).not.toContain("<img src=x");
  });

  it("contains no code, because there is none yet", async () => {
    const { create, redeem, control } = setUp();
    const { data } = await create({ promotion: PROMOTIONS.notifying });
    await redeem(data.id);
    const [mail] = control.outbox();
    expect(mail?.text).toContain(data.url);
    for (const { value } of madeCodes(control)) expect(`${mail?.text}${mail?.html}`).not.toContain(value);
  });
});
