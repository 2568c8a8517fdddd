/** The catalog of a session, by the answers to its browser. */
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { useWorld, world } from "../../support/use-world.ts";
import { ORIGIN } from "../../support/world.ts";

useWorld({ LIMIT_SESSION_PER_MINUTE: "20", LIMIT_ADDRESS_PER_MINUTE: "200" });

describe("the catalog", () => {
  it("is 304 while it is unchanged, and another one for other limits", async () => {
    const browser = await world.browser();
    const first = await browser.get("/v1/catalog");
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    expect(first.headers.get("vary")?.toLowerCase().split(/, */).sort()).toEqual([
      "accept-encoding",
      "authorization",
      "origin",
    ]);
    const etag = first.headers.get("etag") ?? "";
    expect((await browser.get("/v1/catalog", { "If-None-Match": etag })).status).toBe(304);
    const limited = await world.browser({ skus: ["GRIPFELL-60"] });
    const other = await limited.get("/v1/catalog", { "If-None-Match": etag });
    expect([other.status, (other.data as unknown as unknown[]).length]).toEqual([200, 1]);
  });

  it("is shorter for a browser that unzips, with the same words, and then 304 as well", async () => {
    const browser = await world.browser();
    const plain = await browser.get("/v1/catalog", { "Accept-Encoding": "gzip;q=0, identity" });
    const zipped = await browser.get("/v1/catalog", { "Accept-Encoding": "br, gzip" });
    expect([plain, zipped].map(({ headers }) => headers.get("content-encoding"))).toEqual([null, "gzip"]);
    expect(zipped.headers.get("vary")?.toLowerCase()).toContain("accept-encoding");
    const etag = zipped.headers.get("etag") ?? "";
    expect([etag, await browser.get("/v1/catalog", { "If-None-Match": etag })]).toMatchObject([
      `W/${plain.headers.get("etag")}`,
      { status: 304 },
    ]);
    const bytes = await world.server.app.request("/v1/catalog", {
      headers: { Authorization: `Bearer ${browser.token}`, Origin: ORIGIN, "Accept-Encoding": "gzip" },
    });
    const body = Buffer.from(await bytes.arrayBuffer());
    expect(body.length * 2).toBeLessThan(plain.text.length);
    expect(gunzipSync(body).toString()).toBe(plain.text);
  });

  it("names images on our own server only", async () => {
    const browser = await world.browser();
    const { data } = (await browser.get("/v1/catalog")) as unknown as { data: { logo_url: string }[] };
    for (const { logo_url } of data)
      expect(logo_url).toMatch(/^https:\/\/rewards\.example\/images\/[\w-]{32,}$/);
  });

  it("names an image alike on every instance", async () => {
    const logos = async (server = world.server): Promise<string[]> => {
      const { token } = await world.browser();
      const headers = { Authorization: `Bearer ${token}`, Origin: ORIGIN };
      const answer = await world.until(Promise.resolve(server.app.request("/v1/catalog", { headers })));
      const { data } = (await answer.json()) as { data: { logo_url: string }[] };
      return data.map(({ logo_url }) => logo_url);
    };
    const named = await logos();
    expect(await logos(await world.instance())).toEqual(named);
  });

  it("offers free values only where the session's limits leave some; how far they reach stands in the order", async () => {
    const offer = async (limits: Record<string, unknown>) => {
      const browser = await world.browser(limits);
      const { data } = (await browser.get("/v1/catalog")) as unknown as { data: Record<string, unknown>[] };
      const found = data.find((reward) => reward.sku === "VELMORA-VAR");
      return found && [found.min_amount, found.max_amount];
    };
    expect(await offer({})).toBeUndefined();
    expect(await offer({ max_amount: "120" })).toEqual(["5", "150"]);
    expect(await offer({ max_amount: "4" })).toBeUndefined();
    expect(await offer({ amount: "50" })).toEqual(["5", "150"]);
    const browser = await world.browser({ max_amount: "120" });
    expect((await browser.get("/v1/order")).data).toMatchObject({ amount_limits: { max_amount: "120" } });
    const above = await browser.post("/v1/order/book", { sku: "VELMORA-VAR", amount: "121" });
    expect([above.status, above.problem.code]).toEqual([422, "amount_out_of_range"]);
  });

  it("is equal, and so shared, for sessions whose caps hide the same", async () => {
    const etags = new Set<string | null>();
    for (const max_amount of ["60", "120", "150", "9999"])
      etags.add((await (await world.browser({ max_amount })).get("/v1/catalog")).headers.get("etag"));
    expect(etags.size).toBe(1);
  });
});
