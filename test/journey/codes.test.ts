/** From click to code, for every usages list and barcode type, on a customer's page under the strictest policy. */
import { readFileSync } from "node:fs";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SHAPES } from "../../demo/fulfillment/app.ts";
import { textOf } from "../demo/fulfillment/pdf/support.ts";
import { scan } from "../support/scanner.ts";
import type { Shopper } from "./shopper.ts";
import { createWorld, JOURNEY_TIMEOUTS, only, SOON, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const MASKED = new Set(["security", "security_url_code"]);
const LINKS = new Set(["url", "security_url"]);

let world: World;
let visitor: Shopper;
beforeAll(async () => {
  world = await createWorld();
  visitor = await world.shopper();
});
afterAll(() => world.close());

/** Clicks a link that opens another tab. Returns the beginning of the response. */
async function follow(context: BrowserContext, click: () => Promise<void>): Promise<Buffer> {
  const [response] = await Promise.all([
    context.waitForEvent("response", (answer) => answer.request().isNavigationRequest()),
    click(),
  ]);
  expect(response.headers()["content-type"]).toBe("application/pdf");
  return (await context.request.get(response.url())).body();
}

/** Every second shape; `SHAPES=all`, as in the long run, takes each. */
const SHARE = process.env.SHAPES === "all" ? 1 : 2;

describe.each(SHAPES.filter((_, place) => place % SHARE === 0))("$label", (shape) => {
  const { sku, usages, barcode_type } = shape;
  const orderId = `shape-${sku.toLowerCase()}.`;
  const isLink = usages.some((usage) => LINKS.has(usage));
  let shopper: Shopper;
  let record: Awaited<ReturnType<World["billed"]>>[number];
  /** The billed value of a usage. */
  const value = (usage: string): string => record.codes.find((item) => item.usage === usage)?.value ?? "none";
  const shown = (mask: boolean) =>
    usages.map((usage) => ({ usage, value: mask && MASKED.has(usage) ? undefined : value(usage) }));

  beforeAll(async () => {
    shopper = await visitor.tab();
    await shopper.page.goto(world.host.page(orderId, only(sku, "PIXELBARN-50")));
    await shopper.redeem(sku);
    const billed = await world.billed(orderId);
    expect(billed).toHaveLength(1);
    record = billed[0] ?? expect.fail();
  });
  afterAll(() => shopper.close());

  it("ends with the billed codes, and with no secret in the document", async () => {
    expect(await shopper.codes()).toEqual(shown(true));
    // All text of the document, without the spans that only separate groups.
    const document = await shopper.widget.evaluate((host) =>
      host.shadowRoot?.innerHTML.replace(/<!--.*?-->|<\/?span>/g, ""),
    );
    for (const usage of usages) expect(document?.includes(value(usage))).toBe(!MASKED.has(usage));
  });

  const drawn = barcode_type !== "none" && !(isLink && barcode_type === "c128");
  if (drawn) {
    it("shows a barcode that scans off the screen as its payload", async () => {
      const payload = record.codes.find((item) => item.usage === "barcode")?.value ?? value(usages[0]);
      await shopper.part("barcode").waitFor();
      expect(await scan(await shopper.page.screenshot({ fullPage: true }))).toEqual([
        { format: barcode_type === "c128" ? "Code128" : "QRCode", text: payload },
      ]);
    });
  } else {
    it("shows no barcode", async () => {
      expect(await shopper.part("barcode").count()).toBe(0);
      expect(await scan(await shopper.page.screenshot({ fullPage: true }))).toEqual([]);
    });
  }

  it("links to a PDF of it", async () => {
    const pdf = await follow(shopper.context, () => shopper.press("pdf"));
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    const shown = textOf(pdf).split("\n");
    expect(shown.map((text) => text.replaceAll(" ", ""))).toContain(value(usages[0]));
  });

  it("is given on as a picture that another program reads", async () => {
    const saving = shopper.page.waitForEvent("download");
    await shopper.press("give");
    await shopper.widget.locator(".give .main").click();
    const picture = readFileSync(await (await saving).path());
    const payload = record.codes.find((item) => item.usage === "barcode")?.value ?? value(usages[0] ?? "");
    const expected = isLink
      ? [{ format: "QRCode", text: value(usages[0] ?? "") }]
      : drawn
        ? [{ format: barcode_type === "c128" ? "Code128" : "QRCode", text: payload }]
        : [];
    expect(await scan(picture)).toEqual(expected);
  });

  it("broke no rule of the page's policy", async () => {
    expect(await shopper.violations()).toEqual([]);
  });
});

it("the page's policy is in force: the browser reports a violation", async () => {
  const shopper = await visitor.tab();
  await shopper.page.goto(world.host.page("forbidden.", only("PIXELBARN-50")));
  await shopper.page.evaluate(() => {
    document.createElement("img").src = "https://elsewhere.example/spy.png";
  });
  await expect
    .poll(() => shopper.violations(), SOON)
    .toEqual([expect.stringContaining("img-src https://elsewhere")]);
  await shopper.close();
});
