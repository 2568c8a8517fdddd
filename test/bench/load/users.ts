/** Users with their orders, step by step as the widget takes them; each step is one request whose moment is given. */
import { SKU } from "../../processes/player.ts";
import type { Answer, Client } from "./client.ts";

export { SKU };
export type Delivery = "redeem" | "activate" | "notify";
const PROMOTIONS: Record<Delivery, string> = { redeem: "4001", activate: "4001", notify: "4008" };

/** Steps in the order in which a user takes them. */
export const STEPS = [
  "session",
  "order",
  "catalog",
  "catalog again",
  "reward",
  "book",
  "confirm",
  "codes",
  "order later",
  "site view",
] as const;
export type Step = (typeof STEPS)[number] | "done";

export interface User {
  readonly order: string;
  readonly delivery: Delivery;
  readonly sku: string;
  readonly email: string;
  step: Step;
  /** What the widget polls before the step goes on. */
  isWaiting: boolean;
  token: string | undefined;
  etag: string | undefined;
  attempt: number;
  state: string | undefined;
  /** Whether the user confirmed. */
  confirmed: boolean;
  /** Each answer with codes: the values. */
  readonly shown: string[];
  /** Tries of the step in hand. */
  tries: number;
  /** The last problem. */
  problem: string | undefined;
}

/** A user presses "try again" so often. */
const TRIES_MAX = 6;

export function newUser(order: string, delivery: Delivery, sku = SKU, email = `${order}@example.com`): User {
  return {
    order,
    delivery,
    sku,
    email,
    step: "session",
    isWaiting: false,
    token: undefined,
    etag: undefined,
    attempt: 1,
    state: undefined,
    confirmed: false,
    shown: [],
    tries: 0,
    problem: undefined,
  };
}

/** The same for a user's values, whatever answer they came with. */
function note(user: User, { data }: Answer): void {
  user.state = data?.state ?? user.state;
  user.attempt = data?.attempt ?? user.attempt;
  if (data?.codes) user.shown.push(JSON.stringify(data.codes.items.map(({ value }) => value)));
}

function following(user: User): Step {
  const next = (STEPS as readonly Step[])[STEPS.indexOf(user.step as (typeof STEPS)[number]) + 1] ?? "done";
  if (next === "book" && user.delivery === "notify") return "confirm";
  if (next === "codes" && user.delivery !== "redeem") return "order later";
  return next;
}

/** Goes on where the answer allows it; else the same step is tried again, a few times. */
function settle(user: User, isDone: boolean): void {
  if (isDone) {
    user.step = following(user);
    user.tries = 0;
  } else if (++user.tries >= TRIES_MAX) user.step = "done";
}

const CONFIRMED_STATES = ["redeemed", "activated", "notified"];

/** One look at an order whose outcome is not known yet; the widget looks again after two seconds. */
export async function poll(client: Client, user: User, due?: number): Promise<void> {
  const { order, token } = user;
  const answer = await client.send({ route: "GET order (poll)", path: "/v1/order", token, order, due });
  note(user, answer);
  if (answer.status !== 200 || user.state === "processing") return;
  user.isWaiting = false;
  // What came to nothing is tried again by the user: the state says from where.
  if (user.step === "book") settle(user, user.state === "booked");
  else settle(user, CONFIRMED_STATES.includes(user.state ?? ""));
  if (user.step === "confirm" && user.state === "open" && user.delivery !== "notify") user.step = "book";
}

/** Takes the user's step. */
export async function take(client: Client, user: User, due?: number): Promise<void> {
  const { order, delivery, sku, email, token, step } = user;
  const ask = { order, token, due };
  switch (step) {
    case "session": {
      const body = {
        order_id: order,
        promotion_id: PROMOTIONS[delivery],
        delivery,
        user: { email },
      };
      const answer = await client.send({ ...ask, route: "POST sessions", path: "/v1/sessions", body });
      user.token = answer.data?.session_token;
      return settle(user, user.token !== undefined);
    }
    case "order":
    case "order later": {
      const route = step === "order" ? "GET order" : "GET order (finished)";
      const answer = await client.send({ ...ask, route, path: "/v1/order" });
      note(user, answer);
      return settle(user, answer.status === 200);
    }
    case "catalog": {
      const answer = await client.send({ ...ask, route: "GET catalog", path: "/v1/catalog" });
      user.etag = answer.etag;
      return settle(user, answer.status === 200);
    }
    case "catalog again": {
      const answer = await client.send({
        ...ask,
        route: "GET catalog (If-None-Match)",
        path: "/v1/catalog",
        etag: user.etag,
      });
      return settle(user, answer.status === 200 || answer.status === 304);
    }
    case "reward": {
      const answer = await client.send({ ...ask, route: "GET rewards/{sku}", path: `/v1/rewards/${sku}` });
      return settle(user, answer.status === 200);
    }
    case "book": {
      const answer = await client.send({ ...ask, route: "POST book", path: "/v1/order/book", body: { sku } });
      note(user, answer);
      user.problem = answer.code;
      user.isWaiting = answer.status === 202;
      if (!user.isWaiting) settle(user, answer.status === 200 || answer.status === 201);
      return;
    }
    case "confirm": {
      user.confirmed = true;
      const body = delivery === "notify" ? { sku } : { sku, attempt: user.attempt };
      const path = `/v1/order/${delivery}`;
      const answer = await client.send({ ...ask, route: `POST ${delivery}`, path, body });
      note(user, answer);
      user.problem = answer.code;
      // A lost answer and a 503 leave the same doubt; the widget asks the order, and so does this.
      user.isWaiting = answer.status === 202;
      if (!user.isWaiting) settle(user, answer.status === 200);
      return;
    }
    case "codes": {
      const answer = await client.send({ ...ask, route: "POST codes", path: "/v1/order/codes", body: {} });
      note(user, answer);
      return settle(user, answer.status === 200);
    }
    case "site view": {
      const path = `/v1/orders/${order}`;
      const answer = await client.send({ route: "GET orders/{id} (site)", path, order, due });
      return settle(user, answer.status === 200);
    }
    case "done":
      return;
    default:
      return step satisfies never;
  }
}
