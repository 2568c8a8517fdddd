/** What must hold at the end, from the service's own record and from what the users were shown. */
import type { Call } from "../../../demo/fulfillment/calls.ts";
import { type Cluster, OPERATOR_KEY } from "../../processes/cluster.ts";
import type { Client } from "./client.ts";
import { groupBy } from "./numbers.ts";
import type { User } from "./users.ts";

/** Integrity I15: changing calls of one attempt in ten minutes; a run is shorter. */
const CHANGES_MAX = 6;
/** Questions at once while judging. */
const GROUP = 20;
const PAGE = 100;
const CHANGES = ["book", "redeem", "activate", "create", "create_and_redeem"];

export interface Verdict {
  readonly orders: number;
  readonly confirmed: number;
  readonly billed: number;
  /** Orders with more than one code. */
  readonly doubled: number;
  /** Billed codes that neither their owner can fetch nor the operator's list shows. */
  readonly lost: number;
  /** Orders on the operator's list. */
  readonly attention: number;
  /** Orders whose user was shown different codes, or others than the service made, or success without a code. */
  readonly disagreeing: number;
  /** Orders still at work. */
  readonly processing: number;
  /** Calls at the service for an order that was confirmed, on average; and those of them that change something. */
  readonly callsPerConfirmation: number;
  readonly changesPerConfirmation: number;
  /** The most changing calls that one attempt cost. */
  readonly changesMost: number;
  /** Orders that met no fault and yet cost more than one book, or more than one confirming call. */
  readonly wasteful: number;
  readonly tokenRequests: number;
  /** Sentences; empty where everything holds. */
  readonly broken: readonly string[];
}

interface Listed {
  readonly data: readonly { readonly order_id: string }[];
  readonly paging: { readonly total: number };
}

/** The operator's list: order ids. */
export async function attentionOf(server: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (let page = 1; ; page++) {
    const answer = await fetch(`${server}/v1/attention?page=${page}&per_page=${PAGE}`, {
      headers: { Authorization: `Bearer ${OPERATOR_KEY}` },
    });
    const { data, paging } = (await answer.json()) as Listed;
    for (const { order_id } of data) found.add(order_id);
    if (page * PAGE >= paging.total) return found;
  }
}

const orderOf = (upstream: string): string | undefined => /^shop\.(.+)\.\d+$/.exec(upstream)?.[1];
const round = (value: number): number => Math.round(value * 100) / 100;

/** @param client asks without being measured */
export async function judge(
  cluster: Pick<Cluster, "codes" | "calls">,
  client: Pick<Client, "send">,
  attention: ReadonlySet<string>,
  users: readonly User[],
): Promise<Verdict> {
  const codes = (await cluster.codes()).filter(({ order_id }) => orderOf(order_id) !== undefined);
  const calls = (await cluster.calls()) as unknown as Call[];
  const byOrder = groupBy(codes, ({ order_id }) => orderOf(order_id) ?? "");
  const known = new Map(users.map((user) => [user.order, user]));

  /** What each user was shown, and what they are shown now. */
  const seen = new Map(users.map(({ order, shown }) => [order, [...shown]]));
  let lost = 0;
  const owned = [...byOrder.keys()];
  for (let n = 0; n < owned.length; n += GROUP) {
    const fetched = owned.slice(n, n + GROUP).map(async (order) => {
      const user = known.get(order);
      const answer =
        user?.token === undefined
          ? undefined
          : await client.send({
              route: "codes",
              path: "/v1/order/codes",
              token: user.token,
              body: {},
            });
      const items = answer?.data?.codes?.items;
      if (items) seen.get(order)?.push(JSON.stringify(items.map(({ value }) => value)));
      else if (!attention.has(order)) lost++;
    });
    await Promise.all(fetched);
  }

  const agrees = ({ order, state }: User): boolean => {
    const shown = seen.get(order) ?? [];
    const made = byOrder.get(order)?.[0]?.codes.map(({ value }) => value);
    if (shown.length === 0) return state !== "redeemed" || made !== undefined;
    const values = JSON.parse(shown[0] ?? "[]") as string[];
    return (
      made !== undefined &&
      new Set(shown).size === 1 &&
      values.length > 0 &&
      values.every((value) => made.includes(value))
    );
  };

  const ours = calls.filter(({ order_id }) => order_id !== undefined && orderOf(order_id) !== undefined);
  const changes = ours.filter(({ operation }) => CHANGES.includes(operation));
  const changesMost = Math.max(
    0,
    ...[...groupBy(changes, ({ order_id }) => order_id ?? "").values()].map(({ length }) => length),
  );
  // Calls that a hung service never answered are repeated, and no fault of the record says so.
  const faulted = new Set(
    ours.filter(({ fault }) => fault !== undefined).map(({ order_id }) => orderOf(order_id ?? "")),
  );
  const wasteful = [...groupBy(changes, ({ order_id }) => orderOf(order_id ?? "") ?? "")].filter(
    ([order, own]) => {
      if (faulted.has(order) || order.startsWith("hung-")) return false;
      const books = own.filter(({ operation }) => operation === "book").length;
      return books > 1 || own.length - books > 1;
    },
  ).length;

  const confirmed = new Set(users.filter((user) => user.confirmed).map(({ order }) => order));
  const perConfirmation = (some: readonly Call[]): number =>
    round(
      some.filter(({ order_id }) => confirmed.has(orderOf(order_id ?? "") ?? "")).length /
        Math.max(1, confirmed.size),
    );
  const verdict = {
    orders: users.length,
    confirmed: confirmed.size,
    billed: codes.length,
    doubled: [...byOrder.values()].filter(({ length }) => length > 1).length,
    lost,
    attention: attention.size,
    disagreeing: users.filter((user) => !agrees(user)).length,
    processing: users.filter(({ state }) => state === "processing").length,
    callsPerConfirmation: perConfirmation(ours),
    changesPerConfirmation: perConfirmation(changes),
    changesMost,
    wasteful,
    tokenRequests: calls.filter(({ operation }) => operation === "token").length,
  };
  const broken: string[] = [];
  if (verdict.doubled > 0) broken.push(`${verdict.doubled} orders have more than one code`);
  if (verdict.lost > 0) broken.push(`${verdict.lost} billed codes are lost`);
  if (verdict.disagreeing > 0) broken.push(`${verdict.disagreeing} users were shown what is not so`);
  if (verdict.processing > 0) broken.push(`${verdict.processing} orders did not come to an end`);
  if (changesMost > CHANGES_MAX) broken.push(`an attempt cost ${changesMost} changing calls`);
  if (wasteful > 0) broken.push(`${wasteful} orders without a fault cost more calls than needed`);
  return { ...verdict, broken };
}
