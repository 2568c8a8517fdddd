/** The words of a report. */
import type { Departure, Json } from "./evidence.ts";
import type { Plan } from "./plan.ts";

export const planText = ({ site, order_id, delivery, promotion }: Plan): string =>
  `${site}/${order_id} (${delivery}, promotion ${promotion})`;

export function bodyText(body: Json): string {
  const { attempt, sku, amount } = body;
  return [attempt, sku, amount].filter((part) => part !== undefined).join(" ");
}

export function outcomeText(data: Json | undefined): string {
  if (!data) return "";
  const { state, step, attempt, sku, codes, url, ended_attempt, refunded, done } = data;
  return [
    state,
    step,
    attempt !== undefined ? `attempt ${attempt}` : "",
    sku,
    codes ? "with codes" : "",
    url ? "with link" : "",
    ended_attempt !== undefined ? `ended ${ended_attempt}` : "",
    refunded === undefined ? "" : `refunded: ${refunded}`,
    done === undefined ? "" : `done: ${done}`,
  ]
    .filter((part) => part !== undefined && part !== "")
    .join(" ");
}

export function callText({ operation, instance, orderId, heard, status, text }: Departure): string {
  const state = /"state":"(\w+)"/.exec(text ?? "")?.[1] ?? "";
  const seen = status === heard ? ` ${state}` : ` (service: ${status ?? "nothing"} ${state})`;
  return `    ${instance} ${operation} ${orderId ?? ""}: heard ${heard}${seen}`;
}
