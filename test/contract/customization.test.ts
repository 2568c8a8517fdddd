/** A site's message and sender's name end on the printable document, in every delivery, and nowhere else. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { textOf } from "../demo/fulfillment/pdf/support.ts";
import { type Answer, type Browser, createWorld, type World } from "../support/world.ts";

const SKU = "PLUMVALE-CODE-PIN-C128-30";
const MESSAGE = "Well done, Łukasz!\nSee you at the café.";
const customization = { pdf: { message: MESSAGE, sender_name: "Your team" } };
const choice = { sku: SKU };
const confirmation = { attempt: 1, sku: SKU };

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

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

async function printed(session: object, take: Steps): Promise<{ document: string; answers: string }> {
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
  return { document: textOf(new Uint8Array(await file.arrayBuffer())), answers: done.text + view.text };
}

describe.each(deliveries)("delivery %s", (delivery, promotion_id, take) => {
  it("prints message and sender", async () => {
    const { document, answers } = await printed({ delivery, promotion_id, customization }, take);
    // The standard letters of a PDF have no "Ł".
    expect(document).toMatch(/Well done, Lukasz!\s+See you at the café\.\s+From Your team/);
    expect(answers).not.toContain("Well done");
  });

  it("prints neither where the site gave none", async () => {
    const { document } = await printed({ delivery, promotion_id }, take);
    expect(document).not.toMatch(/Well done|Your team/);
  });
});

it("is pinned: another message under the same order is another order", async () => {
  await world.mint({ order_id: "gift", customization });
  const other = { pdf: { ...customization.pdf, message: "Never mind" } };
  expect((await world.mint({ order_id: "gift", customization: other })).problem.code).toBe("order_conflict");
  expect((await world.mint({ order_id: "gift" })).problem.code).toBe("order_conflict");
  expect((await world.mint({ order_id: "gift", customization })).status).toBe(201);
});
