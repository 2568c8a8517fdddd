/** The demo needs no network: whatever its pages load comes from this machine. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Demo, JOURNEY_TIMEOUTS, SOON, startDemo } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

it("no request of any page in the bar leaves loopback, nor one on the way to a code", async () => {
  const shopper = await demo.visit("/demo/");
  const { context, page } = shopper;
  const hosts = new Set<string>();
  context.on("request", (request) => {
    if (request.url().startsWith("http")) hosts.add(new URL(request.url()).hostname);
  });
  const links = page.locator("aside.demo a");
  await expect.poll(() => links.count(), SOON).toBe(9);
  const addresses = await links.evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href));
  for (const address of addresses) {
    const answer = await page.goto(address, { waitUntil: "load" });
    expect([address, answer?.status()]).toEqual([address, 200]);
    await page.locator('aside.demo a[aria-current="page"]').waitFor();
  }
  await page.goto(`${demo.server.url}/demo/`);
  await shopper.redeem("FERNHALLOW-20");
  expect([...hosts]).toEqual(["127.0.0.1"]);
  await shopper.close();
});
