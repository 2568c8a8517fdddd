/** What the client of a site's server sends, and what it makes of answers. With the server itself: test/contract/backend-client.test.ts. */
import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import {
  type ClientOptions,
  createClient,
  eachOf,
  type Fetch,
  RewardProblem,
} from "../../../widget/backend/index.ts";

const SERVER = "https://rewards.example";
const KEY = "site-key-of-the-shop-0123456789abcdef";
type Sent = Parameters<Fetch>;

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
}
const json = (body: unknown): Answer => ({ text: JSON.stringify(body) });

/** A client and what it sent; answers come in the order of the requests, the last one for all further ones. */
function client(
  answers: readonly (Answer | Error)[] = [json({ data: {} })],
  options: Partial<ClientOptions> = {},
) {
  const sent: Sent[] = [];
  const left = [...answers];
  const fetch: Fetch = async (...request) => {
    sent.push(request);
    const answer = left.length > 1 ? left.shift() : left[0];
    if (answer instanceof Error) throw answer;
    const { status = 200, headers = {}, text = "" } = answer ?? {};
    return { status, headers: new Headers(headers), text: async () => text };
  };
  return { ...createClient({ server: SERVER, key: KEY, fetch, ...options }), sent };
}

const failure = async (call: Promise<unknown>): Promise<RewardProblem> => {
  const error = await call.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(RewardProblem);
  return error as RewardProblem;
};
const user = { email: "user@example.com" };

afterEach(() => vi.restoreAllMocks());

it("puts what the address names into the address and the rest into the body, with the key", async () => {
  const { reopenOrder, sent } = client();
  await reopenOrder({ order_id: "spring-81~2", locale: "de", currency: undefined });
  expect(sent).toEqual([
    [
      `${SERVER}/v1/orders/spring-81~2/sessions`,
      {
        method: "POST",
        headers: {
          accept: "application/json",
          authorization: `Bearer ${KEY}`,
          "content-type": "application/json",
          "user-agent": expect.stringMatching(/^reward-redemption\/\d+\.\d+\.\d+$/),
        },
        body: '{"locale":"de"}',
        redirect: "manual",
        signal: expect.any(AbortSignal),
      },
    ],
  ]);
});

it("puts the members of a question into its query, and sends no body", async () => {
  const { listRedemptions, sent } = client();
  await listRedemptions({ email: "a+b@example.com", state: undefined, per_page: 50 });
  expect(sent[0]?.[0]).toBe(`${SERVER}/v1/redemptions?email=a%2Bb%40example.com&per_page=50`);
  expect(sent[0]?.[1]).not.toHaveProperty("body");
});

it("reaches a server below a path, with or without a slash at its end", async () => {
  for (const server of ["https://shop.example/rewards", "https://shop.example/rewards/"]) {
    const { listEvents, sent } = client([json({ data: [] })], { server });
    await listEvents();
    expect(sent[0]?.[0]).toBe("https://shop.example/rewards/v1/events");
  }
});

it("leads to the route that was called, or to none, whatever an id is", async () => {
  const spelled = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("", ".", "..", "a/../..", "%2e%2e", "?", "#"),
  );
  await fc.assert(
    fc.asyncProperty(spelled, async (order_id) => {
      const { cancelOrder, sent } = client();
      const problem = await cancelOrder({ order_id }).catch((error) => error);
      const [address] = sent[0] ?? [];
      if (address === undefined) {
        expect(problem).toMatchObject({ code: "invalid_request" });
        return;
      }
      const [, version, orders, id = "", last] = new URL(address).pathname.split("/");
      expect([version, orders, decodeURIComponent(id), last]).toEqual(["v1", "orders", order_id, "cancel"]);
    }),
  );
});

it("answers the body of the route, and nothing where there is none", async () => {
  const data = { session_token: "t", expires_at: "2026-11-22T12:30:00.000Z" };
  const opened = await client([json({ data })]).openSession({ order_id: "1", promotion_id: "4001", user });
  expect(opened).toEqual({ data });
  expect(await client([{ status: 204 }]).endSessions({ order_id: "1" })).toBeUndefined();
});

it("makes a problem of the server an error with its code, and what else it says", async () => {
  const problem = {
    code: "invalid_request",
    detail: "A member is wrong.",
    retryable: false,
    request_id: "r1",
    errors: [{ path: "user.email", message: "expected an e-mail address" }],
  };
  const refused = client([{ status: 422, text: JSON.stringify(problem) }]);
  expect(await failure(refused.openSession({ order_id: "1", promotion_id: "4001", user }))).toMatchObject({
    name: "RewardProblem",
    message: "openSession: invalid_request: A member is wrong.",
    code: "invalid_request",
    status: 422,
    retryable: false,
    retryAfter: undefined,
    requestId: "r1",
    errors: problem.errors,
    problem,
  });
});

