/** The demo in the local network: what a phone gets, what it does not, and who may open and close it. */
import { request } from "node:http";
import type { NetworkInterfaceInfo } from "node:os";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPhone, localAddresses, type Phone, qrOf } from "../../../demo/bar/phone.ts";
import { type Demo, startDemo } from "../../../demo/index.ts";
import {
  BRAND_BODY_LIMIT_BYTES,
  PHONE_OPENED_PER_MINUTE,
  PHONE_REQUESTS_PER_MINUTE,
} from "../../../demo/limits.ts";
import { type Listener, listen } from "../../../demo/listener.ts";
import { BROWSER_ROUTES } from "../../../server/routes/described/browser.ts";

/** Stands in for an address in the local network. */
const LOCAL = "127.0.0.1";

describe("the relay", () => {
  /** Stands in for the token server, and names its own origin. */
  let server: Listener;
  let origin: string;
  let phone: Phone;
  /** Of the calls that arrived. */
  let origins: (string | null)[];
  beforeEach(async () => {
    origins = [];
    server = await listen(LOCAL, 0);
    origin = `http://${LOCAL}:${server.port}`;
    server.serve({
      fetch(asked) {
        origins.push(asked.headers.get("origin"));
        const headers = { "content-security-policy": `img-src ${origin}` };
        return Response.json({ image: `${origin}/images/a` }, { headers });
      },
    });
    phone = createPhone({ publicUrl: origin, tokenServer: origin, service: origin, port: 0, pages: {} });
    await phone.set(LOCAL);
  });
  afterEach(() => Promise.all([phone.set(), server.close()]));
  const statusOf = async (path: string, method = "GET"): Promise<number> =>
    (await fetch(`${phone.url}${path}`, { method })).status;

  it.each<[string, string]>([
    ...BROWSER_ROUTES.map(({ method, path }): [string, string] => [path, method.toUpperCase()]),
    ["/demo/", "GET"],
    ["/demo/bar.js", "GET"],
    ["/demo/words", "GET"],
    ["/demo/session", "POST"],
    ["/demo/brands/bank/", "GET"],
    ["/demo/portal/gift/", "GET"],
    ["/demo/portal/gift/session", "POST"],
    ["/demo/desk/base.css", "GET"],
    ["/widget.js", "GET"],
    ["/images/a", "GET"],
    ["/brands/tundrel/KEY", "GET"],
  ])("passes on %s", async (path, method) => {
    expect(await statusOf(path, method)).toBe(200);
  });

  it.each([
    ["/demo/start-over", "POST"],
    ["/demo/phone", "POST"],
    ["/demo/help/%2e%2e/phone", "POST"],
    ["/demo/proof/", "GET"],
    ["/demo/portal/", "GET"],
    ["/demo/portal/api/link", "POST"],
    ["/demo/desk/", "GET"],
    ["/control/mailbox", "GET"],
    ["/control/page", "GET"],
    ["/v1/sessions", "POST"],
    ["/v1/orders/a", "GET"],
    ["/metrics", "GET"],
    ["/demo/", "DELETE"],
  ])("does not pass on %s", async (path, method) => {
    expect(await statusOf(path, method)).toBe(404);
  });

  it("is the public origin for the server, and its own for the phone", async () => {
    const answer = await fetch(`${phone.url}/v1/order`, { headers: { origin: phone.url ?? "" } });
    expect(answer.headers.get("content-security-policy")).toBe(`img-src ${phone.url}`);
    expect(await answer.json()).toEqual({ image: `${phone.url}/images/a` });
    // A page's own GETs have no origin.
    await fetch(`${phone.url}/v1/order`);
    await fetch(`${phone.url}/v1/order`, { headers: { origin: "https://elsewhere.example" } });
    expect(origins).toEqual([origin, origin, "https://elsewhere.example"]);
  });

  it("answers under no other name: a foreign page may have given this address one", async () => {
    const status = await new Promise((done) => {
      const headers = { host: "rebound.example" };
      request(`${phone.url}/demo/`, { headers }, ({ statusCode }) => done(statusCode)).end();
    });
    expect(status).toBe(421);
  });

  it("passes on no more than a network may ask in a minute, and less of what makes orders", async () => {
    const statuses = async (path: string, method: string, times: number): Promise<Set<number>> => {
      const seen = new Set<number>();
      for (let n = 0; n < times; n++) seen.add(await statusOf(path, method));
      return seen;
    };
    expect(await statuses("/demo/session", "POST", PHONE_OPENED_PER_MINUTE)).toEqual(new Set([200]));
    expect(await statusOf("/demo/brand/session", "POST")).toBe(429);
    const left = PHONE_REQUESTS_PER_MINUTE.address - PHONE_OPENED_PER_MINUTE - 1;
    expect(await statuses("/v1/order", "GET", left)).toEqual(new Set([200]));
    const refused = await fetch(`${phone.url}/v1/order`);
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  });

  it("passes on no larger body than a page of the demo sends", async () => {
    const body = "x".repeat(BRAND_BODY_LIMIT_BYTES + 1);
    expect((await fetch(`${phone.url}/demo/session`, { method: "POST", body })).status).toBe(413);
  });

  it("is a phone's page with the bar of a phone", async () => {
    const bar = await (await fetch(`${phone.url}/demo/bar.json`)).json();
    expect(bar).toEqual({ links: {}, mayAsk: false });
  });
});

