/** The bar on each page of the demo: where it leads, what it may ask for, and the help pages, which have it, too. */
import { afterEach, expect, it } from "vitest";
import { type Demo, startDemo } from "../../../demo/index.ts";

const PUBLIC_URL = "http://127.0.0.1:4000";
const PAGES = [
  "shop",
  "yours",
  "supermarket",
  "bank",
  "employer",
  "proof",
  "portal",
  "desk",
  "mailbox",
  "control",
];
let demo: Demo;
let begun = 0;
afterEach(() => demo.stop());
const start = async (publicUrl = PUBLIC_URL): Promise<void> => {
  begun = 0;
  demo = await startDemo({ publicUrl, startOver: async () => void begun++ });
};
/** The token server's origin is asked in process; the others have ports of their own. */
const get = (url: string): Response | Promise<Response> =>
  url.startsWith("/") || new URL(url).port === "4000" ? demo.pages.request(url) : fetch(url);
const barOf = async (origin: string) =>
  (await (await get(`${origin}/demo/bar.json`)).json()) as {
    links: Record<string, string>;
    mayAsk: boolean;
  };

it("leads from each page, on each origin, to all others, each of which answers and has the bar", async () => {
  await start();
  const { mailbox } = demo.addresses;
  for (const origin of [PUBLIC_URL, new URL(mailbox).origin]) {
    const { links, mayAsk } = await barOf(origin);
    expect([Object.keys(links), mayAsk]).toEqual([PAGES, true]);
    for (const [name, link] of Object.entries(links)) {
      const page = await get(link);
      expect([name, page.status]).toEqual([name, 200]);
      const text = await page.text();
      expect(text).toContain(`data-page="${name}"`);
      // No module, which would run after the bar was seen that ?present hides.
      expect(text).toMatch(/<script src="[^"]*bar\.js">/);
    }
    for (const file of ["bar.js", "bar.css"]) expect((await get(`${origin}/demo/${file}`)).status).toBe(200);
  }
});

it("keeps the name of this machine that the visitor typed", async () => {
  await start();
  const { links } = await barOf("http://localhost:4000");
  expect(links.mailbox).toBe(demo.addresses.mailbox.replace("127.0.0.1", "localhost"));
});

it("leads a visitor from another machine only to what answers there, and asks for nothing", async () => {
  await start();
  const { links, mayAsk } = await barOf("http://192.168.0.7:4000");
  expect([Object.keys(links), mayAsk]).toEqual([PAGES.slice(0, 5), false]);
});

it("starts everything over for a page of the demo on any of its origins, and for no other page", async () => {
  await start();
  const ask = (origin?: string) =>
    demo.pages.request("/demo/start-over", { method: "POST", headers: origin ? { origin } : {} });
  expect((await ask(PUBLIC_URL)).status).toBe(204);
  for (const other of [undefined, "https://elsewhere.example"]) expect((await ask(other)).status).toBe(403);
  const { origin } = new URL(demo.addresses.mailbox);
  const answer = await fetch(`${origin}/demo/start-over`, { method: "POST", headers: { origin } });
  expect(answer.status).toBe(204);
  const reset = new URL("/control/reset", demo.addresses.control);
  await fetch(reset, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  expect(begun).toBe(3);
});

it("the help of an order that cannot be read is a page all the same, without markup of the link's", async () => {
  await start();
  const answer = await demo.pages.request("/demo/help/demo?order=<b>x</b>");
  const text = await answer.text();
  const has = ["<b>x", "How can we help?", "demo/bar.js"].map((part) => text.includes(part));
  expect([answer.status, ...has]).toEqual([200, false, true, true]);
  expect((await demo.pages.request("/demo/help/nobody")).status).toBe(404);
});
