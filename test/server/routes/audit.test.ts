/** Who did what: every deed of a person or a site is on record, and read by whom it concerns. */
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../shared/wire.ts";
import { SKU } from "../../support/rewards.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { OTHER_KEY, SITE_KEY } from "../../support/world.ts";
import { operatorIn } from "./operator.ts";
import { siteOrdersIn } from "./site-orders.ts";

const ANNA = "the-key-of-anna-which-may-act-0123456789";
const PROM = "the-key-of-prometheus-that-only-reads-98";
const OPERATOR_KEYS = JSON.stringify({ anna: ANNA, prometheus: { key: PROM, role: "read" } });
useWorld({ OPERATOR_KEYS });

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const entries = async (query = "", key = ANNA): Promise<AuditEntry[]> =>
  (await world.request(`/v1/audit${query}`, { headers: bearer(key) })).data as unknown as AuditEntry[];
const post = (path: string, body?: unknown, key = SITE_KEY) =>
  world.request(path, {
    method: "POST",
    headers: { ...bearer(key), ...(body !== undefined && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const { reach } = siteOrdersIn(() => world);
const operator = operatorIn(() => world);
const brief = ({ what, who, role, actor, reason, order_id }: AuditEntry) => ({
  ...{ what, who, role, actor, reason, order_id },
});

describe("a site's deed", () => {
  it("is on record with its reason and the person that the site names, once for a repeated wish", async () => {
    await reach.redeemed?.();
    const deed = { reason: "The card was the wrong one", actor: "counter 3" };
    for (const _ of [1, 2]) await post("/v1/orders/o/refund", deed);
    expect((await entries()).map(brief)).toEqual([
      { what: "refund", who: "shop", role: "site", ...deed, order_id: "o" },
    ]);
  });

  it("needs no body", async () => {
    await reach.booked?.();
    expect((await post("/v1/orders/o/cancel")).status).toBe(200);
    expect((await entries()).map(({ what, reason }) => [what, reason])).toEqual([["cancel", undefined]]);
  });

  it.each([
    ["an e-mail address", "ask mara@example.com"],
    ["a link", "see https://example.com/x"],
    ["too many words", "x".repeat(201)],
  ])("is refused with %s for a reason, and nothing is done", async (_, reason) => {
    await reach.redeemed?.();
    expect((await post("/v1/orders/o/refund", { reason })).problem.code).toBe("invalid_request");
    expect((await world.request("/v1/orders/o", { headers: bearer(SITE_KEY) })).data.state).toBe("redeemed");
    expect(await entries()).toEqual([]);
  });

  it.each([
    ["end_sessions", "/v1/sessions/end", { order_id: "o" }],
    ["forget_user", "/v1/orders/o/user/forget", {}],
  ])("%s is on record", async (what, path, body) => {
    await reach.redeemed?.();
    expect((await post(path, { ...body, reason: "asked for" })).status).toBe(204);
    expect((await entries()).map(brief)).toEqual([
      { what, who: "shop", role: "site", actor: undefined, reason: "asked for", order_id: "o" },
    ]);
  });

  it("the end of a grant is on record with its id", async () => {
    const of = { grant_id: "g-1", amount: "100", currency: "USD", promotion_id: "4001" };
    await post("/v1/sessions", { ...of, user: { email: "mara@example.com" } });
    await post("/v1/grants/g-1/close", { reason: "left the club" });
    expect(await entries()).toMatchObject([
      { what: "close_grant", grant_id: "g-1", reason: "left the club" },
    ]);
  });

  it("a confirmation by somebody else than the user names them", async () => {
    const browser = await world.browser({ order_id: "o", actor: "Ole Harms", audience: "staff" });
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect((await entries()).map(brief)).toEqual([
      { what: "confirm", who: "shop", role: "site", actor: "Ole Harms", reason: undefined, order_id: "o" },
    ]);
  });
});

describe("an operator's deed", () => {
  const release = (body: unknown, key = ANNA) => post("/v1/attention/shop/o/release", body, key);

  it("a release and an acknowledgement are on record with the key's name and the reason", async () => {
    await operator.stopped("o", "blocked");
    await release({ acknowledge: true, reason: "The customer has been called" });
    expect((await entries()).map(brief)).toMatchObject([
      { what: "acknowledge", who: "anna", role: "operator", reason: "The customer has been called" },
    ]);
  });

  it("what cannot be done leaves no row", async () => {
    await operator.stopped("o", "blocked");
    expect((await release({ attempt: 2, reason: "for attempt two" })).problem.code).toBe(
      "confirmation_mismatch",
    );
    expect(await entries()).toEqual([]);
  });

  it("a misspelt reason of the list is no reason", async () => {
    await operator.stopped("o", "blocked");
    expect((await release({ reason: "blokked" })).problem.code).toBe("invalid_request");
  });

  it("a refused key is on record, without the key and the address", async () => {
    await world.request("/v1/attention", { headers: bearer(`${ANNA}x`) });
    const [entry] = await entries();
    expect(entry).toMatchObject({ what: "refuse_key", role: "unknown" });
    expect(JSON.stringify(entry)).not.toMatch(/the-key|\d+\.\d+\.\d+\.\d+/);
  });

  it("a key of the role read reads everything and changes nothing", async () => {
    await operator.stopped("o", "blocked");
    for (const path of ["/v1/attention", "/v1/audit", "/metrics"])
      expect((await world.request(path, { headers: bearer(PROM) })).status).toBe(200);
    for (const path of ["attention/shop/o/release", "webhooks/shop/test", "webhooks/shop/resume"]) {
      const { status, problem } = await post(`/v1/${path}`, undefined, PROM);
      expect([path, status, problem.code]).toEqual([path, 403, "operator_role"]);
    }
    expect(await entries()).toEqual([]);
  });
});

describe("the audit", () => {
  it("shows a site its own entries alone", async () => {
    const site = (id: string, key: string) => ({ id, key, origins: [`https://${id}.example`] });
    const SITES = JSON.stringify([site("shop", SITE_KEY), site("other", OTHER_KEY)]);
    await anotherWorld({ OPERATOR_KEYS, SITES });
    const order = { order_id: "o", promotion_id: "4001", user: { email: "mara@example.com" } };
    for (const key of [SITE_KEY, OTHER_KEY]) {
      await post("/v1/sessions", order, key);
      await post("/v1/orders/o/cancel", undefined, key);
    }
    expect((await entries()).map(({ who }) => who).sort()).toEqual(["other", "shop"]);
    expect((await entries("", SITE_KEY)).map(({ who }) => who)).toEqual(["shop"]);
    const asked = await world.request("/v1/audit?site=other", { headers: bearer(SITE_KEY) });
    expect(asked.problem.code).toBe("invalid_request");
    expect((await entries("?site=other")).map(({ who }) => who)).toEqual(["other"]);
  });

  it("is a file for spreadsheets where that is asked for, and no formula of anybody runs in it", async () => {
    await reach.booked?.();
    await post("/v1/orders/o/cancel", { reason: "=1+1" });
    const { text, headers } = await world.request("/v1/audit?format=csv", { headers: bearer(ANNA) });
    expect(headers.get("content-type")).toContain("text/csv");
    expect(text.split("\r\n")).toHaveLength(3);
    expect(text).toContain(`"'=1+1"`);
  });

  it("belongs to what is told of a member", async () => {
    const user = { email: "mara@example.com", id: "m-1" };
    await post("/v1/sessions", { order_id: "o", promotion_id: "4001", user });
    await post("/v1/orders/o/cancel", { reason: "asked for" });
    const { data } = await world.request("/v1/users/m-1", { headers: bearer(SITE_KEY) });
    expect(data.audit).toMatchObject([{ what: "cancel", reason: "asked for" }]);
  });
});
