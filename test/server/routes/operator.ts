/** The operator, who asks with a key of its own: the orders that need a person, their release, and the metrics. */
import type { Fault } from "../../../demo/fulfillment/app.ts";
import { NOTICED_KEY } from "../../../server/ledger/recovery.ts";
import type { AttentionOrder, ReleasedOrder } from "../../../server/operators/attention-query.ts";
import { SKU } from "../../support/rewards.ts";
import type { Answer, Browser, World } from "../../support/world.ts";

export const OPERATOR_KEY = "the-key-of-the-operator-0123456789";
export const asOperator = { Authorization: `Bearer ${OPERATOR_KEY}` };

/** The first line of the metrics that begins so, or matches. */
export async function metricLine(world: World, line: string | RegExp): Promise<string | undefined> {
  const { text } = await world.request("/metrics", { headers: asOperator });
  return text
    .split("\n")
    .find((each) => (typeof line === "string" ? each.startsWith(line) : line.test(each)));
}

/** Status, and what a release did or why it was refused. */
export const toldOf = ({ status, data, problem }: Answer<ReleasedOrder>): unknown[] => [
  status,
  data?.done ?? problem.code,
];

export interface Operator {
  list(query?: string): Promise<{ rows: AttentionOrder[]; total: number; text: string }>;
  release(orderId: string, body?: unknown, site?: string): Promise<Answer<ReleasedOrder>>;
  /** The redemption of the first order in the list. */
  reference(): Promise<string>;
  /** The value of a metric, by its name without the common prefix. */
  metric(name: string): Promise<number>;
  /** Makes an order whose redeem ended in `state`, as the service says; `more` of the fault that does it. */
  stopped(orderId: string, state?: string, more?: Record<string, unknown>): Promise<Browser>;
}

/** @param world the one of the test that runs */
export function operatorIn(world: () => World): Operator {
  const operator: Operator = {
    async list(query = "") {
      const { data, text } = await world().request(`/v1/attention${query}`, { headers: asOperator });
      return { rows: data as unknown as AttentionOrder[], total: JSON.parse(text).paging.total, text };
    },
    release: (orderId, body, site = "shop") =>
      world().request(`/v1/attention/${site}/${orderId}/release`, {
        method: "POST",
        headers: { ...asOperator, ...(body !== undefined && { "Content-Type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }) as unknown as Promise<Answer<ReleasedOrder>>,
    reference: async () => String((await operator.list()).rows[0]?.reference),
    metric: async (name) =>
      Number((await metricLine(world(), `reward_redemption_${name} `))?.split(" ").at(-1)),
    async stopped(order_id, state = "denied", more = {}) {
      const browser = await world().browser({ order_id, ttl_seconds: 3600 });
      await browser.post("/v1/order/book", { sku: SKU });
      world().control.fault({ operation: "redeem", kind: "state", state, ...more } as Fault);
      await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
      return browser;
    },
  };
  return operator;
}

/** The ledger is older than it was, and a start has noticed it now. */
export async function goBack({ ledger, clock }: World): Promise<void> {
  const now = Math.floor(clock.now());
  await ledger.noteRecovery(now);
  await ledger.swapValue(NOTICED_KEY, await ledger.get(NOTICED_KEY), String(now));
}
