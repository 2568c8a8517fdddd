/** Finds the operation of a client's request by its address. Source: docs/proof/interface.md, "Operations". */
import type { Control } from "../../demo/fulfillment/app.ts";
import type { TransportRequest } from "../../server/fulfillment/transport.ts";
import type { Departure } from "./evidence.ts";

const PATTERNS: readonly (readonly [method: string, path: RegExp, operation: string])[] = [
  ["POST", /\/oauth\/token$/, "token"],
  ["GET", /\/accounts\/me$/, "account"],
  ["GET", /\/promotions\/[^/]+\/redemptions$/, "list_redemptions"],
  ["GET", /\/promotions\/[^/]+$/, "get_promotion"],
  ["GET", /\/clients$/, "list_clients"],
  ["GET", /\/clients\/[^/]+\/promotions$/, "list_promotions"],
  ["GET", /\/rewards$/, "list_rewards"],
  ["GET", /\/rewards\/[^/]+$/, "get_reward"],
  ["GET", /\/redemptions\/[^/]+\/card_consult$/, "card_consult"],
  ["GET", /\/redemptions\/[^/]+$/, "get_redemption"],
  ["POST", /\/redemptions\/book$/, "book"],
  ["POST", /\/rewards\/[^/]+\/redemptions\/(?:actions\/)?redeem$/, "create_and_redeem"],
  ["POST", /\/redemptions\/[^/]+\/actions\/activate$/, "activate"],
  ["POST", /\/redemptions\/[^/]+\/actions\/redeem$/, "redeem"],
  ["POST", /\/redemptions\/[^/]+\/actions\/cancel$/, "cancel"],
  ["POST", /\/redemptions\/[^/]+\/actions\/refund$/, "refund"],
  ["POST", /\/redemptions$/, "create"],
];

export function describeCall(
  { method, url, body }: TransportRequest,
  control: Control,
): Pick<Departure, "operation" | "orderId" | "redemptionId"> {
  const { pathname, searchParams } = new URL(url);
  const operation =
    PATTERNS.find(([verb, pattern]) => verb === method && pattern.test(pathname))?.[2] ?? "other";
  const redemptionId = /\/v2\/redemptions\/([^/]+)/.exec(pathname)?.[1];
  const named =
    body === undefined ? undefined : (JSON.parse(body) as { data?: { order_id?: string } }).data?.order_id;
  const orderId =
    named ??
    searchParams.get("order_id") ??
    (redemptionId === undefined ? undefined : control.redemption(redemptionId)?.orderId);
  return { operation, orderId, redemptionId };
}
