/**
 * Where codes, links, sessions and user data may appear: codes in the answers of redeem, codes and pass, the service's link
 * in that of activate, a session in that which opens it, and nowhere else. Every route is called in every state with
 * the right credentials, and all bytes of all answers are searched.
 */
import { describe, expect, it } from "vitest";
import { ROUTES } from "../../server/routes/described/descriptions.ts";
import { ORDER_STATES } from "../../shared/wire.ts";
import { OPERATOR_KEY } from "../server/routes/operator.ts";
import { ISSUER, passAuthority } from "../support/pass-authority.ts";
import { type Answer, createWorld, ORIGIN, SITE_KEY, type World } from "../support/world.ts";
import { REACHED, type Reached, reach, SKU, sessionOf } from "./states.ts";

const passes = passAuthority();
const EMAIL = "mia.winter@example.com";
/** The user of another order of the same site, whose code was made before: no answer may contain it. */
const OTHER_EMAIL = "jon.summer@example.com";
const API_SECRET = "the-secret-of-the-service";
/** Appears on the page and on printed documents; only the site, the service and the user may have it. */
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const MESSAGE = "Happy-birthday-dear-Mia";

const nameOf = (method: string, path: string): string => `${method.toUpperCase()} ${path}`;
/** The routes, and the one route that informs operators only. */
const ASKED = [
  ...ROUTES.map(({ method, path, security, tag }) => ({
    method,
    path,
    security,
    tag,
    name: nameOf(method, path),
  })),
  {
    method: "get",
    path: "/readyz?details",
    security: "operatorKey",
    tag: "operator",
    name: "GET /readyz?details",
  },
] as const;
type Asked = (typeof ASKED)[number];

/**
 * These routes may change the order, so each is called on an order of its own in the same state. The others share one
 * order.
 */
const CHANGING =
  /^(POST .*\/(book|redeem|activate|notify|cancel|refund|release|end|next|close|forget)|DELETE .*)$/;
const looks = ASKED.filter(({ name }) => !CHANGING.test(name));
const changes = ASKED.filter(({ name }) => CHANGING.test(name));

/** Digits within a longer number are another number. */
const has = (bytes: string, value: string): boolean =>
  /^\d+$/.test(value) ? new RegExp(`(?<!\\d)${value}(?!\\d)`).test(bytes) : bytes.includes(value);

/**
 * Ids of requests and events, new sessions and their digests, and encrypted image addresses are random, and may contain the four digits
 * of a PIN by chance; so may milliseconds.
 */
const withoutIds = (bytes: string): string =>
  bytes
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "")
    .replaceAll(/(?:evt|aud)_[0-9a-f]{32}/g, "")
    .replaceAll(/"session":"[\w-]{12}"/g, "")
    .replaceAll(/"session_token":"[\w.-]+"/g, "")
    .replaceAll(/"\w*_(?:ms|seconds)":\d+/g, "")
    .replaceAll(/\/images\/[\w-]+/g, "")
    // The pass in an address is read as Google reads it: its name is a digest, and the signature is random as well.
    .replaceAll(/[\w-]+\.([\w-]+)\.[\w-]{300,}/g, (_, pass: string) =>
      Buffer.from(pass, "base64url").toString(),
    )
    .replaceAll(new RegExp(`${ISSUER}\\.[\\w-]{43}`, "g"), "");

/** Under which the server is reached. */
const PAGE = "https://rewards.example";

interface Heard {
  readonly route: string;
  readonly status: number;
  /** Body and headers. */
  readonly bytes: string;
}

