import { describe, expect, it, vi } from "vitest";
import { setUpCounter } from "./counter.ts";
import { FEW_SKU } from "./desk.ts";
import { JOURNEY_TIMEOUTS } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const counter = setUpCounter();

describe("an unwelcome answer", () => {
  it("of a cancel that fails leads to a retry, and a refund that changed nothing says why", async () => {
    const { desk, page, shopper } = counter;
    const order = await desk.newOrder({ email: "patience@customer.example" });
    const refuse = { status: 503, json: { error: "upstream_unavailable" } };
    await page.route("**/api/cancel", (route) => route.fulfill(refuse), { times: 1 });
    await desk.act("Cancel order");
    await desk.says(/has not answered yet.*noted/);
    await desk.press("Ask again");
    await desk.says(`Order ${order} is canceled.`);

    await desk.newOrder({ email: "patience@customer.example" });
    await desk.press("Hand out");
    await shopper.redeem(FEW_SKU);
    await page.route("**/api/refund", async (route) => {
      const answer = await route.fetch({ url: route.request().url().replace("refund", "order") });
      await route.fulfill({ json: { ...(await answer.json()), refunded: false } });
    });
    await desk.act("Refund");
    await desk.says(/Not refunded: .*only in the month/);
    await desk.stands("Issued");
  });

  it("to Cancel and to Refund, lost on its way, does not hide that the action is done", async () => {
    const { desk, page, shopper } = counter;
    const lose = (action: string) =>
      page.route(
        `**/api/${action}`,
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
    const canceled = await desk.newOrder({ email: "lost@customer.example" });
    await lose("cancel");
    await desk.act("Cancel order");
    await desk.says(`Order ${canceled} is canceled.`);

    const refunded = await desk.newOrder({ email: "lost@customer.example" });
    await desk.press("Hand out");
    await shopper.redeem(FEW_SKU);
    await desk.stands("Issued");
    await lose("refund");
    await desk.act("Refund");
    await desk.says(`Order ${refunded} is refunded.`);
  });

  it("to a Cancel that never arrived shows the order's state, or says that it is unknown", async () => {
    const { desk, page } = counter;
    const order = await desk.newOrder({ email: "lost@customer.example" });
    await page.route("**/api/cancel", (route) => route.abort(), { times: 2 });
    await desk.act("Cancel order");
    await desk.says(/answer to the cancellation was lost.*it was not canceled/);
    await page.route("**/api/order", (route) => route.abort(), { times: 1 });
    await desk.press("Ask again");
    await desk.says(/is not known here/);
    await desk.press("Ask again");
    await desk.says(`Order ${order} is canceled.`);
  });

  it("to the page or to the widget changes both: the page shows what either learns", async () => {
    const { desk, openBeside, shopper } = counter;
    const order = await desk.newOrder({ email: "two@customer.example" });
    const other = await openBeside(order);
    await other.stands("Nothing chosen");
    await desk.press("Hand out");
    await shopper.book(FEW_SKU);
    // The tab becomes visible: a browser without a window shows all its tabs, so the event is sent by hand.
    const seen = () => other.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await seen();
    await other.stands("Reserved");
    await other.act("Cancel order");
    await other.says(/is canceled/);
    await desk.stands("Reserved");
    let readings = 0;
    shopper.page.on("request", (request) => {
      if (request.url().endsWith("/api/order")) readings += 1;
    });
    await shopper.page.evaluate(() => {
      const told = () =>
        document
          .querySelector("reward-redemption")
          ?.dispatchEvent(new CustomEvent("reward-error", { bubbles: true, composed: true }));
      for (let times = 0; times < 5; times++) told();
    });
    await desk.stands("Canceled");
    expect(readings).toBe(1);
    await other.page.close();
  });

  it("to a search leaves no other customer's orders under the new term", async () => {
    const { desk, page } = counter;
    const order = await desk.newOrder({ name: "Somebody Else", email: "else@customer.example" });
    const entry = page.getByRole("link", { name: order });
    const again = page.getByRole("button", { name: "Ask again" });
    await desk.find("else@customer.example");
    await entry.waitFor();
    await page.route("**/api/find", (route) => route.abort(), { times: 2 });
    await desk.find("jonas.winterfeld@customer.example");
    await desk.says(/cannot be reached/);
    expect(await entry.count()).toBe(0);
    await again.click();
    await page.locator("#list:not([aria-busy])").waitFor();
    await desk.says(/cannot be reached/);
    await again.click();
    await page.getByText("0 entries for jonas.winterfeld@customer.example").waitFor();
    await desk.find("else@customer.example");
    await entry.waitFor();
    await desk.find("who is this");
    await desk.says(/neither an order number/);
    expect([await entry.count(), await again.count()]).toEqual([0, 0]);
  });

  it("to a search by name is about the customer, who is chosen if several have the name", async () => {
    const { desk, page } = counter;
    const first = await desk.newOrder({ name: "Zoë Quist", email: "zoe@customer.example" });
    await desk.find("quist");
    await page.getByRole("link", { name: first }).waitFor();
    const second = await desk.newOrder({ name: "Zacharias Quist", email: "zach@customer.example" });
    await desk.find("Quist");
    await page.getByRole("heading", { name: "Which customer?" }).waitFor();
    await page.getByRole("button", { name: "Zacharias Quist" }).click();
    await page.getByRole("link", { name: second }).waitFor();
    expect(await page.getByRole("link", { name: first }).count()).toBe(0);
    await desk.isFocused("list-title");
  });

  it("to Create order, lost on its way, makes one order however often the button is pressed", async () => {
    const { desk, page } = counter;
    const email = "lost@customer.example";
    const numbers: string[] = [];
    await page.route(
      "**/api/create",
      async (route) => {
        numbers.push((await (await route.fetch()).json()).order_id);
        await route.abort();
      },
      { times: 1 },
    );
    const making = desk.newOrder({ email });
    await page.getByRole("alert").getByText("Press Create order again").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Ida Berg");
    await desk.press("Create order");
    await page.getByRole("alert").getByRole("link", { name: numbers[0] }).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Ida Holm");
    await desk.press("Create order");
    expect([await making]).toEqual(numbers);
    await desk.find(email);
    // The earlier list stays until the new one has arrived.
    await expect.poll(() => page.locator("#waiting-orders li").count(), { timeout: 10_000 }).toBe(1);
  });

  it("names the errors of a new order at their fields, and focuses the first", async () => {
    const { desk, page, shopper } = counter;
    await page.getByRole("link", { name: "New order" }).click();
    await page.getByRole("radio", { name: "Code shown" }).waitFor();
    await page.getByLabel("E-mail", { exact: true }).fill("ida");
    await page.getByLabel("Only some").check();
    await desk.press("Create order");
    await desk.isFocused("email");
    await page.getByText("Enter an e-mail address").waitFor();
    await page.getByText("Choose at least one reward.").waitFor();
    await page.getByLabel("Filter rewards").fill("velmora any");
    await page.getByLabel(/Velmora Gift Card, \$5 to/).check();
    await page.getByLabel("up to a limit").check();
    await page.getByLabel("E-mail", { exact: true }).fill("ida@customer.example");
    await desk.press("Create order");
    await desk.isFocused("amount");
    await page.getByRole("textbox", { name: "Limit" }).fill("40");
    await desk.press("Create order");
    await desk.says(/is made/);
    await desk.press("Hand out");
    await shopper.part("amount").fill("41");
    await shopper.press("book");
    await shopper.reads("Please enter an amount between");
  });
});
