import { describe, expect, it } from "vitest";
import { PROMOTIONS } from "../../../../demo/fulfillment/app.ts";
import { setUp } from "../harness.ts";

const PAGES = ["/control/page", "/control/mailbox"];

/** Requests a page as a browser on this machine does. */
function withPages() {
  const harness = setUp();
  const look = async (path: string) =>
    (await harness.call("GET", path, undefined, { accept: "text/html" })).text;
  return { ...harness, look };
}

describe("the pages of the control", () => {
  it.each(PAGES)("%s is sent under a strict policy and is never cached", async (path) => {
    const { call } = withPages();
    const { status, headers } = await call("GET", path, undefined, {});
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store");
    const policy = headers.get("content-security-policy") ?? "";
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy.split("; ")).toContain(part);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  it("is the target for a browser that opens the control; a program gets JSON", async () => {
    const { call } = withPages();
    const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
    const { status, headers } = await call("GET", "/control", undefined, browser);
    expect([status, headers.get("location")]).toEqual([302, "/control/page"]);
    for (const accept of ["*/*", "application/json"])
      expect((await call("GET", "/control", undefined, { accept })).data).toMatchObject({
        client: { id: 701 },
      });
  });

  it("are text, whatever orders and callers contain", async () => {
    const { look, create, app, control } = withPages();
    const hostile = '"><img src=x onerror=alert(1)><script>1</script>';
    const email = `${hostile.replaceAll(" ", "")}@user.example`;
    await create({ order_id: hostile, email, promotion: PROMOTIONS.notifying, message: hostile });
    await app.request(
      `/api/fulfillment/v2/rewards/${encodeURIComponent(hostile)}?sku=${encodeURIComponent(hostile)}`,
    );
    control.fault({ operation: "book", kind: "state", state: hostile, match: { sku: hostile } });
    control.forceState(control.redemptions()[0]?.id ?? "", hostile);
    for (const path of PAGES) {
      const text = await look(path);
      expect(text).toContain("&lt;img");
      expect(text).not.toMatch(/<img|<script>/);
    }
  });
});

describe("the mailbox", () => {
  it("lists the mails, newest first, and shows the newest one or the chosen one with its text part", async () => {
    const { look, create, clock, control } = withPages();
    await create({ order_id: "a", promotion: PROMOTIONS.notifying });
    clock.advance(1000);
    await create({ order_id: "b", promotion: PROMOTIONS.notifyingFrench, sku: "FR-VELMORA-25" });
    const text = await look("/control/mailbox");
    const [first, second] = control.outbox();
    const order = [...text.matchAll(/<a id="mail-(\d)" href="\?mail=(\d)#phone"( aria-current="true")?>/g)];
    expect(order.map(([, ...found]) => found)).toEqual([
      ["2", "2", ' aria-current="true"'],
      ["1", "1", undefined],
    ]);
    expect(text).toContain("2026-03-10 09:00:01 UTC");
    const linkTo = (url = "") => `<a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a>`;
    expect(text).toContain(linkTo(second?.url));
    expect(text).toContain('<iframe src="/control/mails/2"');
    const chosen = await look("/control/mailbox?mail=1");
    expect(chosen).toContain(linkTo(first?.url));
    expect(chosen).toContain(`<iframe src="/control/mails/1" title="${first?.subject}"`);
    expect(text).toContain("Mailbox (2)");
  });

  it("has each mail as a document of its own, without scripts and without an origin", async () => {
    const { call, create, app } = withPages();
    await create({ promotion: PROMOTIONS.notifying });
    const { status, headers } = await call("GET", "/control/mails/1", undefined, {});
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    const policy = headers.get("content-security-policy")?.split("; ");
    expect(policy).toEqual([
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      "sandbox allow-popups allow-popups-to-escape-sandbox",
      "img-src https://simulated.example",
    ]);
    for (const number of ["0", "2", "x", "1.5"])
      expect((await call("GET", `/control/mails/${number}`, undefined, {})).status).toBe(404);
    const env = { incoming: { socket: { remoteAddress: "203.0.113.9" } } };
    expect((await app.request("/control/mails/1", { headers: { host: "localhost" } }, env)).status).toBe(403);
  });
});
