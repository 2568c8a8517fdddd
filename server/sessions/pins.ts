/**
 * What the first session pins to its order, and what a later one may say differently. Source: docs/server/routes.md, "What a
 * session pins"; openapi.json, POST /v1/sessions.
 */
import { AMOUNT_LIMITS, type AmountLimit } from "../../shared/amounts.ts";
import type { GrantSessionRequest, OrderState, SessionRequest } from "../../shared/wire.ts";
import type { GrantPart, Order, Pins } from "../rows/order.ts";
import { isSameJson } from "../tools/json.ts";
import { recognizes } from "../user-data/email-digest.ts";
import { withUser } from "../user-data/forget.ts";

/** What a session says of its order. */
export interface Given {
  readonly pins: Pins;
  readonly user_id: string | null;
  /** Of a grant. */
  readonly terms: Terms | null;
}
type Terms = Pick<GrantPart, "amount" | "currency" | "rewards_max">;

type Members = Omit<SessionRequest, "order_id" | AmountLimit> & Partial<Pick<SessionRequest, AmountLimit>>;

function pinsOf(request: Members): Pins {
  const { message, sender_name } = request.customization?.pdf ?? {};
  const amounts = AMOUNT_LIMITS.map((limit) => [limit, request[limit] ?? null]);
  return {
    promotion_id: request.promotion_id,
    email: request.user.email,
    delivery: request.delivery ?? "redeem",
    skus: request.skus ? [...new Set(request.skus)].sort() : null,
    ...(Object.fromEntries(amounts) as Pick<Pins, AmountLimit>),
    customization: request.customization?.pdf
      ? {
          pdf: {
            ...(typeof message === "string" && { message }),
            ...(typeof sender_name === "string" && { sender_name }),
          },
        }
      : null,
    metadata: request.metadata ? Object.fromEntries(Object.entries(request.metadata).sort()) : null,
  };
}

export const givenOf = (request: SessionRequest): Given => ({
  pins: pinsOf(request),
  user_id: request.user.id ?? null,
  terms: null,
});

/** @param rewardsMax where the request says nothing */
export function givenOfGrant(request: GrantSessionRequest, rewardsMax: number): Given {
  const { amount, currency, rewards_max, ...members } = request;
  return {
    pins: pinsOf(members),
    user_id: request.user.id ?? null,
    terms: { amount, currency, rewards_max: rewards_max ?? rewardsMax },
  };
}

/** Whether a pin has the given value, whatever the order of its members; in a row of an older release it may be absent, which is null. */
const isSame = (pinned: unknown, given: unknown): boolean => isSameJson(pinned ?? null, given ?? null);

/** The members of a request whose values are other than the order's, as a site names them. A forgotten user's are compared as a digest. */
export async function otherMembers(
  order: Order,
  { pins, user_id, terms }: Given,
): Promise<readonly string[]> {
  const { grant, forgotten_email } = order;
  const names = (Object.keys(pins) as (keyof Pins)[]).filter((name) => !(terms && isAmountLimit(name)));
  // A note that the order lacks may be added.
  const isAdded = (name: keyof Pins): boolean => name === "metadata" && order.pins.metadata === null;
  let others = names.filter((name) => !isSame(order.pins[name], pins[name]) && !isAdded(name));
  if (order.pins.email === null && forgotten_email && pins.email !== null) {
    const { email, customization } = pins;
    if (await recognizes(forgotten_email, { email, customization }))
      others = others.filter((name) => name !== "email" && name !== "customization");
  }
  return [
    ...others.map((name) => (name === "email" ? "user.email" : name)),
    ...(user_id !== null && order.user_id !== null && user_id !== order.user_id ? ["user.id"] : []),
    ...(terms && grant
      ? (Object.keys(terms) as (keyof Terms)[]).filter((name) => grant[name] !== terms[name])
      : []),
  ];
}

const isAmountLimit = (name: string): name is AmountLimit =>
  (AMOUNT_LIMITS as readonly string[]).includes(name);

/**
 * The order as a later session leaves it: with the user's address for as long as the session may need it, and what it lacked. Undefined
 * if it is so already.
 * @param others as otherMembers names them
 * @param stale epoch ms: a row that last changed before this may have its user forgotten too soon
 */
export function amended(
  order: Order,
  { pins, user_id }: Given,
  others: readonly string[],
  stale: number,
): Order | undefined {
  const { email, customization, metadata } = pins;
  const isUser = email !== null && !others.includes("user.email") && !others.includes("customization");
  const kept = (isUser ? withUser(order, { email, customization }, stale) : undefined) ?? order;
  const noted =
    kept.pins.metadata === null && metadata !== null ? { ...kept, pins: { ...kept.pins, metadata } } : kept;
  const named = isUser && noted.user_id === null && user_id !== null ? { ...noted, user_id } : noted;
  return named === order ? undefined : named;
}

/** States from which nothing is chosen any more: what a later session says instead of the pins keeps nobody from the code that is theirs. */
export const FINISHED: readonly OrderState[] = ["redeemed", "activated", "notified", "canceled", "refunded"];
