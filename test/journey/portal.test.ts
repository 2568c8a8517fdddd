import { describe, expect, it, vi } from "vitest";
import { setUpCounter } from "./counter.ts";
import { FEW_SKU } from "./desk.ts";
import { JOURNEY_TIMEOUTS } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const counter = setUpCounter();

describe("an order", () => {
  it("is handed out, redeemed with the customer, found by e-mail, and refunded", async () => {
    const { desk, page, shopper } = counter;
    const order = await desk.newOrder({ email: "Refund.Me@customer.example" });
    await desk.press("Hand out");
    await desk.isFocused("counter");
    await shopper.redeem(FEW_SKU);
    await desk.stands("Issued");
    await desk.find("refund.me@CUSTOMER.example");
    await page.getByRole("row", { name: order }).locator(".chip", { hasText: "Issued" }).waitFor();
    await page.getByRole("link", { name: order }).click();
    await desk.isFocused("order-title");
    await desk.act("Refund");
    await desk.says(`Order ${order} is refunded.`);
    await desk.stands("Refunded");
    await desk.isFocused("order-title");
    for (const action of ["Hand out again", "Refund", "Cancel order"]) {
      expect(await page.getByRole("button", { name: action, exact: true }).count()).toBe(0);
    }
  });

  it("is handed out again after a reload, with the same code; no address or storage names the customer or the code", async () => {
    const { asked, desk, page, shopper } = counter;
    const email = "again@customer.example";
    const order = await desk.newOrder({ email });
    const tokens: string[] = [];
    page.on("response", async (response) => {
      if (response.url().endsWith("/api/session")) tokens.push((await response.json()).session_token);
    });
    await desk.press("Hand out");
    await shopper.redeem(FEW_SKU);
    const codes = await shopper.codes();
    await page.reload();
    await desk.stands("Issued");
    expect(await shopper.widget.count()).toBe(0);
    await desk.press("Hand out again");
    await shopper.sees("redeemed");
    await shopper.part("reveal").first().click();
    expect(await shopper.codes()).toEqual(codes);
    await desk.press("Put away");
    expect(await shopper.widget.count()).toBe(0);
    await desk.isFocused("hand-out");
    await desk.find(email);
    await page.getByRole("link", { name: order }).waitFor();
    expect(tokens.map((token) => token.length > 20)).toEqual([true, true]);
    const places = [...asked, page.url()].join(" ");
    for (const secret of [...tokens, email, encodeURIComponent(email)]) expect(places).not.toContain(secret);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
      0,
      0,
      "",
    ]);
  });

  it("whose link was not opened is canceled", async () => {
    const { desk, page, shopper } = counter;
    const order = await desk.newOrder({ email: "link@customer.example", promotion: "Gifts by link" });
    await desk.press("Hand out");
    await shopper.sees("open");
    await shopper.widget.locator('[part~="reward"]').first().click();
    await shopper.press("book");
    await shopper.sees("booked");
    await shopper.press("confirm");
    await shopper.sees("activated");
    await desk.stands("Link given");
    await desk.press("Cancel order");
    await page.getByRole("dialog").getByText("link may not work any more").waitFor();
    await page.keyboard.press("Escape");
    await desk.isFocused("cancel");
    await desk.stands("Link given");
    await desk.act("Cancel order");
    await desk.says(`Order ${order} is canceled.`);
    await desk.stands("Canceled");
    expect(await shopper.widget.count()).toBe(0);
  });

  it("cannot be handed out a second time meanwhile, and offers a refund only once a code was redeemed", async () => {
    const { desk, page, shopper } = counter;
    await desk.newOrder({ email: "looks@customer.example" });
    const refund = page.getByRole("button", { name: "Refund", exact: true });
    const advice = page.getByText("Hand it out to choose one.");
    await advice.waitFor();
    await desk.press("Hand out");
    await shopper.sees("open");
    expect(await advice.count()).toBe(0);
    await desk.press("Put away");
    await advice.waitFor();
    await desk.press("Hand out");
    await shopper.book(FEW_SKU);
    await desk.stands("Reserved");
    expect(await refund.isVisible()).toBe(false);
    await shopper.press("confirm");
    await desk.stands("Issued");
    await refund.waitFor();
    const border = () => refund.evaluate((button) => getComputedStyle(button).borderColor);
    expect(await border()).not.toMatch(/rgba\(.*, 0\)|transparent/);
  });

  it("shows hostile texts as plain text", async () => {
    const { address, desk, page } = counter;
    const name = `<img src=x onerror="document.title='hit'">`;
    const order = await desk.newOrder({ name, email: "hostile@customer.example" });
    await page.locator("#facts").getByText(name, { exact: true }).waitFor();
    await page.getByRole("link", { name: "All orders" }).click();
    const waiting = page.getByRole("listitem").filter({ hasText: order });
    await waiting.getByText(name, { exact: true }).waitFor();
    await desk.find(`<b>${name}`);
    await desk.says(/neither an order number nor an e-mail address/);
    await page.goto(`${address}#/orders/${encodeURIComponent("<b>x</b>")}`);
    await desk.says(/not valid/);
    expect(await desk.title.textContent()).toBe("Order <b>x</b>");
    expect(await page.locator("main img, main b").count()).toBe(0);
    expect(await page.title()).not.toBe("hit");
  });
});