it("says how long to wait where the server does, and sends nothing again by itself", async () => {
  const text = JSON.stringify({ code: "rate_limited", detail: "Wait.", retryable: true, request_id: "r2" });
  const { listEvents, sent } = client([{ status: 429, headers: { "retry-after": "7" }, text }]);
  expect(await failure(listEvents())).toMatchObject({ retryable: true, retryAfter: 7, errors: [] });
  expect(sent).toHaveLength(1);
});

it.each<[string, Answer, boolean]>([
  ["a proxy's page", { status: 502, text: "<h1>Bad gateway</h1>" }, true],
  [
    "a redirect, which is not followed",
    { status: 302, headers: { location: "https://elsewhere.example" } },
    false,
  ],
  ["another server's problem", { status: 404, text: '{"error":"no such page"}' }, false],
  ["a success that is no JSON", { status: 200, text: "<h1>Welcome</h1>" }, false],
  ["JSON that is no object", { status: 200, text: "null" }, false],
])("calls %s unreadable", async (_, answer, retryable) => {
  const problem = await failure(client([answer]).listEvents());
  expect(problem).toMatchObject({ code: "unreadable", status: answer.status, retryable, problem: undefined });
});

it("calls a server that cannot be reached so, with the cause", async () => {
  const cause = new TypeError("fetch failed");
  const problem = await failure(client([cause]).listEvents());
  expect(problem).toMatchObject({ code: "unreachable", retryable: true, status: undefined, cause });
});

/** A server that never answers: a call ends with its signal alone. */
const silent: Fetch = (_, { signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    if (signal.aborted) reject(signal.reason);
  });

it("ends a call after its limit, after that of the client, or after 40 seconds", async () => {
  const over = AbortSignal.abort(new DOMException("late", "TimeoutError"));
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(over);
  const problem = await failure(client([], { fetch: silent }).listEvents());
  expect(problem).toMatchObject({ code: "timed_out", retryable: true, status: undefined });
  await failure(client([], { fetch: silent, timeoutMs: 9 }).listEvents());
  await failure(client([], { fetch: silent, timeoutMs: 9 }).listEvents({}, { timeoutMs: 5 }));
  expect(timeout.mock.calls).toEqual([[40_000], [9], [5]]);
});

it("ends a call by the caller's signal, with its reason", async () => {
  const reason = new Error("the visitor left");
  const call = client([], { fetch: silent }).listEvents({}, { signal: AbortSignal.abort(reason) });
  await expect(call).rejects.toBe(reason);
});

it("names the key in no error, also where it could never be sent", async () => {
  for (const key of ["", `${KEY}\n`, `${KEY} `, undefined as never])
    expect(() => client([], { key })).toThrow("key: expected the site's key, without blanks");
  const answers = [new TypeError("fetch failed"), { status: 500, text: "x" }, { status: 401, text: "{}" }];
  for (const answer of answers) {
    const problem = await failure(client([answer]).listEvents());
    expect(`${problem.stack} ${JSON.stringify(problem)}`).not.toContain(KEY);
  }
});

it.each([
  "",
  "rewards.example",
  "ftp://rewards.example",
  "https://rewards.example/?a",
  "https://rewards .example",
  "https://user:password@rewards.example",
])("takes no server %j", (server) => {
  expect(() => client([], { server })).toThrow(/^server: /);
});

const all = async <T>(list: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const each of list) found.push(each);
  return found;
};

it("goes through a list after its last entry, until a page is not full", async () => {
  const event = (event_id: string) => ({ type: "order.booked", data: { event_id, order_id: "o" } });
  const { listEvents, sent } = client([
    json({ data: [event("a"), event("b")] }),
    json({ data: [event("c")] }),
  ]);
  const found = await all(eachOf(listEvents, { per_page: 2, types: "order.booked" }));
  expect(found.map(({ data }) => data.event_id)).toEqual(["a", "b", "c"]);
  expect(sent.map(([address]) => new URL(address).search)).toEqual([
    "?per_page=2&types=order.booked",
    "?per_page=2&types=order.booked&after=b",
  ]);
});

it("goes through a site's orders after the last one", async () => {
  const { listSiteOrders, sent } = client([json({ data: [{ order_id: "1" }] }), json({ data: [] })]);
  expect(await all(eachOf(listSiteOrders, { per_page: 1 }))).toEqual([{ order_id: "1" }]);
  expect(sent[1]?.[0]).toMatch(/after=1$/);
});

it("goes through numbered pages until their total, in hundreds", async () => {
  const page = (number: number) =>
    json({ data: [{ id: number }], paging: { page: number, per_page: 100, total: 101 } });
  const { listPromotions, sent } = client([page(1), page(2)]);
  expect(await all(eachOf(listPromotions))).toEqual([{ id: 1 }, { id: 2 }]);
  expect(sent.map(([address]) => new URL(address).search)).toEqual(["?per_page=100", "?per_page=100&page=2"]);
});
