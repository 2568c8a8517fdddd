/** The whole flow by keyboard alone: no pointer touches the page. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { PROMOTIONS } from "../../demo/fulfillment/app.ts";
import type { Shopper } from "./shopper.ts";
import { createWorld, JOURNEY_TIMEOUTS, SOON, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

/** Between two stops there is at most the whole catalog. */
const STOPS_MOST = 120;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

interface Stop {
  readonly part: string;
  readonly sku: string | undefined;
  /** Whether the user can see the focused element. */
  readonly isVisible: boolean;
}

/** The focused element. */
const here = ({ page }: Shopper): Promise<Stop> =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    const { outlineStyle = "none", outlineWidth = "0px" } = active ? getComputedStyle(active) : {};
    return {
      part: active?.part[0] ?? active?.localName ?? "",
      sku: active instanceof HTMLElement ? active.dataset.sku : undefined,
      isVisible: outlineStyle !== "none" && outlineWidth !== "0px",
    };
  });

/** Waits until the button is enabled. */
const ready = ({ widget }: Shopper, part: string): Promise<void> =>
  widget.locator(`[part~="${part}"][aria-disabled="false"]`).waitFor();

/** Presses Tab until the element has the focus; each stop on the way must be visible. */
async function tabTo(shopper: Shopper, part: string, sku?: string): Promise<void> {
  for (let stops = 0; stops < STOPS_MOST; stops++) {
    await shopper.page.keyboard.press("Tab");
    const stop = await here(shopper);
    if (stop.part !== "body") expect(stop).toMatchObject({ isVisible: true });
    if (stop.part === part && (sku === undefined || stop.sku === sku)) return;
  }
  expect.fail(`Tab never reached ${part}`);
}

it("search, choose, enter an amount, book, confirm, show, copy, and out again", async () => {
  const shopper = await world.shopper({ permissions: ["clipboard-read", "clipboard-write"] });
  const { keyboard } = shopper.page;
  await shopper.page.goto(
    world.host.page("keys.", { promotion_id: String(PROMOTIONS.main), max_amount: "40" }),
  );
  await shopper.sees("open");

  await tabTo(shopper, "search");
  await keyboard.type("velmora");
  await tabTo(shopper, "reward", "VELMORA-VAR");
  await keyboard.press("Enter");
  await shopper.sees("details");

  await tabTo(shopper, "amount");
  await keyboard.type("41");
  await keyboard.press("Enter");
  await shopper.reads("Please enter an amount between");
  expect(await here(shopper)).toMatchObject({ part: "amount" });
  await keyboard.press("ControlOrMeta+a");
  await keyboard.type("40");
  await tabTo(shopper, "book");
  await ready(shopper, "book");
  await keyboard.press("Space");
  await shopper.sees("booked");

  await tabTo(shopper, "confirm");
  await ready(shopper, "confirm");
  await keyboard.press("Enter");
  await shopper.sees("redeemed");

  await tabTo(shopper, "reveal");
  await keyboard.press("Enter");
  const [billed] = await world.billed("keys.");
  expect(billed).toMatchObject({ amount: 40, sku: "VELMORA-VAR" });
  const value = (usage: string) => billed?.codes.find((item) => item.usage === usage)?.value;
  await expect
    .poll(() => shopper.codes(), SOON)
    .toEqual(["primary", "security"].map((usage) => ({ usage, value: value(usage) })));
  expect(await here(shopper)).toMatchObject({ part: "code-value" });
  await tabTo(shopper, "copy");
  await keyboard.press("Space");
  await shopper.reads("copied.");
  expect(await shopper.page.evaluate(() => navigator.clipboard.readText())).toBe(value("security"));
  await tabTo(shopper, "till");
  await tabTo(shopper, "rest");
  await keyboard.press("Enter");
  await tabTo(shopper, "print");
  await tabTo(shopper, "body");
  await shopper.close();
});
