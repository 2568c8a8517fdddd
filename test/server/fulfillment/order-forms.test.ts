/** Two forms of one path: the first form, the switch to the other, and the memory of a proven form. */
import { describe, expect, it } from "vitest";
import type { PathSettings } from "../../../server/fulfillment/paths.ts";
import { TransportError, type TransportResponse } from "../../../server/fulfillment/transport.ts";
import { CHANGE_TIMEOUT } from "../../../server/timing.ts";
import { settle, VirtualClock } from "../virtual-clock.ts";
import { EMAIL, ORDER, PROMOTION } from "./operations.ts";
import { type HarnessOptions, harness, json, raw, redemptionBody, type Seen } from "./support.ts";

const ROOT = "/fulfillment/v2/promotions/42";
const PROMOTION_READ = `GET ${ROOT}`;
const ORDERED = { promotionId: "42", sku: "SHOE-50", orderId: ORDER, email: EMAIL };

const notFound = () => json(404, { error_name: "not_found", error_message: null });
const made = (state: string) => json(201, { data: redemptionBody({ state }) });

type Respond = (request: Seen) => TransportResponse | Promise<TransportResponse>;

const OPERATIONS = [
  {
    operation: "create",
    first: `${ROOT}/redemptions`,
    second: `${ROOT}/rewards/SHOE-50/redemptions`,
    state: "pending",
    swapped: { createForm: "reward_in_path" },
    name: "reward_in_path",
  },
  {
    operation: "createAndRedeem",
    first: `${ROOT}/rewards/SHOE-50/redemptions/redeem`,
    second: `${ROOT}/rewards/SHOE-50/redemptions/actions/redeem`,
    state: "redeemed",
    swapped: { createAndRedeemForm: "actions" },
    name: "actions",
  },
] as const satisfies readonly {
  operation: string;
  first: string;
  second: string;
  state: string;
  swapped: Partial<PathSettings>;
  name: string;
}[];

