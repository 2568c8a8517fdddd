/** A token server with given answers, and the portal's backend that calls it: requests are recorded. */
import { expect } from "vitest";
import { portalBackend } from "../../../demo/portal/backend.ts";

export const ORIGIN = "http://localhost:4001";
export const SITE_KEY = "a-site-key-that-nobody-else-may-ever-see";
export const SECRETS = { codes: ["secret-code"], url: "https://flow.example/secret" };

export const NEW = {
  form_key: "0123456789abcdef0123456789abcdef",
  customer: { name: "Ida Holm", email: "ida@customer.example" },
  promotion_id: "4001",
  delivery: "redeem",
};

export const ORDER = {
  order_id: "CV-0A1B2C3D",
  delivery: "redeem",
  environment: "simulated",
  promotion: { id: "4001", name: "Linden Rewards" },
  state: "redeemed",
  reference: "abcde-12345",
};
export const REDEMPTION = {
  id: "abcde-12345",
  order_id: ORDER.order_id,
  attempt: 1,
  state: "redeemed",
  testing: true,
  redeemed_datetime: "2026-03-01T10:00:00Z",
  refunded_datetime: null,
  promotion: { id: "4001", status: "enabled" },
  reward: { sku: "FERNHALLOW-20" },
};

export type Answer = () => Response | Promise<Response>;
export const ok = (data: unknown, more: object = {}): Response => Response.json({ data, ...more });
export const page = (...data: unknown[]): Response =>
  ok(data, { paging: { page: 1, per_page: 20, total: data.length } });
export const problem =
  (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  () =>
    Response.json({ code, request_id: "request-1", detail: `secret ${SITE_KEY}` }, { status, headers });

/** Answers by method and path; all others are those of a healthy token server. */
export function setUp(answers: Record<string, Answer> = {}) {
  const sent: { route: string; init: RequestInit; body: unknown }[] = [];
  const healthy: Record<string, Answer> = {
    "POST /v1/sessions": () =>
      ok({ session_token: "session-1", expires_at: "x", order_id: "x", state: "open" }),
    "GET /v1/redemptions": () => page({ ...REDEMPTION, ...SECRETS }),
    "GET /v1/promotions": () => page(),
    "GET /v1/orders": () => ok({ ...ORDER, ...SECRETS }),
    "POST /v1/orders/cancel": () => ok({ ...ORDER, state: "canceled" }),
    "POST /v1/orders/refund": () => ok({ ...ORDER, refunded: true }),
  };
  const app = portalBackend({
    tokenServer: "http://token-server.example",
    siteKey: SITE_KEY,
    origins: [ORIGIN],
    now: () => 1_000,
    fetch: async (input, init = {}) => {
      const { origin, pathname, search } = new URL(String(input));
      expect(origin).toBe("http://token-server.example");
      sent.push({
        route: `${init.method} ${pathname}${search}`,
        init,
        body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
      });
      const kind = `${init.method} ${pathname.replace(/^(\/v1\/orders)\/[^/]+/, "$1")}`;
      return (answers[kind] ?? healthy[kind] ?? problem(404, "not_found"))();
    },
  });
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await app.request(path, {
      method: "POST",
      headers: { "content-type": "application/json", origin: ORIGIN, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) };
  };
  return { app, post, sent, routes: () => sent.map(({ route }) => route) };
}
