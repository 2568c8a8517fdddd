/** A simulated service on a virtual clock, called in process with header credentials. */
import {
  type Control,
  createFulfillment,
  DEMO_API_KEY,
  DEMO_API_SECRET,
  type FulfillmentOptions,
  PROMOTIONS,
  virtualClock,
} from "../../../demo/fulfillment/app.ts";
import type { CodeItem, Paging, Redemption } from "../../../demo/fulfillment/resources.ts";

export const EMAIL = "ada@user.example";
export const HEADERS = { "api-key": DEMO_API_KEY, "api-secret": DEMO_API_SECRET };

/** Fixed and free-value rewards of promotion 4001, by their kind of stock. */
export const SKU = {
  fixed: "KESTROW-CODE-PLAIN-25",
  free: "VELMORA-VAR",
  stocked: "MUDDLEBEE-15",
  soldOut: "MUDDLEBEE-30",
  usedUp: "VOLTREON-VAR",
  link: "TUNDREL-LINK-PLAIN-12",
  prepaid: "HEARTHLOW-PREPAID-40",
} as const;

export interface Answered<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly data: T;
  readonly paging: Paging;
  readonly error_name: string | undefined;
  readonly error_message: string | null | undefined;
}

/**
 * The codes of the first redemption that has some. @throws if there are none, because a loop over none would check
 * nothing
 */
export function madeCodes(control: Control): readonly CodeItem[] {
  const [made] = control.codes();
  if (!made || made.codes.length === 0) throw new Error("no code was made");
  return made.codes;
}

interface OrderOptions {
  readonly order_id?: string | null;
  readonly email?: string | null;
  readonly sku?: string;
  readonly promotion?: number;
  readonly amount?: unknown;
  readonly message?: string;
  readonly form?: string;
}

export function setUp(options: FulfillmentOptions = {}) {
  const clock = virtualClock();
  const { app, control } = createFulfillment({ clock, publicUrl: "https://simulated.example", ...options });

  async function call<T = Redemption>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = HEADERS,
  ): Promise<Answered<T>> {
    const response = await app.request(`http://localhost${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    let parsed: Partial<Answered<T>> = {};
    try {
      parsed = JSON.parse(text);
    } catch {
      // Some answers are not JSON on purpose; tests then read `text`.
    }
    return {
      status: response.status,
      headers: response.headers,
      text,
      data: parsed.data as T,
      paging: parsed.paging as Paging,
      error_name: parsed.error_name,
      error_message: parsed.error_message,
    };
  }

  const api = <T = Redemption>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => call<T>(method, `/api/fulfillment/v2${path}`, body, headers);

  const data = ({ order_id = "order-1", email = EMAIL, amount, message }: OrderOptions) => ({
    ...(order_id === null ? {} : { order_id }),
    ...(email === null ? {} : { user: { email } }),
    ...(amount === undefined ? {} : { value: { amount } }),
    ...(message === undefined ? {} : { customization: { pdf: { message } } }),
  });

  const inPath =
    (tail: string) =>
    (order: OrderOptions = {}) => {
      const { promotion = PROMOTIONS.main, sku = SKU.fixed } = order;
      return api("POST", `/promotions/${promotion}/rewards/${sku}/redemptions${tail}`, { data: data(order) });
    };

  const user = { data: { user: { email: EMAIL } } };

  return {
    app,
    clock,
    control,
    call,
    api,
    book: inPath("/book"),
    createAndRedeem: inPath("/redeem"),
    createAndRedeemInActions: inPath("/actions/redeem"),
    createInPath: inPath(""),
    create: (order: OrderOptions = {}) =>
      api("POST", `/promotions/${order.promotion ?? PROMOTIONS.main}/redemptions`, {
        data: { ...data(order), reward: { sku: order.sku ?? SKU.fixed } },
      }),
    redeem: (id: string, body: unknown = user) => api("POST", `/redemptions/${id}/actions/redeem`, body),
    activate: (id: string, body: unknown = user) => api("POST", `/redemptions/${id}/actions/activate`, body),
    cancel: (id: string) => api("POST", `/redemptions/${id}/actions/cancel`),
    refund: (id: string) => api("POST", `/redemptions/${id}/actions/refund`),
    get: (id: string) => api("GET", `/redemptions/${id}`),
    list: (query = "", promotion: number = PROMOTIONS.main) =>
      api<Redemption[]>("GET", `/promotions/${promotion}/redemptions${query}`),
  };
}

export type Harness = ReturnType<typeof setUp>;
