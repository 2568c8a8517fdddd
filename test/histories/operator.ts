/** The operator: views the list and the metrics, and releases orders. */
import type { Send } from "./client-requests.ts";
import { presentOf } from "./cluster.ts";
import type { Draws } from "./draws.ts";
import { OPERATOR_KEY } from "./instance.ts";
import type { Plan } from "./plan.ts";

export interface OperatorOptions {
  readonly draws: Draws;
  readonly plans: readonly Plan[];
  readonly send: Send;
}

const headers = { Authorization: `Bearer ${OPERATOR_KEY}` };

/** Releases an order, or views the list. @returns whether anything was sent */
export function operate({ draws, plans, send }: OperatorOptions): boolean {
  const plan = draws.one(presentOf(plans));
  if (draws.oneIn(2)) {
    const isAcknowledged = draws.oneIn(4);
    const path = `/v1/attention/${plan.site}/${plan.order_id}/release`;
    const body = isAcknowledged ? { acknowledge: true } : {};
    const sent = { ...headers, "Content-Type": "application/json" };
    const request = {
      who: "the operator",
      as: "operator",
      plan,
      method: "POST",
      path,
      body,
      headers: sent,
    } as const;
    return send(request, () => {}) !== undefined;
  }
  return draws.oneIn(3) ? look(send, "/metrics") : list({ send });
}

/** Requests the whole list of orders that need a person. @returns whether a request was sent */
export function list({ send }: Pick<OperatorOptions, "send">): boolean {
  return look(send, "/v1/attention?per_page=100");
}

function look(send: Send, path: string): boolean {
  const request = {
    who: "the operator",
    as: "operator",
    plan: undefined,
    method: "GET",
    path,
    headers,
  } as const;
  return send(request, () => {}) !== undefined;
}