describe.each(OPERATIONS)("$operation", ({ operation, first, second, state, swapped, name }) => {
  const FIRST = `POST ${first}`;
  const SECOND = `POST ${second}`;

  /** A service that answers by path; the promotion is known unless it is said otherwise. */
  const world = (answers: Record<string, Respond>, options: HarnessOptions = {}) => {
    const { client, calls, log } = harness({
      api: (request) => {
        const known: Respond = () => json(200, { data: PROMOTION });
        const answer = answers[request.path] ?? (request.path === ROOT ? known : notFound);
        return answer(request);
      },
      ...options,
    });
    return {
      order: (own: Partial<typeof ORDERED> = {}) => client[operation]({ ...ORDERED, ...own }),
      sent: () => calls.map(({ method, path }) => `${method} ${path}`),
      calls,
      log,
    };
  };

  it("is sent in the form of the summary, and nothing else", async () => {
    const { order, sent } = world({ [first]: () => made(state), [second]: () => made(state) });
    expect(await order()).toMatchObject({ kind: "answered", redemption: { state } });
    expect(sent()).toEqual([FIRST]);
  });

  it("is sent in the other form when a setting says so", async () => {
    const { order, sent } = world({ [second]: () => made(state) }, { paths: swapped });
    expect(await order()).toMatchObject({ kind: "answered" });
    expect(sent()).toEqual([SECOND]);
  });

  it("goes over to the other form where the service knows the promotion and not the form, and stays there", async () => {
    const { order, sent, log } = world({ [second]: () => made(state) });
    expect(await order()).toMatchObject({ kind: "answered", redemption: { state } });
    expect(sent()).toEqual([FIRST, PROMOTION_READ, SECOND]);
    await order();
    expect(sent().slice(3)).toEqual([SECOND]);
    const remarks = log.map((line) => JSON.parse(line)).filter(({ level }) => level === "warn");
    expect(remarks).toMatchObject([{ reason: name }]);
  });

  it("goes over on a 404 whatever its body: an unknown path is often not answered by the service itself", async () => {
    const { order, sent } = world({ [first]: () => raw(404, "<html>"), [second]: () => made(state) });
    expect(await order()).toMatchObject({ kind: "answered" });
    expect(sent()).toEqual([FIRST, PROMOTION_READ, SECOND]);
  });

  it("goes over from the set form as well", async () => {
    const { order, sent } = world({ [first]: () => made(state) }, { paths: swapped });
    expect(await order()).toMatchObject({ kind: "answered" });
    expect(sent()).toEqual([SECOND, PROMOTION_READ, FIRST]);
  });

  it("carries the same order in both forms", async () => {
    const { order, calls } = world({ [second]: () => made(state) });
    await order();
    const [one, two] = calls
      .filter(({ method }) => method === "POST")
      .map(({ body }) => JSON.parse(body ?? ""));
    const { reward, ...rest } = one.data;
    expect(rest).toEqual(two.data);
    expect(reward).toEqual(operation === "create" ? { sku: "SHOE-50" } : undefined);
  });

  it("goes over on a 405 without a look at the promotion: it is never about one", async () => {
    const { order, sent } = world({ [first]: () => raw(405, ""), [second]: () => made(state) });
    expect(await order()).toMatchObject({ kind: "answered" });
    expect(sent()).toEqual([FIRST, SECOND]);
  });

  const promotionIs: [string, Respond][] = [
    ["unknown", notFound],
    ["forbidden", () => json(401, { error_name: "forbidden" })],
    ["without this reward", () => json(200, { data: { ...PROMOTION, rewards: [] } })],
    ["over", () => json(200, { data: { ...PROMOTION, end_datetime: "2020-01-01T00:00:00Z" } })],
    ["another one", () => json(200, { data: { ...PROMOTION, id: 43 } })],
    ["unreadable", () => raw(200, "<html>")],
    ["not to be had now", () => raw(503, "")],
  ];
  it.each(promotionIs)(
    "takes a 404 for a no where the promotion is %s, and remembers nothing",
    async (_, read) => {
      const { order, sent } = world({ [ROOT]: read, [second]: () => made(state) });
      const no = { kind: "refused", status: 404, error: "not_found" };
      expect(await order()).toEqual(no);
      expect(await order()).toEqual(no);
      expect(sent()).toEqual([FIRST, PROMOTION_READ, FIRST, PROMOTION_READ]);
    },
  );

  it("that is unknown in both forms is a 404, and neither is remembered", async () => {
    const { order, sent } = world({});
    expect(await order()).toEqual({ kind: "refused", status: 404, error: "not_found" });
    await order();
    const round = [FIRST, PROMOTION_READ, SECOND];
    expect(sent()).toEqual([...round, ...round]);
  });

  it.each<[string, Respond, Respond, number]>([
    ["405 and 404", () => raw(405, ""), notFound, 404],
    ["404 and 405", notFound, () => raw(405, ""), 404],
    ["405 twice", () => raw(405, ""), () => raw(405, ""), 405],
  ])("answered %s is refused with what says more", async (_, one, two, status) => {
    const { order } = world({ [first]: one, [second]: two });
    expect(await order()).toMatchObject({ kind: "refused", status });
  });

  it.each([
    ["a success", () => made(state)],
    ["a refusal of what was sent", () => json(422, { error_name: "invalid_request", error_message: null })],
  ])("whose form %s has proven takes any 404 for a no from then on", async (_, answer) => {
    let asked = 0;
    const { order, sent } = world({
      [first]: () => (++asked === 1 ? answer() : notFound()),
      [second]: () => made(state),
    });
    await order();
    expect(await order()).toEqual({ kind: "refused", status: 404, error: "not_found" });
    expect(sent()).toEqual([FIRST, FIRST]);
  });

  const unclear: [string, Respond][] = [
    ["504", () => raw(504, "")],
    ["500", () => raw(500, "")],
    ["503 that says not_found", () => json(503, { error_name: "not_found" })],
    ["a garbled success", () => raw(201, "<html>404</html>")],
    ["401 forbidden", () => json(401, { error_name: "forbidden" })],
    ["403", () => raw(403, "")],
    ["422", () => json(422, { error_name: "invalid_request", error_message: null })],
    ["422 that says not_found", () => json(422, { error_name: "not_found" })],
    ["404 that names something else", () => json(404, { error_name: "invalid_request" })],
    ["a redirect", () => raw(307, "", { location: "/elsewhere" })],
    ["429", () => raw(429, "")],
    [
      "a broken connection",
      () => {
        throw new TransportError("broken", true);
      },
    ],
    [
      "a timeout",
      () => {
        throw new TransportError("timeout", true);
      },
    ],
    [
      "no connection",
      () => {
        throw new TransportError("not_connected", false);
      },
    ],
  ];
  it.each(unclear)("is never sent in the other form after %s", async (_, answer) => {
    const { order, sent } = world({ [first]: answer, [second]: () => made(state) });
    expect((await order()).kind).not.toBe("answered");
    expect(sent()).toEqual([FIRST]);
  });

  it.each<[string, Respond, unknown]>([
    ["504", () => raw(504, ""), { kind: "unknown", cause: "status_504" }],
    [
      "401 forbidden",
      () => json(401, { error_name: "forbidden" }),
      { kind: "refused", status: 401, error: "forbidden" },
    ],
    [
      "no connection",
      () => {
        throw new TransportError("not_connected", false);
      },
      { kind: "not_sent" },
    ],
  ])("counts %s in the other form, which proves no form", async (_, answer, expected) => {
    const { order, sent } = world({ [second]: answer });
    expect(await order()).toEqual(expected);
    await order();
    expect(sent()[3]).toBe(FIRST);
  });

  it("of many orders at once sends none twice in the same form", async () => {
    const { order, calls, sent } = world({
      [second]: ({ body }) =>
        json(201, { data: redemptionBody({ state, order_id: JSON.parse(body ?? "").data.order_id }) }),
    });
    const outcomes = await Promise.all(["a", "b", "c"].map((orderId) => order({ orderId })));
    expect(outcomes.map(({ kind }) => kind)).toEqual(["answered", "answered", "answered"]);
    const posts = calls.filter(({ method }) => method === "POST").map(({ path, body }) => `${path} ${body}`);
    expect(new Set(posts).size).toBe(posts.length);
    expect(sent().filter((each) => each === SECOND)).toHaveLength(3);
  });

  it("has one deadline for both forms and the look at the promotion", async () => {
    const clock = new VirtualClock();
    const delayed = async (ms: number, answer: TransportResponse) => {
      await clock.sleep(ms);
      return answer;
    };
    const { order, calls } = world(
      {
        [first]: () => delayed(20_000, notFound()),
        [ROOT]: () => delayed(5_000, json(200, { data: PROMOTION })),
        [second]: () => delayed(1_000, made(state)),
      },
      { clock },
    );
    const outcome = order();
    for (let waited = 0; waited < 26_000; waited += 1_000) {
      await clock.advance(1_000);
      await settle();
    }
    expect(await outcome).toMatchObject({ kind: "answered" });
    expect(calls.map(({ timeoutMs }) => timeoutMs)).toEqual([
      CHANGE_TIMEOUT,
      10_000,
      CHANGE_TIMEOUT - 25_000,
    ]);
  });
});
