/** The demo's bar in a browser: the tour over five pages, a presenter without the bar, a phone in the local network. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { foundIn } from "./axe.ts";
import type { Shopper } from "./shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, SOON, startDemo } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const PHONE = { width: 390, height: 844 };
/** What may stand above an outlined target that begins at the top. */
const TOP_PX = 80;
/** The pages of the five steps, and what is outlined there. */
const STEPS = [
  [/\/demo\/\?tour=1$/, "reward-redemption"],
  [/\/demo\/proof\/\?tour=2$/, "[data-plug=lost]"],
  [/\/demo\/proof\/\?tour=3$/, ".counters"],
  [/\/demo\/desk\/\?tour=4/, "#orders"],
  [/\/demo\/brand\/\?tour=5/, ".brand-fields"],
] as const;
const TITLES = ["Pick", "Pull the plug", "One code", "The desk refunds", "Your brand"];
const GERMAN = ["Aussuchen", "Stecker ziehen", "Ein Code", "Der Kundenservice erstattet", "Ihre Marke"];

let demo: Demo;
let shopper: Shopper;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());
afterEach(async () => {
  expect(await shopper.violations()).toEqual([]);
  await shopper.close();
});

const panel = () => shopper.page.locator(".demo-tour");
const bar = () => shopper.page.locator("aside.demo");

/** The step is on its page, its heading has the focus, and its target is in sight above the panel. */
async function isAt(step: number, title: string): Promise<void> {
  const { page } = shopper;
  const [address, target] = STEPS[step - 1] ?? [/./, ""];
  await page.waitForURL(address);
  await expect.poll(() => page.locator(":focus").textContent(), SOON).toBe(title);
  await page.locator(`:is(${target})[data-tour]`).waitFor();
  const room = (await panel().boundingBox())?.y ?? 0;
  const isInSight = async () => {
    const { y = -1, height = 0 } = (await page.locator("[data-tour]").boundingBox()) ?? {};
    // What is taller than the room begins at its top.
    return y > -1 && (height <= room ? y + height <= room : y < TOP_PX);
  };
  await expect.poll(isInSight, SOON).toBe(true);
}

it("tours by keyboard through five steps and back, and ends where it is", async () => {
  shopper = await demo.visit("/demo/brands/bank/");
  const { page } = shopper;
  await page.getByRole("button", { name: "Tour" }).press("Enter");
  for (const [index, title] of TITLES.entries()) {
    await isAt(index + 1, title);
    if (index === 1) {
      await page.reload();
      await isAt(2, title);
    }
    if (index < TITLES.length - 1) await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("ArrowLeft");
  await isAt(4, "The desk refunds");
  await page.keyboard.press("Escape");
  await expect.poll(() => panel().count()).toBe(0);
  expect([new URL(page.url()).search, await page.locator("[data-tour]").count()]).toEqual(["", 0]);
  await expect.poll(() => page.locator(":focus").textContent()).toBe("Tour");
});

it("tours by buttons, in German on a phone's width, where axe finds nothing", async () => {
  shopper = await demo.visit("/demo/?tour=1", { locale: "de-DE", viewport: PHONE, reducedMotion: "reduce" });
  for (const [index, title] of GERMAN.entries()) {
    await isAt(index + 1, title);
    await panel()
      .getByText(`${index + 1} von 5`)
      .waitFor();
    expect(await foundIn(shopper.page)).toEqual([]);
    if (index < GERMAN.length - 1) await panel().getByRole("button", { name: "Weiter" }).click();
  }
  await panel().getByRole("button", { name: "Zurück" }).click();
  await isAt(4, "Der Kundenservice erstattet");
  await panel().getByRole("button", { name: "Beenden" }).click();
  await expect.poll(() => panel().count()).toBe(0);
});

it("hides the bar with ?present, from page to page, until ?present=off", async () => {
  shopper = await demo.visit("/demo/?present");
  const { page } = shopper;
  const isHidden = async () => {
    await page.locator("aside.demo .demo-fold").waitFor({ state: "attached" });
    return bar().isHidden();
  };
  expect(await isHidden()).toBe(true);
  await page.goto(`${demo.server.url}/demo/proof/?tour=3`);
  expect(await isHidden()).toBe(true);
  await panel().getByRole("button", { name: "Next" }).click();
  await page.waitForURL(STEPS[3][0]);
  expect(await isHidden()).toBe(true);
  await page.goto(`${demo.server.url}/demo/desk/?present=off`);
  expect(await isHidden()).toBe(false);
});

it("shows the pages of an order on a phone, once the switch is on, with pictures and codes", async () => {
  shopper = await demo.visit("/demo/?theme=light");
  const { page } = shopper;
  // The machine has no local network here, or one that others are in: loopback stands in.
  await page.route("**/demo/phone", async (route) => {
    const body = route.request().postDataJSON();
    const change = body.on ? { network: "127.0.0.1" } : {};
    const answer = await route.fetch({ postData: { ...body, ...change } });
    await route.fulfill({ json: { ...(await answer.json()), networks: ["127.0.0.1"] } });
  });
  await page.getByRole("button", { name: "On a phone" }).click();
  await page.getByText("everybody in that network").waitFor();
  const link = page.locator(".demo-phone a");
  expect([await page.getByRole("switch").isChecked(), await link.count()]).toEqual([false, 0]);
  await page.getByRole("switch").click();
  const address = await link.textContent();
  await page.getByRole("img", { name: "QR code" }).waitFor();
  expect(await foundIn(page)).toEqual([]);

  const phone = await demo.shopper({ viewport: PHONE, hasTouch: true, isMobile: true });
  const asked = new Set<string>();
  phone.page.on("request", (request) => asked.add(new URL(request.url()).origin));
  await phone.page.goto(address ?? "");
  await phone.sees("open");
  await phone.part("reward").first().click();
  await phone.press("book");
  await phone.press("confirm");
  await phone.sees("redeemed");
  await phone.part("code").first().waitFor();
  const pictures = () =>
    phone.widget.evaluate((host) =>
      [...(host.shadowRoot?.querySelectorAll("img") ?? [])].map(({ naturalWidth }) => naturalWidth),
    );
  await expect.poll(pictures).toEqual([expect.any(Number)]);
  expect([await phone.violations(), [...asked]]).toEqual([[], [new URL(address ?? "").origin]]);
  expect(await phone.page.getByRole("button", { name: "Start over" }).count()).toBe(0);
  await page.getByRole("switch").click();
  await expect.poll(() => fetch(address ?? "").catch(() => "closed")).toBe("closed");
  await phone.close();
});

it("starts over from the mailbox, and folds into one button where there is no room", async () => {
  shopper = await demo.visit("/demo/");
  const { page } = shopper;
  await page.evaluate(() => sessionStorage.setItem("before", "x"));
  await page.getByRole("link", { name: "Mailbox" }).click();
  await page.getByRole("heading", { level: 1, name: "Mailbox" }).waitFor();
  await page.setViewportSize(PHONE);
  const [fold, over] = ["Demo", "Start over"].map((name) => bar().getByRole("button", { name }));
  expect(await over?.isVisible()).toBe(false);
  await fold?.click();
  expect(await foundIn(page)).toEqual([]);
  const [answer] = await Promise.all([page.waitForResponse("**/demo/start-over"), over?.click()]);
  expect(answer.status()).toBe(204);
  await page.getByText("No mail was sent yet").waitFor();
});
