/** The verdict of the load bench notices what must not be. */
import { expect, it } from "vitest";
import type { CodeRecord } from "../../../demo/fulfillment/standings.ts";
import type { Call } from "../../processes/cluster.ts";
import type { Answer, Ask } from "./client.ts";
import { judge, type Verdict } from "./judge.ts";
import { newUser, type User } from "./users.ts";

const code = (order_id: string, value: string): CodeRecord =>
  ({
    order_id,
    codes: [{ name: "Code", value, format: "string", usage: "primary" }],
  }) as unknown as CodeRecord;
const call = (operation: string, order_id: string, fault?: string): Call =>
  ({ operation, order_id, at: 0, status: 200, fault }) as Call;
const user = (state: string, ...shown: string[]): User => ({
  ...newUser("a", "redeem"),
  token: "session",
  confirmed: true,
  state,
  shown: shown.map((value) => JSON.stringify([value])),
});

interface Given {
  readonly codes?: readonly CodeRecord[];
  readonly calls?: readonly Call[];
  readonly user?: User;
  /** What the owner is answered; undefined: nothing. */
  readonly fetched?: string;
  readonly attention?: readonly string[];
}

const GOOD: Given = {
  codes: [code("shop.a.1", "111")],
  calls: [call("book", "shop.a.1"), call("redeem", "shop.a.1"), call("token", "")],
  user: user("redeemed", "111"),
  fetched: "111",
};

function verdictOn(given: Given): Promise<Verdict> {
  const { codes = [], calls = [], fetched, attention = [] } = given;
  const cluster = { codes: async () => [...codes], calls: async () => [...calls] };
  const data = fetched === undefined ? undefined : { codes: { items: [{ value: fetched }] } };
  const send = async (_: Ask) => ({ status: data ? 200 : 503, data }) as Answer;
  return judge(cluster, { send }, new Set(attention), [given.user ?? user("open")]);
}

it("an order with its one code is as it should be", async () => {
  expect(await verdictOn(GOOD)).toMatchObject({
    billed: 1,
    confirmed: 1,
    callsPerConfirmation: 2,
    changesPerConfirmation: 2,
    tokenRequests: 1,
    broken: [],
  });
});

it.each<[string, Partial<Given>, Partial<Verdict>]>([
  [
    "two attempts with a code each",
    { codes: [code("shop.a.1", "111"), code("shop.a.2", "222")] },
    { doubled: 1 },
  ],
  ["a code that nobody can fetch", { fetched: undefined }, { lost: 1 }],
  [
    "a code of an order that nobody knows",
    { codes: [code("shop.b.1", "111")], user: user("open") },
    { lost: 1 },
  ],
  ["another code than the service made", { fetched: "999" }, { disagreeing: 1 }],
  ["another code each time", { user: user("redeemed", "111", "222") }, { disagreeing: 1 }],
  ["success without a code", { codes: [], user: user("redeemed") }, { disagreeing: 1 }],
  ["a code where none was made", { codes: [] }, { disagreeing: 1 }],
  ["an order that is still at work", { user: user("processing", "111") }, { processing: 1 }],
  [
    "two books without a fault",
    { calls: [call("book", "shop.a.1"), call("book", "shop.a.2"), call("redeem", "shop.a.2")] },
    { wasteful: 1 },
  ],
  [
    "seven changing calls of one attempt",
    { calls: Array.from({ length: 7 }, () => call("redeem", "shop.a.1", "timeout_after")) },
    { changesMost: 7, wasteful: 0 },
  ],
])("%s breaks it", async (_, change, expected) => {
  const verdict = await verdictOn({ ...GOOD, ...change });
  expect(verdict).toMatchObject(expected);
  expect(verdict.broken).toHaveLength(1);
});

it("a code that its owner cannot fetch is not lost where the operator's list has the order", async () => {
  expect(await verdictOn({ ...GOOD, fetched: undefined, attention: ["a"] })).toMatchObject({
    lost: 0,
    broken: [],
  });
});

it("a book that is repeated after a fault is no waste", async () => {
  const calls = [
    call("book", "shop.a.1", "timeout_before"),
    call("book", "shop.a.1"),
    call("redeem", "shop.a.1"),
  ];
  expect(await verdictOn({ ...GOOD, calls })).toMatchObject({ wasteful: 0, broken: [] });
});
