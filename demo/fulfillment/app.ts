/**
 * The simulated fulfillment service: a Hono app that implements the whole interface, and its control.
 *
 * It imports nothing from outside this folder, so that a misreading of the interface elsewhere is not copied into its
 * own check. Mounted: the API under `basePath`, the token service under `authPath`; logos, documents, the end user's
 * flow and `/control` at the root.
 */
import { Hono } from "hono";
import { refused } from "./answers.ts";
import type { Operation } from "./calls.ts";
import { type Control, createControl } from "./control.ts";
import { ConnectionReset, notFound, ServiceError } from "./errors.ts";
import { brandRoutes } from "./flow/brand.ts";
import { flowRoutes } from "./flow/routes.ts";
import type { Handle } from "./handle.ts";
import { loopbackOnly } from "./loopback.ts";
import { mediaOf } from "./media.ts";
import { operation } from "./operation.ts";
import { type FulfillmentOptions, type Settings, withDefaults } from "./options.ts";
import { pageFiles } from "./pages/files.ts";
import { CONTROL_PATH } from "./pages/paths.ts";
import { controlPages } from "./pages/routes.ts";
import { accountHandlers } from "./routes/account.ts";
import { changeHandlers } from "./routes/changes.ts";
import { controlRoutes } from "./routes/control.ts";
import { publicRoutes } from "./routes/public.ts";
import { readHandlers } from "./routes/reads.ts";
import { createService, type Service, type Wrap } from "./service.ts";

export type { Call, Operation } from "./calls.ts";
export { logoSvg } from "./catalog/assets.ts";
export { type PromotionPlan, planned, promotionPlan } from "./catalog/plan.ts";
export { CLIENT, PROMOTIONS } from "./catalog/promotions.ts";
export { CURRENCIES, FOREIGN_SKU, YEN } from "./catalog/rewards.ts";
export { SHAPES, type Shape } from "./catalog/shapes.ts";
export { type Clock, type MovableClock, virtualClock } from "./clock.ts";
export type { Control } from "./control.ts";
export { ConnectionReset } from "./errors.ts";
export type { Fault, FaultKind } from "./faults.ts";
export { DEMO_API_KEY, DEMO_API_SECRET, type FulfillmentOptions } from "./options.ts";
export { FOREIGN_REDEMPTION } from "./other-client.ts";
export { type Snapshot, SnapshotUnreadable } from "./snapshot.ts";
export type { CodeRecord } from "./standings.ts";

export interface Fulfillment {
  /** `app.fetch` rejects with `ConnectionReset` in place of a broken connection. */
  readonly app: Hono;
  readonly control: Control;
}

const PREFIX = "/fulfillment/v2";

type Route = readonly ["GET" | "POST", string, Exclude<Operation, "token">];

/**
 * Method, path and operation, as in the endpoint summary. The interface does not show the last three paths. Source:
 * docs/proof/interface.md, "Operations".
 */
const ROUTES: readonly Route[] = [
  ["GET", "/accounts/me", "account"],
  ["GET", "/clients/:client_id/promotions", "list_promotions"],
  ["GET", "/promotions/:promotion_id", "get_promotion"],
  ["GET", "/rewards", "list_rewards"],
  ["GET", "/rewards/:sku", "get_reward"],
  ["GET", "/promotions/:promotion_id/redemptions", "list_redemptions"],
  ["GET", "/redemptions/:redemption_id", "get_redemption"],
  ["POST", "/promotions/:promotion_id/rewards/:sku/redemptions/book", "book"],
  ["POST", "/redemptions/:redemption_id/actions/activate", "activate"],
  ["POST", "/redemptions/:redemption_id/actions/redeem", "redeem"],
  ["POST", "/redemptions/:redemption_id/actions/cancel", "cancel"],
  ["POST", "/redemptions/:redemption_id/actions/refund", "refund"],
  ["GET", "/redemptions/:redemption_id/card_consult", "card_consult"],
  ["GET", "/discounts", "list_discounts"],
  ["GET", "/clients", "list_clients"],
  ["GET", "/clients/:client_id", "get_client"],
];

/**
 * The two operations that the interface shows with two forms of path. A form that the service does not know is an
 * unknown path.
 */
function formRoutes({ createForm, createAndRedeemForm }: Settings): Route[] {
  const promotion = "/promotions/:promotion_id";
  const reward = `${promotion}/rewards/:sku/redemptions`;
  const routes: Route[] = [];
  if (createForm !== "reward_in_path") routes.push(["POST", `${promotion}/redemptions`, "create"]);
  if (createForm !== "reward_in_body") routes.push(["POST", reward, "create"]);
  if (createAndRedeemForm !== "actions") routes.push(["POST", `${reward}/redeem`, "create_and_redeem"]);
  if (createAndRedeemForm !== "plain") routes.push(["POST", `${reward}/actions/redeem`, "create_and_redeem"]);
  return routes;
}

function api(service: Service): Hono {
  const app = new Hono();
  const handlers: Record<Exclude<Operation, "token">, Handle> = {
    ...readHandlers(service),
    ...accountHandlers(service),
    ...changeHandlers(service),
  };
  for (const [method, path, name] of [...ROUTES, ...formRoutes(service.settings)])
    app.on(method, PREFIX + path, operation(service, name, handlers[name]));
  return app;
}

function tokenService(service: Service): Hono {
  const app = new Hono();
  const handle: Handle = ({ body, now }) => service.auth.token(body, now);
  app.post("/oauth/token", operation(service, "token", handle));
  return app;
}

/** Creates a simulated service that shares no state with any other. */
/** @param wrap what a test puts around the operations and the authentication, to see that a broken service is noticed */
export function createFulfillment(options: FulfillmentOptions = {}, wrap?: Wrap): Fulfillment {
  const settings = withDefaults(options);
  const service = createService(settings, wrap);
  const control = createControl(service);
  const app = new Hono();

  app.use(async (c, next) => {
    await next();
    c.header("date", new Date(service.clock.now()).toUTCString());
  });
  if (options.around) app.route("/", options.around);
  app.route(settings.basePath || "/", api(service));
  app.route(settings.authPath || "/", tokenService(service));
  app.route("/", publicRoutes(service));
  app.route("/", flowRoutes(service));
  app.route("/", brandRoutes(service));
  app.route("/", pageFiles());
  app.use(`${CONTROL_PATH}/*`, loopbackOnly);
  app.route(CONTROL_PATH, controlRoutes(control, options.startOver));
  app.route("/", controlPages(control));
  app.notFound((c) => refused(mediaOf(c), notFound("Resource")));
  app.onError((error, c) => {
    if (error instanceof ServiceError) return refused(mediaOf(c), error);
    if (error instanceof ConnectionReset) throw error;
    return c.json({ error_name: "internal_error", error_message: error.message }, 500);
  });
  return { app, control };
}
