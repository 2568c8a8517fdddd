/** What the server adds to the upstream calls: fault-free answers of both sides, from the same seconds. */
import type { Call } from "../../../demo/fulfillment/calls.ts";
import type { Sample } from "./client.ts";
import { groupBy, type Spread, spread } from "./numbers.ts";

export interface Added {
  readonly what: string;
  readonly ours: Spread;
  readonly bare: Spread;
  /** Calls to the service that one of ours cost on average; the proxy's cost one. */
  readonly calls: number;
}

/** Ours, and what is asked through the proxy. A code is read from the service each time. */
const PAIRS = [
  ["book", "POST book", "book"],
  ["redeem", "POST redeem", "redeem"],
  ["read", "POST codes", "read"],
] as const;

/** Calls for no order in particular, whose faults and waits meet everybody. */
const SHARED = ["token", "get_promotion", "list_rewards", "get_reward"];

const overlap = (call: Call, { from, to }: Sample): boolean =>
  call.at <= to && (call.answered_at ?? Number.POSITIVE_INFINITY) >= from;

/** @param samples of the servers and of the proxy; the orders' names tell them apart at the service */
export function addedLatency(
  calls: readonly Call[],
  ours: readonly Sample[],
  bare: readonly Sample[],
): Added[] {
  /** `shop.{order}.{n}` is an order of ours, anything else its own. */
  const orderOf = ({ order_id = "" }: Call): string => /^shop\.(.+)\.\d+$/.exec(order_id)?.[1] ?? order_id;
  const byOrder = groupBy(calls, orderOf);
  const disturbing = calls.filter(
    ({ operation, fault }) => operation === "token" || (fault !== undefined && SHARED.includes(operation)),
  );
  // One fault of an order may be felt in its next request as well: the whole order is left out.
  const isClean = (sample: Sample): boolean =>
    sample.status >= 200 &&
    sample.status < 300 &&
    sample.status !== 202 &&
    !(byOrder.get(sample.order ?? "") ?? []).some(({ fault }) => fault !== undefined) &&
    !disturbing.some((call) => overlap(call, sample));
  const callsIn = (sample: Sample): number =>
    (byOrder.get(sample.order ?? "") ?? []).filter(({ at }) => at >= sample.from && at <= sample.to).length;

  return PAIRS.map(([what, ourRoute, bareRoute]) => {
    const mine = ours.filter((each) => each.route === ourRoute && isClean(each));
    const theirs = bare.filter((each) => each.route === bareRoute && isClean(each));
    return {
      what,
      ours: spread(mine.map(({ ms }) => ms)),
      bare: spread(theirs.map(({ ms }) => ms)),
      calls: mine.reduce((sum, each) => sum + callsIn(each), 0) / Math.max(1, mine.length),
    };
  });
}
