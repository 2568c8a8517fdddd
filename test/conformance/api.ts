/**
 * The operations of the interface as requests: paths, bodies, and the two operations with two forms of path. Answers
 * are not interpreted here. Source: docs/proof/interface.md, "Operations".
 */
import type { Credentials, Proof } from "./credentials.ts";
import { type Answer, type Exchange, NoAnswer } from "./exchange.ts";
import { unknownPath } from "./judge.ts";
import { CHANGE_TIMEOUT_MS, READ_TIMEOUT_MS, REDEEM_REPEATS } from "./limits.ts";

/** The parameters of an order; `amount` in whole units, for free-value rewards. */
export interface Order {
  readonly promotion: string;
  readonly sku: string;
  readonly orderId: string;
  readonly email: string;
  readonly amount?: string;
  readonly customization?: { readonly pdf: { readonly message: string; readonly sender_name: string } };
}

export type CreateForm = "reward_in_body" | "reward_in_path";
export type DeliverForm = "plain" | "actions";
export type Query = Readonly<Record<string, string | number>>;

/** Paths that the interface does not show; `{client_id}` stands for the id. */
export interface Paths {
  readonly discounts: string;
  readonly clients: string;
  readonly client: string;
}

export const ASSUMED_PATHS: Paths = {
  discounts: "/fulfillment/v2/discounts",
  clients: "/fulfillment/v2/clients",
  client: "/fulfillment/v2/clients/{client_id}",
};

const PREFIX = "/fulfillment/v2";
const segment = encodeURIComponent;

/** The body of an order whose reward is in the path; undefined members are not sent. */
const orderData = ({ orderId, email, amount, customization }: Order) => ({
  order_id: orderId,
  user: { email },
  value: amount === undefined ? undefined : { amount },
  customization,
});

export const userBody = (email: string) => ({ data: { user: { email } } });

/** The forms of a path: tried in turn until the service knows one, which is then kept. */
class Forms<F extends string> {
  readonly #forms: readonly [F, ...F[]];
  #known: F | undefined;

  constructor(forms: readonly [F, F], only: F | undefined) {
    this.#forms = only === undefined ? forms : [only];
  }

  /** The form beside the one in use; undefined if only one form is to be used. */
  get other(): F | undefined {
    return this.#forms.find((form) => form !== (this.#known ?? this.#forms[0]));
  }

