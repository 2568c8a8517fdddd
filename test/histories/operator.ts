/** The operator, who looks at the list and the metrics, and releases. */
import type { Send } from "./client-requests.ts";
import type { Draws } from "./draws.ts";
import { OPERATOR_KEY } from "./instance.ts";
import type { Plan } from "./plan.ts";

export interface OperatorOptions {
  readonly draws: Draws;
  readonly plans: readonly Plan[];
  readonly send: Send;
}

/** Releases an order, or looks. @returns whether anything was sent */
export function operate({ draws, plans, send }: OperatorOptions): boolean {
  const headers = { Authorization: `Bearer ${OPERATOR_KEY}` };
  const plan = draws.one(plans);
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
  const path = draws.oneIn(3) ? "/metrics" : "/v1/attention";
  return (
    send({ who: "the operator", as: "operator", plan: undefined, method: "GET", path, headers }, () => {}) !==
    undefined
  );
}
