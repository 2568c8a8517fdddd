/** Answers seen from outside: the service's about its redemptions, and the processes' to sites and operators. */
import { type Ask, type Departure, dataOf, type Evidence, type Json } from "../evidence.ts";
import type { Plan } from "../plan.ts";

/** A redemption in the service's answer to a process. */
export interface Reported {
  readonly id: string;
  readonly orderId: string;
  readonly state: string;
  readonly debited: boolean;
  readonly codes: boolean;
  /** When the answer arrived, history time, ms. */
  readonly at: number;
}

/** An order in the operators' list. */
export interface Listed {
  readonly reason: string;
  readonly upstream_order_id?: string;
}

/** An order's entry in the last operators' list; undefined if it was not listed. */
export function listed({ asks }: Evidence, { site, order_id }: Plan): Listed | undefined {
  const list = asks.findLast(
    ({ as, method, path, answer }) =>
      as === "operator" && method === "GET" && path.startsWith("/v1/attention") && answer?.status === 200,
  );
  const { data = [] } = JSON.parse(list?.answer?.text ?? "{}") as { data?: readonly Json[] };
  return data.find((each) => each.site === site && each.order_id === order_id) as Listed | undefined;
}

/** The last view of the order that its site got; undefined without one. */
export const viewed = (evidence: Evidence, plan: Plan): Json | undefined =>
  lastView(evidence, plan)?.answer?.data;

/** The request of that view. */
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
 * Reads that change no row: the list of the whole promotion, sorted by change, which the ledger's proof and sites use, and the
 * reads of a site's own list of redemptions. So a hold that was refunded at the service stays on the operators' list until its
 * redemption is read for the order, which happens from time to time, or an operator releases it.
 */
export const isForNoRow = ({ operation, url, cause }: Departure): boolean =>
  (operation === "list_redemptions" && new URL(url).searchParams.get("sort") === "-updated_datetime") ||
  cause?.path.startsWith("/v1/redemptions") === true;

/** The redemptions in the service's answers, in the order of arrival. */
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

/** The body of an answer; empty if unreadable. */
export function parsed(text: string | undefined): Json {
  try {
    const body: unknown = JSON.parse(text ?? "{}");
    return typeof body === "object" && body !== null ? (body as Json) : {};
  } catch {
    return {};
  }
}

/** Whether a call had an answer that settles its outcome. */
export function isClear({ heard, text }: Departure): boolean {
  if (typeof heard !== "number") return false;
  if (heard >= 200 && heard < 300) return typeof dataOf(parsed(text)).state === "string";
  return heard >= 400 && heard < 500 && ![408, 425, 429].includes(heard);
}
