/** What docs/privacy.md promises a page's visitor: nothing is kept in the browser, and nobody else learns of the visit. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createWorld, JOURNEY_TIMEOUTS, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** In the page: where a page can keep something, beside cookies and local storage. */
const kept = async () => ({
  session: Object.keys(sessionStorage),
  databases: (await indexedDB.databases()).map(({ name }) => name),
  caches: globalThis.isSecureContext ? await caches.keys() : [],
  workers: (await navigator.serviceWorker?.getRegistrations())?.length ?? 0,
});

it("from the picker to a revealed code nothing is stored, and only the page and the token server are asked", async () => {
  const shopper = await world.shopper();
  const asked = new Set<string>();
  const cookies: string[] = [];
  shopper.context.on("request", (request) => asked.add(new URL(request.url()).origin));
  shopper.context.on("response", async (response) => {
    if ("set-cookie" in response.headers()) cookies.push(response.url());
  });
  try {
    const page = world.host.page("privacy-1", { promotion_id: "4001" });
    await shopper.page.goto(page);
    await shopper.redeem("KESTROW-CODE-PLAIN-25");
    await shopper.reveal();
    await shopper.press("copy");
    await shopper.page.reload();
    await shopper.sees("redeemed");
    expect(await shopper.context.storageState()).toEqual({ cookies: [], origins: [] });
    expect(await shopper.page.evaluate(kept)).toEqual({ session: [], databases: [], caches: [], workers: 0 });
    expect(cookies).toEqual([]);
    expect([...asked].filter((origin) => origin !== "null").sort()).toEqual(
      [new URL(page).origin, new URL(world.server().url).origin].sort(),
    );
  } finally {
    await shopper.close();
  }
});
