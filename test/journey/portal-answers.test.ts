import { describe, expect, it, vi } from "vitest";
import { setUpCounter } from "./counter.ts";
import { FEW_SKU } from "./desk.ts";
import { JOURNEY_TIMEOUTS } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const counter = setUpCounter();

describe("an unwelcome answer", () => {
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

  it("to the page or to the widget changes both: the backend is told", async () => {
    const { desk, openBeside, shopper } = counter;
    const order = await desk.newOrder({ email: "two@customer.example" });
    const other = await openBeside(order);
    await other.stands("Nothing chosen");
    await desk.press("Hand out");
    await shopper.book(FEW_SKU);
    await other.stands("Reserved");
    await other.act("Cancel order");
    await other.says(/is canceled/);
    await desk.stands("Canceled");
    await other.page.close();
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
});
