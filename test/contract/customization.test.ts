/**
 * A site's message and sender's name are for its user only: on the page and on the printable document, with every
 * delivery.
 */
import { describe, expect, it } from "vitest";
import { textOf } from "../demo/fulfillment/pdf/support.ts";
import { SKU } from "../support/rewards.ts";
import { useWorld, world } from "../support/use-world.ts";
import { type Answer, type Browser, SITE_KEY } from "../support/world.ts";

const MESSAGE = "Well done, Łukasz!\nSee you at the café.";
const customization = { pdf: { message: MESSAGE, sender_name: "Your team" } };
const choice = { sku: SKU };
const confirmation = { attempt: 1, sku: SKU };

useWorld();

type Steps = (browser: Browser) => Promise<Answer>;
const deliveries: [string, string, Steps][] = [
  [
    "redeem",
    "4001",
    async (browser) => {
      await browser.post("/v1/order/book", choice);
      return browser.post("/v1/order/redeem", confirmation);
    },
  ],
  [
    "activate",
    "4001",
    async (browser) => {
      await browser.post("/v1/order/book", choice);
      return browser.post("/v1/order/activate", confirmation);
    },
  ],
  ["notify", "4008", (browser) => browser.post("/v1/order/notify", choice)],
];

async function printed(session: object, take: Steps): Promise<{ document: string; answers: Answer[] }> {
  const browser = await world.browser({ order_id: "gift", ...session });
  const done = await take(browser);
  if (done.data.state !== "redeemed") {
    world.control.openLink(String(done.data.reference));
    await world.pass(6_000);
  }
  const again = await browser.post("/v1/order/codes");
  const { printable_document_url: url } = again.data.codes as { printable_document_url: string };
  const file = await world.service.upstream.fetch(new Request(url));
  expect(file.headers.get("content-type")).toBe("application/pdf");
  const view = await browser.get("/v1/order");
  return { document: textOf(new Uint8Array(await file.arrayBuffer())), answers: [done, view] };
}

describe.each(deliveries)("delivery %s", (delivery, promotion_id, take) => {
  it("prints message and sender", async () => {
    const { document, answers } = await printed({ delivery, promotion_id, customization }, take);
    // The standard fonts of a PDF have no "Ł".
    expect(document).toMatch(/Well done, \?ukasz!\s+See you at the café\.\s+From Your team/);
    for (const { data } of answers) expect(data.gift).toEqual({ message: MESSAGE, sender_name: "Your team" });
  });

  it("prints and shows neither if the site gave none", async () => {
    const { document, answers } = await printed({ delivery, promotion_id }, take);
    expect(document).not.toMatch(/Well done|Your team/);
    for (const { data } of answers) expect(data).not.toHaveProperty("gift");
  });
});

it("is shown to the page before anything is chosen, and never to the site's backend", async () => {
  const browser = await world.browser({ order_id: "gift", customization: { pdf: { sender_name: "Anna" } } });
  expect((await browser.get("/v1/order")).data.gift).toEqual({ sender_name: "Anna" });
  const seen = await world.request("/v1/orders/gift", { headers: { Authorization: `Bearer ${SITE_KEY}` } });
  expect([seen.status, seen.text.includes("Anna")]).toEqual([200, false]);
});

it("is no longer shown once its user was forgotten", async () => {
  const headers = { Authorization: `Bearer ${SITE_KEY}` };
  const browser = await world.browser({ order_id: "gift", customization });
  await world.request("/v1/orders/gift/cancel", { method: "POST", headers });
  expect((await browser.get("/v1/order")).data.gift).toBeDefined();
  const forgotten = await world.request("/v1/orders/gift/user", { method: "DELETE", headers });
  expect(forgotten.status).toBe(204);
  expect((await browser.get("/v1/order")).data).not.toHaveProperty("gift");
});

it("is pinned: another message under the same order id is a different order", async () => {
  await world.mint({ order_id: "gift", customization });
  const other = { pdf: { ...customization.pdf, message: "Never mind" } };
  expect((await world.mint({ order_id: "gift", customization: other })).problem.code).toBe("order_conflict");
  expect((await world.mint({ order_id: "gift" })).problem.code).toBe("order_conflict");
  expect((await world.mint({ order_id: "gift", customization })).status).toBe(201);
});
