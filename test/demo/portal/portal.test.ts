/** The portal's backend: who gets a session of what, also past its page, and which questions it answers. */
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { createPortal, GIFT_PATH, PORTAL_PATH } from "../../../demo/portal/portal.ts";

const ORIGIN = "http://127.0.0.1:4000";
const SECRET = `whsec_${Buffer.from("secret-of-the-portal-00001").toString("base64")}`;
const WISH = { clerk: "Jana Albers", customer: "40 118 273", reason: "Goodwill", note: "Three calls" };
const by = "Jana Albers";

function setUp() {
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  const told = new Map<string, string>();
  const opened: string[] = [];
  const { app, asked } = createPortal({
    publicUrl: ORIGIN,
    tokenServer: "http://10.0.0.5:4000",
    origins: [ORIGIN],
    siteKey: "key of the portal",
    receiver: {
      about: (id) => ({ standing: told.has(id) ? { state: told.get(id) } : undefined }) as never,
    },
    secrets: [SECRET],
    setUp: ({ notifies }) => (notifies ? 2 : 1),
    qr: (path) => ({ address: path }),
    opened: (orderId, email) => opened.push(`${orderId} ${email}`),
    async fetch(input, init) {
      sent.push({ path: new URL(String(input)).pathname, body: JSON.parse(String(init?.body)) });
      return Response.json({ data: { session_token: `token ${sent.length}` } });
    },
  });
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await app.request(ORIGIN + path, {
      method: "POST",
      headers: { "content-type": "application/json", origin: ORIGIN, ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, answer: await answer.json() };
  };
  const api = (name: string, body: object, headers = {}) => post(`${PORTAL_PATH}api/${name}`, body, headers);
  const wish = async (amount: number, way = "link"): Promise<string> =>
    (await api("wish", { ...WISH, amount, way, language: "en" })).answer.gift.id;
  const question = async (data: object, secret = SECRET) => {
    const body = JSON.stringify({ type: "order.authorize", data });
    const now = new Date();
    const headers = {
      "webhook-id": "auth_1",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("auth_1", now, body),
    };
    const answer = await asked.request("/", { method: "POST", headers, body });
    return { status: answer.status, body: await answer.text() };
  };
  return { api, post, wish, question, sent, told, opened };
}

const REFUSED = { status: 403, answer: { error: "not_approved" } };
const NOT_YOURS = { status: 403, answer: { error: "not_yours" } };

describe("a session", () => {
  it.each([
    ["link", "activate", "1"],
    ["print", "activate", "1"],
    ["mail", "notify", "2"],
  ])("of a gift by %s is of staff, by name, delivered by %s", async (way, delivery, promotion_id) => {
    const { api, wish, sent, opened } = setUp();
    const id = await wish(30, way);
    expect(await api("session", { id, by })).toMatchObject({
      status: 200,
      answer: { session_token: "token 1" },
    });
    expect(sent[0]).toMatchObject({
      path: "/v1/sessions",
      body: {
        audience: "staff",
        actor: by,
        delivery,
        promotion_id,
        order_id: id,
        amount: "30",
        currency: "EUR",
      },
    });
    expect(sent[0]?.body.metadata).toEqual({ customer: "Karin Vogt", reason: "Goodwill: Three calls" });
    expect(opened).toEqual([`${id} karin.vogt@customer.example`]);
  });

  it("above 50 is refused until a second person has approved, whoever asks for it", async () => {
    const { api, wish, sent } = setUp();
    const id = await wish(80);
    expect(await api("session", { id, by })).toEqual(REFUSED);
    expect(await api("decide", { id, by, yes: true })).toEqual(NOT_YOURS);
    expect(await api("session", { id, by: "Ruth Sommer" })).toEqual(NOT_YOURS);
    expect(sent).toEqual([]);
    await api("decide", { id, by: "Ruth Sommer", yes: true });
    expect(await api("session", { id, by })).toMatchObject({ status: 200 });
    expect(sent[0]?.body.metadata).toMatchObject({ approved_by: "Ruth Sommer" });
  });

  it("is refused once a second person has declined", async () => {
    const { api, wish } = setUp();
    const id = await wish(80);
    await api("decide", { id, by: "Ruth Sommer", yes: false });
    expect(await api("session", { id, by })).toEqual(REFUSED);
  });

  it("is nobody's for an order that the portal does not know, and no other page's", async () => {
    const { api, wish } = setUp();
    expect(await api("session", { id: "another", by })).toEqual(NOT_YOURS);
    const elsewhere = { origin: "http://elsewhere.example" };
    expect(await api("session", { id: await wish(30), by }, elsewhere)).toMatchObject({ status: 403 });
  });
});

it("a wish is for a known customer and within the limits of the page", async () => {
  const { api } = setUp();
  const wish = { ...WISH, amount: 30, way: "link", language: "en" };
  for (const other of [
    { customer: "1" },
    { clerk: "Eve" },
    { amount: 151 },
    { amount: 4.5 },
    { reason: " " },
  ])
    expect(await api("wish", { ...wish, ...other })).toMatchObject({ status: 400 });
});

describe("the customer's page", () => {
  const keyOf = (address: string): string => address.split("#")[1] ?? "";

  it("gets a session of the customer's own, once the reward is given", async () => {
    const { api, post, wish, told, sent } = setUp();
    const id = await wish(30);
    const { answer } = await api("link", { id, by });
    const open = () => post(`${GIFT_PATH}session`, { key: keyOf(answer.address) });
    expect(await open()).toMatchObject({ status: 404 });
    told.set(id, "activated");
    expect(await open()).toMatchObject({ status: 200, answer: { name: "Karin Vogt", amount: 30 } });
    expect(sent).toEqual([{ path: `/v1/orders/${id}/sessions`, body: {} }]);
    expect(await post(`${GIFT_PATH}session`, { key: id })).toMatchObject({ status: 404 });
  });

  it("has a key that only its clerk is told, and nobody of a mail", async () => {
    const { api, wish } = setUp();
    const id = await wish(30);
    expect(await api("link", { id, by: "Ruth Sommer" })).toEqual(NOT_YOURS);
    expect(await api("link", { id: await wish(30, "mail"), by })).toEqual(NOT_YOURS);
    const { answer } = await api("link", { id, by });
    const seen = JSON.stringify(await api("look", { by }));
    expect(seen).toContain(id);
    expect(seen).not.toContain(keyOf(answer.address));
  });
});

describe("a question of the token server", () => {
  const about = (order_id: string, amount: number) => ({ order_id, attempt: 1, value: { amount } });

  it("is answered from the books", async () => {
    const { api, wish, question } = setUp();
    const [small, large] = [await wish(30), await wish(80)];
    expect(await question(about(small, 30))).toEqual({ status: 200, body: '{"decision":"allow"}' });
    const { body } = await question(about(large, 80));
    expect(JSON.parse(body)).toMatchObject({ decision: "deny", reason: expect.stringContaining("second") });
    expect((await api("look", { by })).answer.limit).toMatchObject({ day: 200, left: 170 });
  });

  it("that nobody has signed is not answered, and takes nothing", async () => {
    const { api, wish, question } = setUp();
    const other = `whsec_${Buffer.from("secret-of-somebody-else-01").toString("base64")}`;
    expect(await question(about(await wish(30), 30), other)).toEqual({ status: 400, body: "" });
    expect((await api("look", { by })).answer.limit).toMatchObject({ left: 200 });
  });
});
