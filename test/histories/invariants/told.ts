/** What processes were told, from outside: by the service about its redemptions, and what they answered to sites and operators. */
import { type Ask, type Departure, dataOf, type Evidence, type Json } from "../evidence.ts";
import type { Plan } from "../plan.ts";

/** A redemption as the service told a process of it. */
export interface Reported {
  readonly id: string;
  readonly orderId: string;
  readonly state: string;
  readonly debited: boolean;
  readonly codes: boolean;
  /** When the answer was heard, history time, ms. */
  readonly at: number;
}

/** An order as the operator's list names it. */
export interface Listed {
  readonly reason: string;
  readonly upstream_order_id?: string;
}

/** What the list of operators said last of an order; undefined where it named it not. */
export function listed({ asks }: Evidence, { site, order_id }: Plan): Listed | undefined {
  const list = asks.findLast(
    ({ as, method, path, answer }) =>
      as === "operator" && method === "GET" && path.startsWith("/v1/attention") && answer?.status === 200,
  );
  const { data = [] } = JSON.parse(list?.answer?.text ?? "{}") as { data?: readonly Json[] };
  return data.find((each) => each.site === site && each.order_id === order_id) as Listed | undefined;
}

/** The order as its site was last told; undefined where nobody told. */
export const viewed = (evidence: Evidence, plan: Plan): Json | undefined =>
  lastView(evidence, plan)?.answer?.data;

/** The request that was answered so. */
export function lastView({ asks, generations }: Evidence, plan: Plan): Ask | undefined {
  return asks.findLast(
    ({ plan: asked, as, method, path, answer, generation }) =>
      asked === plan &&
      as === "site" &&
      method === "GET" &&
      path === `/v1/orders/${plan.order_id}` &&
      answer?.status === 200 &&
      generation === generations.length,
  );
}

/**
 * A list of the whole promotion, sorted by change, and what a site's own list of redemptions reads. The ledger's proof compares the
 * first with rows, and a site looks at both. Neither changes a row: a hold that was paid back at the service stays on the operator's
 * list until its redemption is read for the order, as it is from time to time, or a person releases it.
 */
export const isForNoRow = ({ operation, url, cause }: Departure): boolean =>
  (operation === "list_redemptions" && new URL(url).searchParams.get("sort") === "-updated_datetime") ||
  cause?.path.startsWith("/v1/redemptions") === true;

/** The redemptions that answers of the service named, in the order in which they were heard. */
export function reportedOf(departures: readonly Departure[]): Reported[] {
  return departures
    .filter(({ operation, heard }) => operation !== "token" && typeof heard === "number" && heard < 300)
    .sort((a, b) => (a.answeredSeq ?? 0) - (b.answeredSeq ?? 0))
    .flatMap(({ text, answeredAt = 0 }) => {
      const { data } = parsed(text);
      const all = (Array.isArray(data) ? data : [data]) as readonly unknown[];
      return all.flatMap((each) => readReported(each, answeredAt) ?? []);
    });
}

function readReported(data: unknown, at: number): Reported | undefined {
  const { id, order_id, state, debited, reward_codes } = (data ?? {}) as Json;
  if (typeof id !== "string" || typeof order_id !== "string" || typeof state !== "string") return undefined;
  const { codes } = (reward_codes ?? {}) as { readonly codes?: readonly unknown[] };
  return { id, orderId: order_id, state, debited: debited === true, codes: (codes?.length ?? 0) > 0, at };
}

/** The body of an answer; nothing where it cannot be read. */
export function parsed(text: string | undefined): Json {
  try {
    const body: unknown = JSON.parse(text ?? "{}");
    return typeof body === "object" && body !== null ? (body as Json) : {};
  } catch {
    return {};
  }
}

/** Whether a call had an answer that says for sure what became of it. */
export function isClear({ heard, text }: Departure): boolean {
  if (typeof heard !== "number") return false;
  if (heard >= 200 && heard < 300) return typeof dataOf(parsed(text)).state === "string";
  return heard >= 400 && heard < 500 && ![408, 425, 429].includes(heard);
}
