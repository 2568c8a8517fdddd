/** The portal in a browser: a clerk gives a reward, the customer's phone gets its code, and the clerk's browser never does. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { foundIn } from "./axe.ts";
import { record } from "./received.ts";
import type { Shopper } from "./shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, SOON, startDemo } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

async function openPortal(options?: Parameters<Demo["visit"]>[1]): Promise<Shopper> {
  const { url } = demo.server;
  // Each begins with a whole limit.
  await fetch(`${url}/demo/start-over`, { method: "POST", headers: { origin: url } });
  const clerk = await demo.visit("/demo/portal/", options);
  await clerk.page.locator("#customers button").first().waitFor();
  return clerk;
}

async function find(page: Page, name: string): Promise<void> {
  await page.getByLabel("Find a customer").fill(name);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name }).waitFor();
}

const limit = (page: Page) => page.locator("#limit-words").textContent();

/** From the portal's form to the picker. */
async function wish(page: Page, amount: string, way: string): Promise<void> {
  await page.getByText(amount, { exact: true }).first().click();
  await page.getByText(way, { exact: true }).click();
  await page.locator("#go").click();
}

async function give(clerk: Shopper): Promise<void> {
  await clerk.sees("open");
  const sku = await clerk.part("reward").first().getAttribute("data-sku");
  await clerk.pick(sku ?? expect.fail());
  await clerk.press("book");
  // The button takes the other one's place, and is pressed once it stands still.
  await clerk.part("confirm").click({ trial: true });
  await clerk.press("confirm");
}

/** Past the page: what somebody with a console would send. */
async function direct(page: Page, name: string, body: object) {
  return page.evaluate(
    async ([address, json]) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(address ?? "", { method: "POST", headers, body: json ?? "" });
      return { status: answer.status, body: await answer.text() };
    },
    [`api/${name}`, JSON.stringify(body)],
  );
}

it("gives 30 by a link: the limit goes down, the customer's phone gets the code, the clerk's browser never does", async () => {
  const clerk = await openPortal();
  const { page } = clerk;
  const recorder = await record(page);
  await find(page, "Karin Vogt");
  expect(await limit(page)).toBe("My limit today: €200 of €200");
  await wish(page, "€30", "By QR code");
  await give(clerk);
  await clerk.sees("activated");
  await clerk.reads("Only the customer can see it.");
  await expect.poll(() => limit(page), SOON).toBe("My limit today: €170 of €200");
  const address = await page.getByRole("link", { name: "Open the customer’s page" }).getAttribute("href");

  const phone = await demo.shopper({ viewport: { width: 390, height: 844 } });
  const heard = await record(phone.page);
  await phone.page.goto(address ?? expect.fail());
  await phone.page.getByRole("button", { name: "Sign in" }).click();
  await phone.page.getByText("Karin Vogt, Jana Albers has a thank-you of €30 for you.").waitFor();
  await phone.sees("activated");
  const [link] = await Promise.all([
    phone.context.waitForEvent("page"),
    phone.widget.getByRole("link", { name: "Open" }).first().click(),
  ]);
  // The provider's page makes the code once its button is pressed.
  await link.getByRole("button").click();
  await link.waitForLoadState();
  await link.close();
  const standing = (): Promise<string | undefined> =>
    phone.widget.evaluate((host) => {
      document.dispatchEvent(new Event("visibilitychange"));
      return (host as HTMLElement).dataset.state;
    });
  await expect.poll(standing, { ...SOON, interval: 1_000 }).toBe("redeemed");
  await phone.reveal();
  const codes = (await phone.codes()).flatMap(({ value }) => value ?? []);
  expect(codes.length).toBeGreaterThan(0);

  await page.locator("#gift-state").getByText("Issued").waitFor();
  await page.getByText("You never see the code. Look for it.").click();
  await page.locator("#proof-answers").getByText("it is not shown to staff").waitFor();
  expect(await foundIn(page)).toEqual([]);
  await recorder.lookAround();
  await recorder.settle();
  expect(recorder.received.length).toBeGreaterThan(10);
  await heard.settle();
  expect(heard.find(...codes)).not.toEqual([]);
  expect(recorder.find(...codes).map(({ from }) => from)).toEqual([]);
  expect([...(await clerk.violations()), ...(await phone.violations())]).toEqual([]);

  const desk = await demo.visit("/demo/desk/");
  await desk.page.locator("#orders .row").filter({ hasText: "Jana Albers" }).click();
  await desk.page.locator("#facts").getByText("Given by").waitFor();
  for (const each of [desk, phone, clerk]) await each.close();
});

