/**
 * What a request costs the process that answers it, in microseconds of computing, by turns with the bare ones: fault-free, so many
 * users at once.
 */
import type { Client } from "../load/client.ts";
import { newUser, SKU, type Step, take, type User } from "../load/users.ts";
import type { Side, Sides } from "./sides.ts";

/** What is measured of the server, and what each is held against. Source of `most`: issue 15, part 7. */
export const WANTED = {
  session: { of: "hello", most: 4 },
  order: { of: "hello", most: 1.6 },
  "catalog 304": { of: "hello", most: 1.6 },
  book: { of: "proxied book", most: 2.5 },
  redeem: { of: "proxied redeem", most: 2.5 },
  codes: { of: "proxied read", most: 1.5 },
} as const;
export type Measured = keyof typeof WANTED;
type Bare = (typeof WANTED)[Measured]["of"];

/** Microseconds for one request. */
export type Costs = Readonly<Record<Measured | Bare, number>>;

export interface RoundOptions {
  /** Begins the ids of its orders. */
  readonly name: string;
  readonly orders: number;
  /** At once. */
  readonly users: number;
}

/** So often what is cheap is asked for each order: a few thousand requests are needed to tell microseconds. */
const CHEAP_TIMES = 4;

/** Does all of the work, so many pieces at once. */
export async function eachOf<T>(
  all: readonly T[],
  atOnce: number,
  work: (each: T) => Promise<unknown>,
): Promise<void> {
  const left = [...all];
  const worker = async (): Promise<void> => {
    for (let each = left.pop(); each !== undefined; each = left.pop()) await work(each);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** @returns microseconds that the side computed for each */
async function cost<T>(
  side: Side,
  all: readonly T[],
  users: number,
  work: (each: T) => Promise<unknown>,
): Promise<number> {
  const before = await side.computed();
  await eachOf(all, users, work);
  return ((await side.computed()) - before) / all.length;
}

/** An order as the service itself has it, asked for through the proxy. */
interface Proxied {
  readonly order: string;
  redemption: string;
}

/** @throws Error where an answer was not the one that is measured */
export async function playRound(
  { hello, proxy, ours }: Sides,
  client: Client,
  { name, orders, users }: RoundOptions,
): Promise<Costs> {
  const all = Array.from({ length: orders }, (_, n) => newUser(`${name}-${n}`, "redeem"));
  const often = Array.from({ length: CHEAP_TIMES }, () => all).flat();
  const of = (step: Step, asked: readonly User[]) =>
    cost(ours, asked, users, async (user) => {
      user.step = step;
      await take(client, user);
      if (user.tries > 0 || user.isWaiting) throw new Error(`${step}: not answered as it should be`);
    });
  const proxied = Array.from({ length: orders }, (_, n) => ({
    order: `bare.${name}-${n}.1`,
    redemption: "",
  }));
  const through = (route: string, path: (each: Proxied) => string, body?: (each: Proxied) => object) =>
    cost(proxy, proxied, users, async (each) => {
      const ask = { route, path: `/fulfillment/v2${path(each)}`, body: body?.(each), server: proxy.url };
      const { status, data } = await client.send(ask);
      if (status < 200 || status > 299) throw new Error(`${route}: answered ${status}`);
      each.redemption = data?.id ?? "";
    });
  const user = ({ order }: Proxied) => ({ email: `${order}@example.com` });

  const session = await of("session", all);
  const bare = await cost(hello, often, users, ({ token, order }) =>
    client.send({ route: "hello", path: "/v1/order", token, order, server: hello.url }),
  );
  const order = await of("order", often);
  await of("catalog", all.slice(0, 1));
  for (const each of all) each.etag = all[0]?.etag;
  const catalog = await of("catalog again", often);
  const proxiedBook = await through(
    "proxied book",
    () => `/promotions/4001/rewards/${SKU}/redemptions/book`,
    (each) => ({ data: { order_id: each.order, user: user(each) } }),
  );
  const book = await of("book", all);
  const proxiedRedeem = await through(
    "proxied redeem",
    ({ redemption }) => `/redemptions/${redemption}/actions/redeem`,
    (each) => ({ data: { user: user(each) } }),
  );
  const redeem = await of("confirm", all);
  const proxiedRead = await through("proxied read", ({ redemption }) => `/redemptions/${redemption}`);
  const codes = await of("codes", all);
  return {
    hello: bare,
    "proxied book": proxiedBook,
    "proxied redeem": proxiedRedeem,
    "proxied read": proxiedRead,
    session,
    order,
    "catalog 304": catalog,
    book,
    redeem,
    codes,
  };
}

export interface Times {
  readonly what: Measured;
  readonly of: Bare;
  /** What ours costs as a multiple of the bare one, median of the rounds. */
  readonly times: number;
  readonly most: number;
}

const medianOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Of the same round: what disturbs a machine disturbs both. */
export const timesOf = (rounds: readonly Costs[]): Times[] =>
  (Object.keys(WANTED) as Measured[]).map((what) => {
    const { of, most } = WANTED[what];
    return { what, of, times: medianOf(rounds.map((costs) => costs[what] / costs[of])), most };
  });

export const medians = (rounds: readonly Costs[]): Costs => {
  const names = Object.keys(rounds[0] ?? {}) as (keyof Costs)[];
  return Object.fromEntries(
    names.map((name) => [name, medianOf(rounds.map((costs) => costs[name]))]),
  ) as Costs;
};
