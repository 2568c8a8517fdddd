/** The client of a site's server against the server: every call of it is a route, and its problems are the server's. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROUTES } from "../../widget/backend/described.ts";
import { type Client, createClient, eachOf, type Fetch, RewardProblem } from "../../widget/backend/index.ts";
import { createWorld, SITE_KEY, type World } from "../support/world.ts";

const SERVER = "https://rewards.example";
const PROMOTION = "4001";
const user = { email: "user@example.com", id: "member-81" };

let world: World;
let client: Client;
const clientOf = (key: string): Client => {
  const fetch: Fetch = async (address, init) => {
    const { status, headers, text } = await world.request(address.slice(SERVER.length), init);
    return { status, headers, text: async () => text };
  };
  return createClient({ server: SERVER, key, fetch });
};
beforeAll(async () => {
  world = await createWorld();
  client = clientOf(SITE_KEY);
});
afterAll(() => world.close());

/** An order whose user redeems. */
async function redeemed(order_id: string): Promise<void> {
  const { post } = await world.browser({ order_id, user });
  const sku = "PIXELBARN-50";
  const booked = await post("/v1/order/book", { sku });
  await post("/v1/order/redeem", { sku, attempt: booked.data.attempt });
}

it("makes each of its calls, and gets what the types say", async () => {
  const grant = { grant_id: "g1", promotion_id: PROMOTION, user, amount: "100", currency: "USD" };
  const opened = await client.openSession({
    order_id: "a1",
    promotion_id: PROMOTION,
    user,
    max_amount: "50",
  });
  expect(opened.data.session_token.length).toBeGreaterThan(0);
  await redeemed("a2");
  await client.openSession(grant);
  const { data: events } = await client.listEvents({
    types: "order.redeemed",
    undelivered: true,
    per_page: 5,
  });
  const event_id = events[0]?.data.event_id ?? "";

  const calls: { [Name in keyof Client]: () => Promise<unknown> } = {
    openSession: async () => (await client.openSession({ rewards_of: user.id })).data.expires_at,
    reopenOrder: async () => (await client.reopenOrder({ order_id: "a1", locale: "de" })).data.order_id,
    endSessions: () => client.endSessions({ rewards_of: user.id }),
    readGrant: async () => (await client.readGrant({ grant_id: "g1" })).data.left,
    reopenGrant: async () => (await client.reopenGrant({ grant_id: "g1" })).data.grant_id,
    closeGrant: async () => (await client.closeGrant({ grant_id: "g1" })).data.state,
    listSiteOrders: async () =>
      (await client.listSiteOrders({ state: "redeemed" })).data.map((each) => each.order_id),
    readSiteOrder: async () => (await client.readSiteOrder({ order_id: "a2" })).data.state,
    listEvents: async () => (await client.listEvents({ after: event_id })).data.map(({ type }) => type),
    deliverEvent: () => client.deliverEvent({ event_id }),
    listPromotions: async () => (await client.listPromotions({ page: 1 })).paging.page,
    listRedemptions: async () => (await client.listRedemptions({ order_id: "a2" })).data[0]?.reward.sku,
    readMember: async () => (await client.readMember({ user_id: user.id })).data.user_id,
    cancelOrder: async () => (await client.cancelOrder({ order_id: "a1" })).data.state,
    refundOrder: async () =>
      (await client.refundOrder({ order_id: "a2", reason: "Wrong card" })).data.refunded,
    listAudit: async () => (await client.listAudit({ order_id: "a2" })).data.map(({ reason }) => reason),
    forgetUser: () => client.forgetUser({ order_id: "a2" }),
    forgetUserByPost: () => client.forgetUserByPost({ order_id: "a2" }),
    forgetMember: async () => (await client.forgetMember({ user_id: user.id })).data.unfinished,
  };
  expect(Object.keys(calls).sort()).toEqual(Object.keys(ROUTES).sort());
  const told: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(calls))
    told[name] = await call().catch((error) => (error instanceof RewardProblem ? error.code : error));
  expect(told).toEqual({
    openSession: expect.stringMatching(/^\d{4}-/),
    reopenOrder: "a1",
    endSessions: undefined,
    readGrant: "100",
    reopenGrant: "g1",
    closeGrant: "closed",
    listSiteOrders: ["a2"],
    readSiteOrder: "redeemed",
    // Of the grant, which was closed.
    listEvents: ["order.canceled"],
    // The site of this world has no webhook.
    deliverEvent: "invalid_request",
    listPromotions: 1,
    listRedemptions: "PIXELBARN-50",
    readMember: user.id,
    cancelOrder: "canceled",
    refundOrder: true,
    listAudit: ["Wrong card"],
    forgetUser: undefined,
    forgetUserByPost: undefined,
    forgetMember: [],
  });
});

it("tells the mistakes of a request by their members, and where in the log it stands", async () => {
  const bad = { order_id: "b1", promotion_id: PROMOTION, user: { email: "nobody" } };
  const problem: RewardProblem = await client.openSession(bad).then(
    () => expect.unreachable(),
    (error) => error,
  );
  expect(problem).toMatchObject({ code: "invalid_request", status: 422, errors: [{ path: "user.email" }] });
  expect(problem.requestId).toMatch(/^[\da-f-]{36}$/);
});

it("tells a key that the server does not know", async () => {
  const foreign = clientOf("site-key-of-nobody-0123456789abcdefgh");
  await expect(foreign.listSiteOrders()).rejects.toMatchObject({
    code: "site_key_invalid",
    retryable: false,
  });
});

it("reads every entry of a list, however small its pages", async () => {
  const names = ["c1", "c2", "c3"];
  for (const order_id of names)
    await client.openSession({ order_id, promotion_id: PROMOTION, user: { ...user, id: "member-82" } });
  const found: string[] = [];
  for await (const order of eachOf(client.listSiteOrders, { user_id: "member-82", per_page: 2 }))
    found.push(order.order_id);
  expect(found.toSorted()).toEqual(names);
});
