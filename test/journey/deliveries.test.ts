/**
 * The deliveries other than codes on the page, on a customer's page under the strictest policy: a link that is opened
 * here or on a phone, and a mail with such a link.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PROMOTIONS } from "../../demo/fulfillment/app.ts";
import { EMAIL, type Offer } from "../support/host-page.ts";
import { scan } from "../support/scanner.ts";
import type { Shopper } from "./shopper.ts";
import { createWorld, JOURNEY_TIMEOUTS, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const byLink: Offer = { promotion_id: String(PROMOTIONS.activating), delivery: "activate" };
const byMail: Offer = { promotion_id: String(PROMOTIONS.notifying), delivery: "notify" };

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** The first reward of the page, so that any promotion will do. */
const firstSku = async ({ widget }: Shopper): Promise<string> =>
  (await widget.locator('[part~="reward"]').first().getAttribute("data-sku")) ?? "";

async function confirm(shopper: Shopper): Promise<void> {
  await shopper.sees("open");
  await shopper.pick(await firstSku(shopper));
  await shopper.press("book");
  await shopper.part("confirm").click({ trial: true });
  await shopper.press("confirm");
}
/** The user opens the link in another tab. */
async function openLink(shopper: Shopper, url: string): Promise<void> {
  const page = await shopper.context.newPage();
  await page.goto(url);
  await page.getByRole("button").click();
  await page.waitForLoadState();
  await page.close();
}
/** Longer than the server believes what it read of an order: the next look reads it anew. */
const READ_ANEW_MS = 6_000;
/** The user looks at this tab again. */
async function comeBack({ page }: Shopper): Promise<void> {
  await world.passTime(READ_ANEW_MS);
  await page.evaluate(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
}

describe("a link", () => {
  let shopper: Shopper;
  let url = "";
  beforeAll(async () => {
    shopper = await world.shopper();
    await shopper.page.goto(world.host.page("link.", byLink));
    await confirm(shopper);
    await shopper.sees("activated");
  });
  afterAll(() => shopper.close());

  it("is on the page for this device, and as a QR code for the phone; nothing is billed for it", async () => {
    url = (await shopper.part("link").getAttribute("href")) ?? "";
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/flow\/.+key=/);
    expect(await shopper.part("link").getAttribute("rel")).toBe("noopener noreferrer");
    await shopper.press("rest");
    const symbol = shopper.part("barcode");
    await symbol.scrollIntoViewIfNeeded();
    expect(await scan(await shopper.page.screenshot())).toMatchObject([{ text: url }]);
    expect(await world.billed("link.")).toEqual([]);
    expect(world.changes("link.")).toEqual(["book", "activate"]);
  });

  it("is the same after a reload and in another tab, and asking again has no other effect", async () => {
    await shopper.page.reload();
    const tab = await shopper.tab();
    await tab.page.goto(world.host.page("link.", byLink));
    for (const each of [shopper, tab]) {
      await each.sees("activated");
      await each.part("link").waitFor();
      expect(await each.part("link").getAttribute("href")).toBe(url);
    }
    await tab.close();
    expect(world.changes("link.")).toEqual(["book", "activate"]);
  });

  it("is nowhere but in its place, and gone when the page is left", async () => {
    const kept = await shopper.page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.body.outerHTML]),
    );
    expect(kept).not.toContain("/flow/");
    await shopper.page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent("pagehide"));
    });
    expect(await shopper.part("link").count()).toBe(0);
    expect(await shopper.part("barcode").count()).toBe(0);
    await shopper.page.reload();
    await shopper.part("link").waitFor();
  });

  it("leads to one code, which the page reports when the user comes back", async () => {
    await openLink(shopper, url);
    await comeBack(shopper);
    await shopper.sees("redeemed");
    await shopper.reveal();
    const [billed, ...more] = await world.billed("link.");
    expect(more).toEqual([]);
    const values = (await shopper.codes()).map(({ value }) => value);
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) expect(billed?.codes.map((item) => item.value)).toContain(value);
    expect(await shopper.violations()).toEqual([]);
    expect(world.host.violations("link.")).toEqual([]);
  });
});

describe("a mail", () => {
  let shopper: Shopper;
  beforeAll(async () => {
    shopper = await world.shopper();
  });
  afterAll(() => shopper.close());

  it("is sent once, to the user's address, which the page shows masked", async () => {
    await shopper.page.goto(world.host.page("mail.", byMail));
    await confirm(shopper);
    await shopper.sees("notified");
    await shopper.reads("i•••@customer.example");
    expect(await shopper.text()).not.toContain(EMAIL);
    expect(world.control.outbox()).toMatchObject([{ to: EMAIL }]);
    expect(world.changes("mail.")).toEqual(["create"]);
    await shopper.page.reload();
    await shopper.sees("notified");
    expect(world.changes("mail.")).toEqual(["create"]);
  });
});
