import { describe, expect, it } from "vitest";
import { shopBackend } from "../../../demo/shop/backend.ts";
import { CHOICES } from "../../../demo/shop/choices.ts";
import { ORDER_ID_PATTERN, sessionRequest } from "../../../shared/wire.ts";

const SITE_KEY = "a-site-key-that-nobody-else-may-ever-see";
const CART = "0123456789abcdef0123456789abcdef";
const ORIGIN = "https://rewards.example";

interface Sent {
  readonly url: string;
  readonly init: RequestInit | undefined;
}

/** A backend with a token server that gives this answer. */
function setUp(answer: () => Response | Promise<Response> = minted) {
  const sent: Sent[] = [];
  const app = shopBackend({
    tokenServer: "http://token-server.example",
    siteKey: SITE_KEY,
    choices: CHOICES,
    origins: [ORIGIN, "http://localhost:4000"],
    fetch: async (input, init) => {
      sent.push({ url: String(input), init });
      return answer();
    },
  });
  const post = (body: unknown, type = "application/json", origin: string | undefined = ORIGIN) =>
    app.request("/session", {
      method: "POST",
      headers: { "content-type": type, ...(origin !== "" && { origin }) },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  return { app, post, sent, bodies: () => sent.map(({ init }) => JSON.parse(String(init?.body))) };
}

const minted = () =>
  Response.json(
    { data: { session_token: "session-1", expires_at: "x", order_id: "whole-1", state: "open" } },
    { status: 201 },
  );

const problem = (status: number, code: string) => () =>
  Response.json({ code, detail: `secret ${SITE_KEY}` }, { status });

describe("minting a session", () => {
  it.each([
    "",
    "null",
    "https://evil.example",
    "https://rewards.example.evil.example",
    "http://rewards.example",
  ])("is for the shop's own page only, not for the origin %j", async (origin) => {
    const { post, sent } = setUp();
    const answer = await post({ shape: "whole", cart: CART }, "application/json", origin);
    expect([answer.status, await answer.json()]).toEqual([403, { error: "origin_not_allowed" }]);
    expect(sent).toEqual([]);
  });

  it("calls the token server with the site key, and returns only the token", async () => {
    const { post, sent, bodies } = setUp();
    const answer = await post({ shape: "whole", cart: CART });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ session_token: "session-1" });
    expect(sent).toMatchObject([
      {
        url: "http://token-server.example/v1/sessions",
        init: {
          method: "POST",
          headers: { authorization: `Bearer ${SITE_KEY}`, "content-type": "application/json" },
        },
      },
    ]);
    expect(bodies()).toEqual([
      {
        order_id: `whole-${CART}`,
        metadata: { customer: "Mara Okafor" },
        user: { email: "mara.okafor@member.example" },
        promotion_id: "4001",
        currency: "USD",
        points_per_unit: 100,
        message: "From Linden Club, for three years with us.",
        max_amount: "100",
      },
    ]);
  });

  it.each(CHOICES.map(({ id }) => id))("requests %s as documented", async (shape) => {
    const { post, bodies } = setUp();
    await post({ shape, cart: CART });
    const [body] = bodies();
    expect(sessionRequest.parse(body)).toEqual(body);
    expect(body.order_id).toMatch(ORDER_ID_PATTERN);
  });
});

describe("a request that is refused", () => {
  it.each([
    ["an unknown shape", { shape: "everything", cart: CART }],
    ["a member every object has", { shape: "constructor", cart: CART }],
    ["no shape", { cart: CART }],
    ["no cart", { shape: "whole" }],
    ["a cart that can be guessed", { shape: "whole", cart: "1" }],
    ["a cart that is more than an id", { shape: "whole", cart: `${CART}/../x` }],
    ["a cart that would not fit an order id", { shape: "whole", cart: CART + CART }],
    ["no object", "[]"],
    ["no JSON", "{"],
    ["nothing", ""],
  ])("%s is 400 and causes no request", async (_, body) => {
    const { post, sent } = setUp();
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: "invalid_request" });
    expect(sent).toEqual([]);
  });

  it("a request that another site's form could send is 415", async () => {
    const { post, sent } = setUp();
    expect((await post({ shape: "whole", cart: CART }, "text/plain")).status).toBe(415);
    expect(sent).toEqual([]);
  });

  it("a too large body is 413", async () => {
    const { post } = setUp();
    expect((await post({ shape: "whole", cart: CART, more: "x".repeat(2000) })).status).toBe(413);
  });
});

describe("when the token server gives no session", () => {
  it.each([
    ["a problem", problem(409, "order_conflict"), "order_conflict"],
    ["a wrong key", problem(401, "site_key_invalid"), "site_key_invalid"],
    ["no JSON", () => new Response("<html>", { status: 502 }), "token_server_unavailable"],
    ["another JSON", () => Response.json({ data: {} }, { status: 201 }), "token_server_unavailable"],
    ["no answer", () => Promise.reject(new TypeError("refused")), "token_server_unavailable"],
  ])("%s is 502 with a code only", async (_, answer, error) => {
    const { post } = setUp(answer);
    const refused = await post({ shape: "whole", cart: CART });
    expect(refused.status).toBe(502);
    expect(await refused.json()).toEqual({ error });
  });
});

describe("the site key", () => {
  it("is in no answer, whatever the request", async () => {
    const asked = [
      { answer: minted, body: { shape: "whole", cart: CART } },
      { answer: minted, body: { shape: "x" } },
      { answer: problem(401, "site_key_invalid"), body: { shape: "whole", cart: CART } },
    ];
    for (const { answer, body } of asked) {
      const response = await setUp(answer).post(body);
      const text = JSON.stringify([...response.headers]) + (await response.text());
      expect(text).not.toContain(SITE_KEY);
    }
  });
});
