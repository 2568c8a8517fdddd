/** What the whole demo shares: the button that begins anew, and the help pages. */
import { afterEach, expect, it } from "vitest";
import { type Demo, startDemo } from "../../demo/index.ts";

const PUBLIC_URL = "http://127.0.0.1:4000";
let demo: Demo;
let begun = 0;
afterEach(() => demo.stop());
const start = async (): Promise<void> => {
  begun = 0;
  demo = await startDemo({ publicUrl: PUBLIC_URL, startOver: async () => void begun++ });
};

it("a page of the demo starts everything over, and no other page does", async () => {
  await start();
  const ask = (origin?: string) =>
    demo.pages.request("/demo/start-over", { method: "POST", headers: origin ? { origin } : {} });
  expect((await ask(PUBLIC_URL)).status).toBe(204);
  for (const other of [undefined, "https://elsewhere.example"]) expect((await ask(other)).status).toBe(403);
  expect(begun).toBe(1);
});

it("the control's button starts everything over as well", async () => {
  await start();
  const reset = new URL("/control/reset", demo.addresses.control);
  await fetch(reset, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  expect(begun).toBe(1);
});

it("the help of an order that cannot be read is a page all the same, without markup of the link's", async () => {
  await start();
  const answer = await demo.pages.request("/demo/help/demo?order=<b>x</b>");
  const text = await answer.text();
  expect([answer.status, text.includes("<b>x"), text.includes("How can we help?")]).toEqual([
    200,
    false,
    true,
  ]);
  expect((await demo.pages.request("/demo/help/nobody")).status).toBe(404);
});
