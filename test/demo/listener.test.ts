import { afterEach, expect, it } from "vitest";
import { type Listener, listen } from "../../demo/listener.ts";

let open: Listener[] = [];
afterEach(async () => {
  await Promise.all(open.map((listener) => listener.close()));
  open = [];
});

async function start(preferred: number, hostname = "127.0.0.1"): Promise<Listener> {
  const listener = await listen(hostname, preferred);
  open.push(listener);
  return listener;
}

it("takes any free port if the preferred one is taken, or is none", async () => {
  const { port } = await start(0);
  const other = await start(port);
  expect(other.port).not.toBe(port);
  expect((await start(65_536)).port).toBeGreaterThan(0);
});

it("fails if there is no such address to listen on", async () => {
  await expect(listen("192.0.2.1", 0)).rejects.toThrow();
});

it("answers 503 until it has an app", async () => {
  const listener = await start(0);
  const get = async () => (await fetch(`http://127.0.0.1:${listener.port}/`)).status;
  expect(await get()).toBe(503);
  listener.serve({ fetch: () => new Response("here") });
  expect(await get()).toBe(200);
});
