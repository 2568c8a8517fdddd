/** The client as the server creates it from settings, against a simulated service in the same process. */
import { type Control, createFulfillment, PROMOTIONS } from "../../demo/fulfillment/app.ts";
import { ConnectionReset } from "../../demo/fulfillment/errors.ts";
import type { FulfillmentOptions } from "../../demo/fulfillment/options.ts";
import { createAuth } from "../../server/fulfillment/auth.ts";
import type { OrderRequest } from "../../server/fulfillment/changes.ts";
import { createFulfillmentClient, type Fulfillment } from "../../server/fulfillment/client.ts";
import { CredentialStanding } from "../../server/fulfillment/credential-standing.ts";
import type { Outcome } from "../../server/fulfillment/outcome.ts";
import type { Redemption } from "../../server/fulfillment/schemas.ts";
import { type Transport, TransportError } from "../../server/fulfillment/transport.ts";
import { createLog } from "../../server/observing/log.ts";
import { parseSettings } from "../../server/settings/env.ts";
import { MemoryStore } from "../server/fulfillment/support.ts";
import { VirtualClock } from "../server/virtual-clock.ts";

export const MAIN = String(PROMOTIONS.main);
export const FIXED = "KESTROW-CODE-PLAIN-25";
export const FREE = "VELMORA-VAR";
export const EMAIL = "Ada+x@user.example";
const CREDENTIALS = { FULFILLMENT_API_KEY: "key", FULFILLMENT_API_SECRET: "the-secret-of-the-service" };

export interface Contract {
  readonly client: Fulfillment;
  readonly control: Control;
  readonly clock: VirtualClock;
}

export function connect(env: Record<string, string> = {}, options: FulfillmentOptions = {}): Contract {
  const clock = new VirtualClock();
  const { app, control } = createFulfillment({
    clock,
    apiKey: CREDENTIALS.FULFILLMENT_API_KEY,
    apiSecret: CREDENTIALS.FULFILLMENT_API_SECRET,
    ...options,
  });
  const settings = parseSettings({
    FULFILLMENT_BASE_URL: "http://localhost:9/api",
    FULFILLMENT_AUTH_URL: "http://localhost:9/auth",
    ...CREDENTIALS,
    SITES: JSON.stringify([{ id: "shop", key: "k".repeat(32), origins: ["https://shop.example"] }]),
    ...env,
  });
  const service = settings.fulfillment;
  if (!service) throw new Error("the contract needs a service");
  const transport: Transport = async ({ url, method, headers, body }) => {
    try {
      const response = await app.request(url, { method, headers, body });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes };
    } catch (error) {
      throw error instanceof ConnectionReset ? new TransportError("broken", true) : error;
    }
  };
  const log = createLog("error", clock, () => {});
  const credentials = new CredentialStanding(log);
  const auth = createAuth({
    ...service,
    method: settings.auth,
    transport,
    store: new MemoryStore(),
    clock,
    log,
    credentials,
  });
  const { baseUrl } = service;
  const { paths } = settings;
  return {
    client: createFulfillmentClient({ baseUrl, paths, transport, auth, clock, log, credentials }),
    control,
    clock,
  };
}

export const order = (own: Partial<OrderRequest> = {}): OrderRequest => ({
  promotionId: MAIN,
  sku: FIXED,
  orderId: "shop.order-1.1",
  email: EMAIL,
  ...own,
});

/** The redemption of a successful call. */
export function redemptionOf(outcome: Outcome): Redemption {
  if (outcome.kind !== "answered") throw new Error(JSON.stringify(outcome));
  return outcome.redemption;
}

/** The changing calls that the service received. */
export const changesOf = ({ control }: Contract) =>
  control.calls.filter(({ method, operation }) => method === "POST" && operation !== "token");