  async send(call: (form: F) => Promise<Answer>): Promise<Answer> {
    if (this.#known !== undefined) return call(this.#known);
    let answer = await call(this.#forms[0]);
    for (const form of this.#forms) {
      if (form !== this.#forms[0]) answer = await call(form);
      if (!unknownPath(answer)) {
        this.#known = form;
        break;
      }
    }
    return answer;
  }
}

export interface ApiOptions {
  readonly baseUrl: string;
  readonly exchange: Exchange;
  readonly credentials: Credentials;
  readonly paths: Paths;
  readonly createForm?: CreateForm;
  readonly deliverForm?: DeliverForm;
}

/** Every operation, sent with one kind of credentials. */
export type Api = ReturnType<typeof operationsWith>;

/** Shared by all callers, so that the known form of a path is found once. */
interface KnownForms {
  readonly create: Forms<CreateForm>;
  readonly deliver: Forms<DeliverForm>;
}

/** The operations for a caller with these credentials. */
export function createApis(options: ApiOptions): (proof: Proof) => Api {
  const forms: KnownForms = {
    create: new Forms<CreateForm>(["reward_in_body", "reward_in_path"], options.createForm),
    deliver: new Forms<DeliverForm>(["plain", "actions"], options.deliverForm),
  };
  return (proof) => operationsWith(options, forms, proof);
}

function operationsWith(options: ApiOptions, forms: KnownForms, proof: Proof) {
  const { baseUrl, exchange, credentials, paths } = options;

  async function get(operation: string, path: string, query: Query = {}) {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return exchange.send({
      operation,
      method: "GET",
      url: `${baseUrl}${path}${search.size === 0 ? "" : `?${search}`}`,
      asked: { path, query },
      headers: await credentials.headers(proof),
      timeoutMs: READ_TIMEOUT_MS,
    });
  }

  async function post(operation: string, path: string, body?: unknown) {
    return exchange.send({
      operation,
      method: "POST",
      url: `${baseUrl}${PREFIX}${path}`,
      asked: { path: `${PREFIX}${path}`, query: {} },
      headers: await credentials.headers(proof),
      body,
      timeoutMs: CHANGE_TIMEOUT_MS,
    });
  }

  /** After a 504 or a broken connection the identical call is repeated, which retries the same order (R2). */
  async function untilKnown(call: () => Promise<Answer>): Promise<Answer> {
    for (let repeats = 0; ; repeats++) {
      try {
        const answer = await call();
        if (answer.status !== 504 || repeats === REDEEM_REPEATS) return answer;
      } catch (error) {
        if (!(error instanceof NoAnswer) || repeats === REDEEM_REPEATS) throw error;
      }
    }
  }

  const { create: createForms, deliver: deliverForms } = forms;
  const rewardPath = ({ promotion, sku }: Pick<Order, "promotion" | "sku">) =>
    `/promotions/${segment(promotion)}/rewards/${segment(sku)}/redemptions`;
  const action = (id: string, name: string) => `/redemptions/${segment(id)}/actions/${name}`;

  /** Create a redemption with any `data`; the form decides where the reward is put. */
  const createWith = (order: Order, data: object | undefined, form: CreateForm) =>
    form === "reward_in_path"
      ? post("Create a redemption", rewardPath(order), data && { data })
      : post(
          "Create a redemption",
          `/promotions/${segment(order.promotion)}/redemptions`,
          data && { data: { reward: { sku: order.sku }, ...data } },
        );
  const deliverWith = (order: Order, body: unknown, form: DeliverForm) =>
    untilKnown(() =>
      post(
        "Create and redeem",
        `${rewardPath(order)}/${form === "actions" ? "actions/redeem" : "redeem"}`,
        body,
      ),
    );

  return {
    account: () => get("Get current account", `${PREFIX}/accounts/me`),
    promotions: (clientId: string, query?: Query) =>
      get("List promotions", `${PREFIX}/clients/${segment(clientId)}/promotions`, query),
    promotion: (id: string) => get("Get a promotion", `${PREFIX}/promotions/${segment(id)}`),
    rewards: (query?: Query) => get("List rewards", `${PREFIX}/rewards`, query),
    reward: (sku: string) => get("Get a reward", `${PREFIX}/rewards/${segment(sku)}`),
    redemptions: (promotion: string, query?: Query) =>
      get("List redemptions", `${PREFIX}/promotions/${segment(promotion)}/redemptions`, query),
    redemption: (id: string) => get("Get a redemption", `${PREFIX}/redemptions/${segment(id)}`),
    consult: (id: string) => get("Consult card", `${PREFIX}/redemptions/${segment(id)}/card_consult`),
    discounts: (query?: Query) => get("List discounts", paths.discounts, query),
    clients: (query?: Query) => get("List clients", paths.clients, query),
    client: (id: string) => get("Get a client", paths.client.replace("{client_id}", segment(id))),

    book: (order: Order) => post("Book", `${rewardPath(order)}/book`, { data: orderData(order) }),
    bookWith: (order: Order, body: unknown) => post("Book", `${rewardPath(order)}/book`, body),

    /** In the form that the service knows. */
    create: (order: Order) => createForms.send((form) => createWith(order, orderData(order), form)),
    createInOtherForm: async (order: Order) =>
      createForms.other && createWith(order, orderData(order), createForms.other),
    createWith: (order: Order, data: object | undefined) =>
      createForms.send((form) => createWith(order, data, form)),

    deliver: (order: Order) =>
      deliverForms.send((form) => deliverWith(order, { data: orderData(order) }, form)),
    deliverInOtherForm: async (order: Order) =>
      deliverForms.other && deliverWith(order, { data: orderData(order) }, deliverForms.other),
    deliverWith: (order: Order, body: unknown) => deliverForms.send((form) => deliverWith(order, body, form)),

    redeem: (id: string, body: unknown) => untilKnown(() => post("Redeem", action(id, "redeem"), body)),
    activate: (id: string, body: unknown) => post("Activate", action(id, "activate"), body),
    cancel: (id: string) => post("Cancel", action(id, "cancel")),
    refund: (id: string) => post("Refund", action(id, "refund")),
  };
}