it("above 50 nothing opens before a second person has approved, also past the page", async () => {
  const clerk = await openPortal();
  const { page } = clerk;
  await find(page, "Edeltraud Böhme");
  await wish(page, "€120", "Printed");
  await page.getByText("A second person approves, not you.").waitFor();
  expect(await clerk.widget.count()).toBe(0);
  const id = await page.locator("#due-list button").getAttribute("data-name");
  const by = "Jana Albers";
  expect(await direct(page, "session", { id, by })).toMatchObject({ status: 403 });
  expect(await direct(page, "decide", { id, by, yes: true })).toMatchObject({ status: 403 });
  expect(await direct(page, "session", { id, by })).toMatchObject({ status: 403 });

  await page.getByLabel("Signed in as").selectOption("Ruth Sommer");
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Approved by Ruth Sommer. Jana Albers gives it.").waitFor();
  expect(await clerk.widget.count()).toBe(0);
  await page.getByLabel("Signed in as").selectOption(by);
  await give(clerk);
  await page.getByRole("heading", { name: "A thank-you for Edeltraud Böhme" }).waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("#qr svg").isVisible()).toBe(true);
  expect(await page.locator("#file, #place, .top").filter({ visible: true }).count()).toBe(0);
  await clerk.close();
});

it("a mail goes to the customer, and what is left of the limit decides what may be given", async () => {
  const clerk = await openPortal();
  const { page } = clerk;
  await find(page, "Milan Petrović");
  for (const left of [150, 100, 50]) {
    await wish(page, "€50", "By e-mail");
    await give(clerk);
    await clerk.sees("notified");
    await expect.poll(() => limit(page), SOON).toBe(`My limit today: €${left} of €200`);
    await page.getByRole("button", { name: "Another reward" }).click();
  }
  await page.getByText("€80", { exact: true }).click();
  await page.getByText("More than is left of your limit today.").waitFor();
  expect(await page.locator("#go").isDisabled()).toBe(true);
  await clerk.close();
});

it("says that it cannot be reached until it can", async () => {
  const clerk = await openPortal();
  const { page } = clerk;
  await page.route("**/api/look", (route) => route.abort());
  await page.getByText("The portal cannot be reached").waitFor();
  await page.unroute("**/api/look");
  await page.getByText("The portal cannot be reached").waitFor({ state: "detached" });
  await clerk.close();
});

it("speaks German, and the customer's page of a gift that was asked for in German, too", async () => {
  const clerk = await openPortal({ locale: "de-DE" });
  const { page } = clerk;
  await page.getByRole("button", { name: "Tobias Rehm" }).click();
  await page.getByText("10 €", { exact: true }).click();
  await page.getByRole("button", { name: "Prämie aussuchen" }).click();
  await give(clerk);
  await page.getByText("Tobias Rehm scannt diesen Code").waitFor();
  const address = await page.locator("#slip-link").getAttribute("href");
  const phone = await demo.shopper();
  await phone.page.goto(address ?? expect.fail());
  await phone.page.getByRole("button", { name: "Anmelden" }).click();
  await phone.page.getByText("Tobias Rehm, Jana Albers hat ein Dankeschön über 10 € für Sie.").waitFor();
  for (const each of [phone, clerk]) await each.close();
});

describe.each([390, 1280, 1440])("at %i", (width) => {
  it.each(["light", "dark"] as const)(
    "axe finds nothing, %s, and nothing scrolls sideways",
    async (colorScheme) => {
      const clerk = await openPortal({ viewport: { width, height: 844 }, colorScheme });
      const { page } = clerk;
      expect(await foundIn(page)).toEqual([]);
      await wish(page, "€80", "By QR code");
      await page.getByText("A second person approves, not you.").waitFor();
      await page.getByLabel("Signed in as").selectOption("Deniz Kaya");
      await page.getByRole("button", { name: "Approve" }).waitFor();
      expect(await foundIn(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await clerk.close();
    },
  );
});
