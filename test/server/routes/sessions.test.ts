/** Opening a session: the members of a request, and what is pinned. */
import { describe, expect, it } from "vitest";
import { withoutUser } from "../../../server/user-data/forget.ts";
import { SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { codeOf, ORIGIN, OTHER_KEY, SITE_KEY } from "../../support/world.ts";

useWorld({ LIMIT_SESSION_PER_MINUTE: "20", LIMIT_ADDRESS_PER_MINUTE: "200" });

describe("a session request", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["no promotion", { promotion_id: undefined }, "promotion_id"],
    ["a misspelled limit", { max_ammount: "20" }, "max_ammount"],
    [
      "a misspelled member of a member",
      { customization: { pdf: { mesage: "Hi" } } },
      "customization.pdf.mesage",
    ],
    ["a member named like a prototype", JSON.parse('{"__proto__":{"max_amount":"1"}}'), "__proto__"],
    ["an amount above the limit beside it", { amount: "50", max_amount: "20" }, "amount"],
  ])("with %s is refused and says where", async (_, change, path) => {
    const answer = await world.mint(change);
    expect([answer.status, answer.problem.code]).toEqual([422, "invalid_request"]);
    expect(answer.problem.errors?.map((each) => each.path)).toContain(path);
    expect(world.control.calls.filter((call) => call.operation !== "token")).toEqual([]);
  });

  it("sends back no more than the beginning of a name that somebody made up", async () => {
    const { text, problem } = await world.mint(
      Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`${n}${"x".repeat(900)}`, 1])),
    );
    expect([problem.errors?.length, text.length < 10_000]).toEqual([50, true]);
  });

  it("opens only the site's promotions", async () => {
    expect(codeOf(await world.mint({ promotion_id: "4001" }, OTHER_KEY))).toEqual([
      403,
      "promotion_not_allowed",
    ]);
    expect((await world.mint({ promotion_id: "4003" }, OTHER_KEY)).status).toBe(201);
  });

  it("for SKUs of which the promotion has none is refused, and makes no order", async () => {
    const refused = await world.mint({ order_id: "none", skus: ["NOPE", "NADA"] });
    expect([refused.status, refused.problem.code, refused.problem.errors]).toEqual([
      422,
      "invalid_request",
      [{ path: "skus", message: "expected at least one reward of promotion 4001" }],
    ]);
    expect((await world.mint({ order_id: "none", skus: ["NOPE", "PLUMVALE-20"] })).status).toBe(201);
  });

  it("may name only rewards that cannot be had now: they are the promotion's", async () => {
    world.control.setRewardStatus("PLUMVALE-20", { status: "paused" });
    expect((await world.mint({ skus: ["PLUMVALE-20"] })).status).toBe(201);
  });

  it("says what amounts are shown in and cost, where help is, the sender's words, and the headings of the picker; each session for itself", async () => {
    const groups = [
      { name: "Essen & Trinken", skus: ["PLUMVALE-50", "PLUMVALE-20"] },
      { name: "Alles", skus: ["NOPE"] },
    ];
    const words = "From Linden Club, <b>for three years</b> with us \u{1f381}";
    const prices = { currency: "EUR", points_per_unit: 100 };
    const said = { ...prices, support_url: "https://shop.example/help?order=1", message: words, groups };
    const first = await world.browser({ order_id: "help", ...said });
    const second = await world.browser({ order_id: "help" });
    expect((await first.get("/v1/order")).data).toMatchObject(said);
    const booked = await first.post("/v1/order/book", { sku: "PLUMVALE-20" });
    expect(booked.data).toMatchObject({ state: "booked", ...said });
    const { data } = await second.get("/v1/order");
    const all = { ...data };
    expect(Object.keys(said).filter((name) => name in all)).toEqual([]);
  });

  it.each([
    { points_per_unit: 0 },
    { points_per_unit: 1.5 },
    { points_per_unit: "100" },
    { points_per_unit: 1_000_001 },
    { message: "x".repeat(201) },
    { message: 7 },
  ])("with %j is refused, and the member is named", async (member) => {
    const { status, problem } = await world.mint(member);
    const [path] = Object.keys(member);
    expect([status, problem.code, problem.errors?.map((each) => each.path)]).toEqual([
      422,
      "invalid_request",
      [path],
    ]);
  });

  it.each(["99999", "no such", "..", "../rewards", "a/b", "%2e%2e"])(
    "for the unknown promotion %j is refused",
    async (promotion_id) => {
      expect((await world.mint({ promotion_id })).problem.code).toBe("promotion_not_found");
    },
  );

  it("pins the order: other values are a conflict, equal ones are not", async () => {
    const pins = {
      order_id: "p",
      skus: ["PLUMVALE-20", "PLUMVALE-50"],
      max_amount: "50",
      customization: { pdf: { message: "Hi" } },
    };
    expect((await world.mint(pins)).status).toBe(201);
    const unpinned = {
      ttl_seconds: 60,
      locale: "fr",
      currency: "EUR",
      support_url: "https://shop.example/",
      message: "Hello",
      points_per_unit: 7,
    };
    const skus = ["PLUMVALE-50", "PLUMVALE-20", "PLUMVALE-50"];
    expect((await world.mint({ ...pins, ...unpinned, skus })).status).toBe(201);
    for (const change of [
      { user: { email: "User@example.com" } },
      { user: { email: "other@example.com" } },
      { promotion_id: "4002" },
      { skus: ["PLUMVALE-20"] },
      { skus: ["NOPE"] },
      { max_amount: "51" },
      { amount: "50" },
      { customization: { pdf: { message: "Ho" } } },
    ]) {
      const answer = await world.mint({ ...pins, ...change });
      expect([answer.status, answer.problem.code]).toEqual([409, "order_conflict"]);
    }
  });

  it("with null for what may be left out is one without it", async () => {
    const nothing = {
      delivery: null,
      currency: null,
      locale: null,
      support_url: null,
      ttl_seconds: null,
      message: null,
      points_per_unit: null,
    };
    const texts = { customization: { pdf: { message: null, sender_name: null } } };
    expect((await world.mint({ order_id: "n", ...nothing, customization: null })).status).toBe(201);
    expect((await world.mint({ order_id: "n" })).status).toBe(201);
    expect((await world.mint({ order_id: "m", ...nothing, ...texts })).status).toBe(201);
    expect((await world.mint({ order_id: "m", customization: { pdf: {} } })).status).toBe(201);
    expect((await world.mint({ order_id: "n", customization: { pdf: null } })).status).toBe(201);
    expect((await world.mint({ order_id: "n", customization: {} })).status).toBe(201);
  });

  it("keeps every pair of its metadata, whatever the name", async () => {
    const order_id = "notes";
    const metadata = JSON.parse(`{"constructor":"a","__proto__":"b","1":"c","ü":""}`);
    expect((await world.mint({ order_id, metadata })).status).toBe(201);
    const asSite = { headers: { Authorization: `Bearer ${SITE_KEY}` } };
    const { data } = await world.request(`/v1/orders/${order_id}`, asSite);
    expect(Object.entries(data.metadata ?? {}).sort()).toEqual(Object.entries(metadata).sort());
    expect((await world.mint({ order_id, metadata })).status).toBe(201);
    const another = JSON.parse(`{"constructor":"a","__proto__":"x","1":"c","ü":""}`);
    expect(codeOf(await world.mint({ order_id, metadata: another }))).toEqual([409, "order_conflict"]);
  });

  it.each(["a..b@docomo.example", "o'hara+gifts@mail.example", "用户@例え.テスト", "a@localhost"])(
    "takes the address %s",
    async (email) => expect((await world.mint({ user: { email } })).status).toBe(201),
  );

  it("answers an opaque token, random each time", async () => {
    const tokens = [await world.mint({ order_id: "t" }), await world.mint({ order_id: "t" })].map(
      ({ data }) => data.session_token,
    );
    expect(tokens[0]).not.toBe(tokens[1]);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});

