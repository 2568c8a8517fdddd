import { afterEach, describe, expect, it } from "vitest";
import { DEMO_API_KEY, DEMO_API_SECRET, virtualClock } from "../../../demo/fulfillment/app.ts";
import {
  type ServedFulfillment,
  type ServeOptions,
  serveFulfillment,
} from "../../../demo/fulfillment/serve.ts";
import { HEADERS } from "./harness.ts";

let service: ServedFulfillment;
const serve = async (options: ServeOptions = {}) => {
  service = await serveFulfillment(options);
  return service;
};
afterEach(() => service.close());

const me = () => fetch(`${service.baseUrl}/fulfillment/v2/accounts/me`, { headers: HEADERS });

describe("the service behind a port", () => {
  it("answers below its base address, with the Date of its own clock", async () => {
    const clock = virtualClock("2031-02-03T04:05:06Z");
    await serve({ clock });
    const answer = await me();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("date")).toBe("Mon, 03 Feb 2031 04:05:06 GMT");
  });

  it("gives tokens at its own address for them", async () => {
    const { authUrl } = await serve({ authPath: "/some/sandbox/" });
    expect(authUrl).toMatch(/\/some\/sandbox$/);
    const answer = await fetch(`${authUrl}/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_id: DEMO_API_KEY,
        client_secret: DEMO_API_SECRET,
        grant_type: "client_credentials",
      }),
    });
    expect(await answer.json()).toMatchObject({ token_type: "Bearer" });
  });

  it("names pictures with its real port", async () => {
    const { baseUrl, url } = await serve({ basePath: "" });
    expect(baseUrl).toBe(url);
    const answer = await fetch(`${baseUrl}/fulfillment/v2/rewards?per_page=1`, { headers: HEADERS });
    const { data } = (await answer.json()) as { data: { logo_url: string }[] };
    const logo = await fetch(data[0]?.logo_url ?? "");
    expect(logo.headers.get("content-type")).toBe("image/svg+xml");
  });

  it("breaks the connection if a fault says so, and continues", async () => {
    const { control } = await serve();
    control.fault({ operation: "account", kind: "reset_before" });
    await expect(me()).rejects.toThrow();
    expect((await me()).status).toBe(200);
  });

  it("has its control at the root", async () => {
    const { url } = await serve();
    await me();
    const answer = await fetch(`${url}/control/calls`);
    expect(await answer.json()).toMatchObject({ data: [{ operation: "account", status: 200 }] });
  });

  it("reports a port that is taken", async () => {
    const { url } = await serve();
    await expect(serveFulfillment({ port: Number(new URL(url).port) })).rejects.toThrow(/EADDRINUSE/);
  });
});
