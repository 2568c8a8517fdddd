/**
 * Clickjacking: another website shows the customer's page in an invisible frame, and gets a user to click where the
 * widget's buttons are. Chromium can detect that; its false alarms must not block a user.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Shopper } from "./shopper.ts";
import { createWorld, JOURNEY_TIMEOUTS, only, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const SKU = "PIXELBARN-50";
/**
 * Longer than three times, ms: a button must be visible before it counts, a button that just appeared ignores presses,
 * and Chromium keeps clicks from a frame that just appeared. A browser's visibility check has no virtual time.
 */
const A_MOMENT = 800;

let world: World;
/** Another website: each of its pages by its path. */
let stranger: Server;
const pages = new Map<string, string>();
let orders = 0;
beforeAll(async () => {
  world = await createWorld();
  stranger = createServer(({ url = "" }, response) =>
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(`<!doctype html>${pages.get(url) ?? ""}`),
  );
  await new Promise<void>((listening) => stranger.listen(0, "127.0.0.1", listening));
});
afterAll(async () => {
  stranger.close();
  await world.close();
});

/** A new order, and a user of their own for it. */
async function begin(): Promise<{ orderId: string; shopper: Shopper }> {
  orders += 1;
  const orderId = `framed.${orders}`;
  return { orderId, shopper: await world.shopper() };
}
/** The address of a page of the other website. */
function strange(orderId: string, html: string): string {
  pages.set(`/${orderId}`, html);
  return `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/${orderId}`;
}

interface Framing {
  /** Style of the frame. */
  readonly frame?: string;
  /** An element in front of the frame. */
  readonly over?: string;
  /** Style of an element of the customer's own page around the widget. */
  readonly around?: string;
}

/** Opens the customer's page in a frame of the other website, at its confirmation. */
async function framed({ frame = "", over = "", around = "" }: Framing) {
  const { orderId, shopper } = await begin();
  const page = world.host.ownPage(orderId, only(SKU, "PIXELBARN-10"), {
    body: (session) =>
      `<script type="module" src="${world.server().url}/widget.js"></script>
       <div style="${around}"><reward-redemption session="${session}"></reward-redemption></div>`,
  });
  const html = `<body style="margin: 0"><iframe src="${page}" style="border: 0; width: 800px; height: 600px; ${frame}"></iframe>${over}`;
  await shopper.page.goto(strange(orderId, html));
  const inner = shopper.page.frames().find((each) => each.url() === page) as Frame;
  const widget = inner.locator("reward-redemption");
  const part = (name: string): Locator => widget.locator(`[part~="${name}"]`);
  const state = (): Promise<string | null> => widget.getAttribute("data-state");
  const sees = (name: string): Promise<void> => inner.locator(`[data-state="${name}"]`).waitFor();
  /** A user's click wherever the page has led the pointer: the topmost element there gets it. */
  const click = async (target: Locator): Promise<void> => {
    const box = await target.boundingBox();
    if (!box) throw new Error("it has no place");
    await shopper.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  await part("reward").first().waitFor();
  await shopper.page.waitForTimeout(A_MOMENT);
  await click(widget.locator(`[data-sku="${SKU}"]`));
  await part("terms").waitFor();
  await shopper.page.waitForTimeout(A_MOMENT);
  await click(part("book"));
  await sees("booked");
  await shopper.page.waitForTimeout(A_MOMENT);
  return { orderId, shopper, widget, part, state, sees, click };
}

/** These tests mostly wait, so they run beside each other. */
describe.concurrent("in a frame of another website", () => {
  const hidden: [how: string, framing: Framing][] = [
    ["that nobody sees", { frame: "opacity: 0" }],
    [
      "under something that lets clicks through",
      {
        over: `<div style="position: fixed; inset: 0; background: #fff; pointer-events: none">Win a car!</div>`,
      },
    ],
  ];
  it.each(hidden)("%s, clicks confirm nothing, and the words say why", async (_, framing) => {
    const { orderId, shopper, part, state, sees, click, widget } = await framed(framing);
    for (let time = 0; time < 3; time++) {
      await click(part("confirm"));
      await shopper.page.waitForTimeout(A_MOMENT);
    }
    expect([await state(), world.changes(orderId)]).toEqual(["booked", ["book"]]);
    expect(await widget.locator("[part~=alert]").textContent()).toMatch(
      /Nothing was confirmed.*press it again.*Nothing is final until you confirm/s,
    );
    // The covering element is removed: now the same press counts.
    await shopper.page.evaluate(() => {
      document.querySelector("div")?.remove();
      document.querySelector("iframe")?.style.setProperty("opacity", "1");
    });
    await shopper.page.waitForTimeout(A_MOMENT);
    await click(part("confirm"));
    await sees("redeemed");
    expect(await world.billed(orderId)).toHaveLength(1);
    await shopper.close();
  });

  it("that is invisible, a key still confirms: no user can be led to the keyboard like that", async () => {
    const { shopper, part, sees } = await framed({ frame: "opacity: 0" });
    await part("confirm").focus();
    await shopper.page.keyboard.press("Enter");
    await sees("redeemed");
    await shopper.close();
  });

  const shown: [how: string, framing: Framing, said: number][] = [
    ["that is shown as it is", {}, 0],
    ["whose own page is turned", { around: "transform: rotate(1deg) scale(0.9)" }, 1],
    ["whose own page fades", { around: "opacity: 0.9" }, 1],
  ];
  it.each(shown)(
    "%s, the first click confirms; that nothing is checked is on the console",
    async (_, framing, said) => {
      const { shopper, part, sees, click } = await framed(framing);
      const told: string[] = [];
      shopper.page.on("console", (message) => told.push(message.text()));
      await click(part("confirm"));
      await sees("redeemed");
      expect(told.filter((line) => /covers the confirm button/.test(line))).toHaveLength(said);
      await shopper.close();
    },
  );

  it("a click as soon as the button can be pressed confirms", async () => {
    const { orderId, shopper } = await begin();
    const page = world.host.page(orderId, only(SKU, "PIXELBARN-10"));
    const html = `<iframe src="${page}" style="width: 800px; height: 600px"></iframe>`;
    await shopper.page.goto(strange(orderId, html));
    const widget = shopper.page.frameLocator("iframe").locator("reward-redemption");
    await widget.locator(`[data-sku="${SKU}"]`).click();
    await widget.locator("[part~=book][aria-disabled=false]").click();
    await widget.locator("[part~=confirm][aria-disabled=false]").click();
    await widget.locator("[part~=code]").first().waitFor();
    await shopper.close();
  });
});

it("without a frame, the browser is not asked, whatever the page puts above the widget", async () => {
  const { orderId, shopper } = await begin();
  const cover = `<div style="position: fixed; inset: 0; pointer-events: none; background: rgb(0 0 0 / 0.1)"></div>`;
  await shopper.page.goto(
    world.host.ownPage(orderId, only(SKU, "PIXELBARN-10"), {
      body: (session) =>
        `<script type="module" src="${world.server().url}/widget.js"></script><reward-redemption session="${session}"></reward-redemption>${cover}`,
    }),
  );
  await shopper.redeem(SKU);
  await shopper.close();
});