describe("a later session", () => {
  const asSite = { Authorization: `Bearer ${SITE_KEY}`, "Content-Type": "application/json" };
  const PINS = { order_id: "later", max_amount: "50", user: { email: "mia@example.com" } };
  const OTHERS = { max_amount: "20", user: { email: "Mia@example.com" }, metadata: { campaign: "spring" } };
  const reopen = (order_id: string, body?: object | string, headers: Record<string, string> = asSite) =>
    world.request(`/v1/orders/${order_id}/sessions`, {
      method: "POST",
      headers,
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const pinsOf = async (order_id: string) =>
    (await world.ledger.readOrder({ site: "shop", order_id }))?.order.pins;

  /** The order as it stands after these steps of its user and its site. */
  const reached = async (...steps: string[]): Promise<void> => {
    const browser = await world.browser(PINS);
    for (const step of steps)
      if (step === "cancel" || step === "refund") await world.end("later", step);
      else await browser.post(`/v1/order/${step}`, { sku: SKU, ...(step !== "book" && { attempt: 1 }) });
  };

  it.each([
    ["open", [], 409],
    ["booked", ["book"], 409],
    ["redeemed", ["book", "redeem"], 201],
    ["refunded", ["book", "redeem", "refund"], 201],
    ["canceled", ["cancel"], 201],
  ] as const)("with other values, of an order that is %s after %j: %i", async (state, steps, status) => {
    await reached(...steps);
    const answer = await world.mint({ ...PINS, ...OTHERS });
    expect([answer.status, answer.data?.state ?? answer.problem.code]).toEqual([
      status,
      status === 201 ? state : "order_conflict",
    ]);
    expect(await pinsOf("later")).toMatchObject({ email: "mia@example.com", max_amount: "50" });
    expect(codeOf(await world.mint({ ...PINS, promotion_id: "4002" }))).toEqual([409, "order_conflict"]);
  });

  it("opens the code that is the user's, after the address changed its case", async () => {
    await reached("book", "redeem");
    const { data } = await (await world.browser({ ...PINS, ...OTHERS })).post("/v1/order/codes");
    expect((data.codes as { items: unknown[] }).items.length).toBeGreaterThan(0);
  });

  it("restores no other address than the one that was forgotten", async () => {
    await reached("book", "redeem");
    const erase = { method: "DELETE", headers: { Authorization: `Bearer ${SITE_KEY}` } };
    expect((await world.request("/v1/orders/later/user", erase)).status).toBe(204);
    expect((await world.mint({ ...PINS, ...OTHERS })).status).toBe(201);
    expect(await pinsOf("later")).toMatchObject({ email: null });
    expect((await world.mint(PINS)).status).toBe(201);
    expect(await pinsOf("later")).toMatchObject({ email: "mia@example.com" });
  });

  it("adds the metadata that the order lacks, and then it is pinned", async () => {
    await reached();
    const metadata = { campaign: "spring" };
    expect((await world.mint({ ...PINS, metadata })).status).toBe(201);
    expect(await pinsOf("later")).toMatchObject({ metadata });
    expect(codeOf(await world.mint({ ...PINS, metadata: { campaign: "fall" } }))).toEqual([
      409,
      "order_conflict",
    ]);
  });

  it("needs none of the values by the order's own route, in every state, and has its own language and time", async () => {
    await reached("book");
    const answer = await reopen("later", { locale: "fr-FR", currency: "EUR", ttl_seconds: 60 });
    expect([answer.status, answer.data.order_id, answer.data.state]).toEqual([201, "later", "booked"]);
    expect(Date.parse(String(answer.data.expires_at)) - world.clock.now()).toBe(60_000);
    const headers = { Authorization: `Bearer ${answer.data.session_token}`, Origin: ORIGIN };
    const { data } = await world.request("/v1/order", { headers });
    expect(data).toMatchObject({
      state: "booked",
      locale: "fr-FR",
      currency: "EUR",
      amount_limits: { max_amount: "50" },
    });
    for (const step of ["cancel"] as const) await world.end("later", step);
    for (const headers of [{ Authorization: `Bearer ${SITE_KEY}` }, asSite]) {
      const empty = await reopen("later", undefined, headers);
      expect([empty.status, empty.data.state]).toEqual([201, "canceled"]);
    }
  });

  it("by the order's own route is refused for what is not there, and for values that are pinned", async () => {
    await reached();
    expect(codeOf(await reopen("nobody", {}))).toEqual([404, "order_not_found"]);
    expect(codeOf(await reopen("later", {}, { ...asSite, Authorization: `Bearer ${OTHER_KEY}` }))).toEqual([
      404,
      "order_not_found",
    ]);
    const pinned = await reopen("later", { max_amount: "500" });
    expect([pinned.status, pinned.problem.errors]).toEqual([
      422,
      [{ path: "max_amount", message: "is not known here" }],
    ]);
  });

  it("by the order's own route needs the address of an unfinished order, where it was forgotten", async () => {
    await reached();
    const key = { site: "shop", order_id: "later" };
    const row = await world.ledger.readOrder(key);
    if (!row) throw new Error("no order");
    await world.ledger.replaceOrder(withoutUser(row.order, { salt: "", digest: "" }), { kind: "free" });
    expect(codeOf(await reopen("later", {}))).toEqual([409, "order_conflict"]);
    await world.end("later", "cancel");
    expect((await reopen("later", {})).status).toBe(201);
  });
});