describe("the switch", () => {
  const PUBLIC_URL = "http://127.0.0.1:4000";
  let demo: Demo;
  afterEach(() => demo.stop());
  const ask = async (body: object, origin = new URL(PUBLIC_URL).origin) =>
    demo.pages.request("/demo/phone", {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify({ page: "/demo/brand/?a=b#c", ...body }),
    });
  const stateOf = async (body: object): Promise<{ isOpen: boolean; qr?: { address: string } }> =>
    (await ask(body)).json();

  it("opens and closes for the demo's own pages alone; Start over closes, too", async () => {
    demo = await startDemo({ publicUrl: PUBLIC_URL });
    expect(await stateOf({})).toMatchObject({ isOpen: false, isPublic: false });
    for (const over of [() => stateOf({ on: false }), () => demo.forget()]) {
      const { qr } = await stateOf({ on: true, network: LOCAL });
      const { origin = "" } = URL.parse(qr?.address ?? "") ?? {};
      expect(qr?.address).toBe(`${origin}/demo/brand/?a=b#c`);
      expect((await ask({ on: false }, origin)).status).toBe(403);
      expect((await fetch(`${origin}/demo/bar.json`)).status).toBe(200);
      await over();
      await expect.poll(() => fetch(`${origin}/demo/bar.json`).catch(() => "closed")).toBe("closed");
    }
  });

  it("opens nothing at an address that is not the machine's own in a local network", async () => {
    demo = await startDemo({ publicUrl: PUBLIC_URL });
    for (const network of ["0.0.0.0", "8.8.8.8"])
      expect(await stateOf({ on: true, network })).toMatchObject({ isOpen: false });
  });

  it("opens nothing where the demo is public: the code has the public address", async () => {
    demo = await startDemo({ publicUrl: "https://rewards.example" });
    const answer = await ask({ on: true, network: LOCAL }, "https://rewards.example");
    expect(await answer.json()).toMatchObject({
      isOpen: false,
      isPublic: true,
      qr: { address: "https://rewards.example/demo/brand/?a=b#c" },
    });
  });
});

it("only addresses of this machine in local networks are offered", () => {
  const at = (address: string, internal = false, family: "IPv4" | "IPv6" = "IPv4") =>
    ({ address, internal, family }) as NetworkInterfaceInfo;
  const found = localAddresses({
    lo: [at("127.0.0.1", true)],
    wlan0: [at("192.168.0.7"), at("fe80::1", false, "IPv6"), at("10.1.2.3")],
    eth0: [at("8.8.8.8")],
  });
  expect(found).toEqual(["192.168.0.7", "10.1.2.3"]);
});

it("a page that a phone cannot open gives way to the shop", () => {
  const at = (page: string) => qrOf("http://192.168.0.7:4003", page, "/demo/").address;
  expect(["/demo/proof/", "/control/mailbox#a", "https://elsewhere.example/demo/x"].map(at)).toEqual(
    Array(3).fill("http://192.168.0.7:4003/demo/"),
  );
});