/** Calls the route about this order with the credentials that the route needs. */
async function ask(world: World, route: Asked, order: Order): Promise<Heard> {
  const { method, path, security, tag } = route;
  const sessionToken = /^\/v1\/rewards($|\/\{order_id\})/.test(path)
    ? order.wallet
    : path.startsWith("/v1/grant/")
      ? order.grant
      : order.token;
  const key = { siteKey: SITE_KEY, sessionToken, operatorKey: OPERATOR_KEY };
  const bodies: Record<string, unknown> = {
    "/v1/sessions": order.session,
    "/v1/sessions/end": { order_id: order.id },
    "/operator/session": { key: OPERATOR_KEY },
    "/v1/opening": { session_token: order.token },
    "/v1/order/book": { sku: SKU },
    "/v1/order/notify": { sku: SKU },
    "/v1/order/redeem": { attempt: 1, sku: SKU },
    "/v1/order/activate": { attempt: 1, sku: SKU },
    "/v1/order/pass": { wallet: "google" },
    "/v1/rewards/{order_id}/used": { used: true },
    "/v1/webhooks/{site}/deliver": { since: "2026-01-01T00:00:00Z", reason: "It was lost" },
  };
  const body = method === "get" ? undefined : bodies[path];
  const [opened] = [security ?? []].flat();
  const filled = path
    .replace("{order_id}", order.id)
    .replace("{grant_id}", grantOf(order.id))
    .replace("{user_id}", memberOf(order.id))
    .replace("{sku}", SKU)
    .replace("{site}", "shop")
    .replace(/\/sites\/shop\/orders$/, "$&?user_id=nobody")
    .replace("{promotion_id}", "4001")
    .replace("{event_id}", path.includes("{event_id}") ? await anEvent(world) : "");
  const answer: Answer = await world.request(filled, {
    method: method.toUpperCase(),
    headers: {
      ...(opened && { Authorization: `Bearer ${key[opened]}` }),
      ...(tag === "browser" && { Origin: ORIGIN }),
      ...(path.startsWith("/operator/") && { Origin: PAGE }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const bytes = withoutIds(answer.text + JSON.stringify([...answer.headers]));
  return { route: route.name, status: answer.status, bytes };
}

/** The id of the site's first event, where there is one. */
async function anEvent(world: World): Promise<string> {
  const { text } = await world.request("/v1/events", { headers: { Authorization: `Bearer ${SITE_KEY}` } });
  return JSON.parse(text).data[0]?.data.event_id ?? "none";
}

interface Order {
  readonly id: string;
  readonly session: Record<string, unknown>;
  readonly token: string;
  /** The session of its member's rewards. */
  readonly wallet: string;
  /** The session of a grant of the same member. */
  readonly grant: string;
}
const memberOf = (order_id: string): string => `member-of-${order_id}`;
const grantOf = (order_id: string): string => `grant-of-${order_id}`;

/** An order in that state, whose member has a grant besides. */
async function openOrder(world: World, to: Reached, id: string): Promise<Order> {
  const user = { email: EMAIL, id: memberOf(id) };
  const session = {
    ...sessionOf(id, to.delivery, EMAIL),
    user,
    customization: { pdf: { message: MESSAGE } },
  };
  const { token } = await reach(world, session, to);
  const none = { order_id: undefined, max_amount: undefined };
  const grant = { ...none, grant_id: grantOf(id), amount: "100", currency: "USD", user };
  const wallet = { ...none, promotion_id: undefined, user: undefined, rewards_of: memberOf(id) };
  const tokenOf = async (asked: Record<string, unknown>): Promise<string> =>
    (await world.browser(asked)).token;
  return { id, session, token, wallet: await tokenOf(wallet), grant: await tokenOf(grant) };
}

/** Values that must not appear, by kind, and the routes that may return them all the same. */
interface Secrets {
  readonly what: string;
  readonly values: readonly string[];
  readonly tellers: readonly string[];
}

/** From the service's own record, whatever the answers said. */
function secretsOf(world: World, orders: readonly Order[]): Secrets[] {
  const ids = orders.map(({ id }) => `shop.${id}.`);
  const isOwn = (upstream: string): boolean => ids.some((id) => upstream.startsWith(id));
  const codes = world.control.codes();
  const valuesOf = (own: boolean): string[] =>
    codes.flatMap((made) => (isOwn(made.order_id) === own ? made.codes.map(({ value }) => value) : []));
  const linksOf = (own: boolean): string[] =>
    world.control
      .redemptions()
      .flatMap(({ id, orderId, flowKey }) => (isOwn(orderId) === own ? [`/flow/${id}`, flowKey] : []));
  return [
    {
      what: "codes",
      values: valuesOf(true),
      tellers: [
        "POST /v1/order/redeem",
        "POST /v1/order/codes",
        "POST /v1/order/pass",
        "POST /v1/rewards/{order_id}/codes",
      ],
    },
    {
      what: "link",
      values: linksOf(true),
      tellers: ["POST /v1/order/activate", "POST /v1/rewards/{order_id}/link"],
    },
    {
      what: "message",
      values: [MESSAGE],
      tellers: [
        "GET /v1/order",
        "POST /v1/opening",
        ...["book", "redeem", "activate", "notify"].map((of) => `POST /v1/order/${of}`),
      ],
    },
    {
      what: "session",
      values: orders.flatMap(({ token, wallet, grant }) => [token, wallet, grant]),
      tellers: [],
    },
    { what: "another order's", values: [...valuesOf(false), ...linksOf(false)], tellers: [] },
    {
      what: "user",
      values: [EMAIL, OTHER_EMAIL, "mia.winter", "jon.summer"],
      tellers: [],
    },
    {
      what: "credentials",
      values: [SITE_KEY, OPERATOR_KEY, API_SECRET, WEBHOOK_SECRET, "PRIVATE KEY"],
      tellers: [],
    },
  ];
}

/** Over all states: the kinds of values that each route returned, and the statuses of its answers. */
const told = new Map<string, Set<string>>();
const answered = new Map<string, Set<number>>();
const seen = new Set<string>();

async function other(world: World): Promise<void> {
  const redeemed = REACHED.find((each) => each.state === "redeemed");
  await reach(world, sessionOf("another", "redeem", OTHER_EMAIL), redeemed ?? expect.fail());
}

const title = ({ state, delivery, steps }: Reached): string =>
  `${state}, ${delivery}: ${steps.join(", ") || "nothing yet"}`;

describe("in every state, no answer and no log line contains a value that it must not contain", () => {
  it.each(REACHED.map((each) => [title(each), each] as const))("%s", async (_, to) => {
    const webhook = { url: "https://hooks.example/", secret: WEBHOOK_SECRET };
    const world = await createWorld({
      OPERATOR_KEY,
      ...passes.google,
      SITES: JSON.stringify([{ id: "shop", key: SITE_KEY, origins: [ORIGIN], webhook }]),
      LIMIT_SESSION_PER_MINUTE: "10000",
      LIMIT_SITE_PER_MINUTE: "100000",
    });
    const before: Heard[] = [];
    for (const route of ASKED.filter(
      ({ security, path }) => security === undefined || path === "/v1/promotions",
    ))
      before.push(await ask(world, route, { id: "none", session: {}, token: "", wallet: "", grant: "" }));
    // An answer that was the same before there was an order says nothing about the order, whatever numbers it contains.
    const isNew = ({ route, bytes }: Heard): boolean =>
      before.every((each) => each.route !== route || each.bytes !== bytes);
    await other(world);
    const orders: Order[] = [];
    const reached = async (id: string): Promise<Order> => {
      const order = await openOrder(world, to, id);
      orders.push(order);
      return order;
    };
    const heard: Heard[] = [];
    const resting = await reached("o-rests");
    for (const route of looks) heard.push(await ask(world, route, resting));
    for (const [n, route] of changes.entries()) {
      world.control.clearFaults();
      const order = await reached(`o-${n}`);
      heard.push(await ask(world, route, order));
      // Without its session the order cannot be looked at.
      if (/\/(sessions\/end|forget)$/.test(route.path)) continue;
      for (const look of looks.filter(({ path }) => /order|opening/.test(path)))
        heard.push(await ask(world, look, order));
    }
    // A PIN has four digits, which may also be those of a promotion's id or a stock that was there before any order.
    const isChance = (value: string): boolean => before.some(({ bytes }) => has(bytes, value));
    const secrets = secretsOf(world, orders).map((each) => ({
      ...each,
      values: each.values.filter((value) => !isChance(value)),
    }));
    const hits = heard
      .filter(isNew)
      .flatMap(({ route, bytes }) =>
        secrets.flatMap(({ what, values, tellers }) =>
          values.some((value) => has(bytes, value))
            ? [{ route, what, isRight: tellers.includes(route) }]
            : [],
        ),
      );
    expect(hits.filter(({ isRight }) => !isRight)).toEqual([]);
    const logged = withoutIds(world.logs.join("\n"));
    expect(world.logs.length).toBeGreaterThan(heard.length);
    expect(secrets.flatMap(({ values }) => values.filter((value) => has(logged, value)))).toEqual([]);
    for (const { route, what } of hits) told.set(route, (told.get(route) ?? new Set()).add(what));
    for (const { route, status } of heard) {
      answered.set(route, (answered.get(route) ?? new Set()).add(status));
      seen.add(`${to.state} ${route}`);
    }
    await world.close();
  });

  it("every route was called in every state, each succeeded at least once, and those that may return a secret did", () => {
    expect([...seen].toSorted()).toEqual(
      ORDER_STATES.flatMap((state) => ASKED.map(({ name }) => `${state} ${name}`)).toSorted(),
    );
    const refused = [...answered].filter(([, all]) => ![...all].some((status) => status < 300));
    expect(refused.map(([route, all]) => `${route}: ${[...all]}`)).toEqual([]);
    expect([...answered].filter(([, all]) => all.has(401)).map(([route]) => route)).toEqual([]);
    expect(Object.fromEntries([...told].map(([route, whats]) => [route, [...whats].sort()]))).toEqual({
      "GET /v1/order": ["message"],
      "POST /v1/opening": ["message"],
      "POST /v1/order/book": ["message"],
      "POST /v1/order/notify": ["message"],
      "POST /v1/order/redeem": ["codes", "message"],
      "POST /v1/order/codes": ["codes"],
      "POST /v1/order/pass": ["codes"],
      "POST /v1/order/activate": ["link", "message"],
      "POST /v1/rewards/{order_id}/codes": ["codes"],
      "POST /v1/rewards/{order_id}/link": ["link"],
    });
  });
});
