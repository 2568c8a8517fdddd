/**
 * Behind a firewall with the OWASP core rules in their defaults, pages and backends get through. docs/server/browser-routes.md,
 * "Firewalls".
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FIREWALL, type Firewall, startFirewall } from "../support/firewall.ts";
import { freePort } from "../support/free-port.ts";
import { SITE_KEY } from "../support/host-page.ts";
import { canUse } from "../support/programs.ts";
import { createWorld, JOURNEY_TIMEOUTS, only, type World } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const SKU = "PIXELBARN-50";

describe.runIf(canUse(FIREWALL))("through nginx with ModSecurity", () => {
  let world: World;
  let firewall: Firewall;
  let url: string;
  beforeAll(async () => {
    const [front, port] = [await freePort(), await freePort()];
    url = `http://localhost:${front}`;
    world = await createWorld([url], { PORT: String(port), PUBLIC_URL: url, TRUSTED_PROXIES: "1" });
    firewall = await startFirewall(front, port);
    world.host.connect(url);
  });
  afterAll(async () => {
    firewall?.close();
    await world?.close();
  });

  it.each([
    ["of another origin", () => world.host.page("firewall.1", only(SKU, "PIXELBARN-10"))],
    [
      "of another origin, with a session from an address",
      () =>
        `${world.host.ownPage("firewall.2", only(SKU, "PIXELBARN-10"), {
          body: () =>
            `<script src="${url}/widget.classic.js"></script><reward-redemption session-url="session"></reward-redemption>`,
        })}/`,
    ],
  ])("a page %s gets to its code", async (_, page) => {
    const shopper = await world.shopper();
    await shopper.page.goto(page());
    await shopper.redeem(SKU);
    expect(await shopper.codes()).not.toEqual([]);
    await shopper.close();
  });

  it.each([
    ["GET", "/v1/orders/firewall.1", 200],
    ["GET", "/v1/redemptions?format=csv&sort=-redeem_datetime&email=o%27hara%2Bgifts%40example.com", 200],
    ["GET", "/v1/events?types=order.redeemed,order.refunded", 200],
    ["POST", "/v1/orders/firewall.1/sessions", 201],
    ["POST", "/v1/orders/firewall.1/user/forget", 204],
  ])("a backend's %s %s is answered %i", async (method, path, status) => {
    const headers = { Authorization: `Bearer ${SITE_KEY}` };
    expect((await fetch(url + path, { method, headers })).status).toBe(status);
  });

  it("nothing of all that was refused; text/plain and DELETE are, as older widgets and backends send them", async () => {
    expect(firewall.refused()).toEqual([]);
    const plain = { method: "POST", headers: { "Content-Type": "text/plain" }, body: "{}" };
    expect((await fetch(`${url}/v1/opening`, plain)).status).toBe(403);
    expect((await fetch(`${url}/v1/orders/firewall.1/user`, { method: "DELETE" })).status).toBe(403);
    expect(firewall.refused()).toHaveLength(2);
  });
});
