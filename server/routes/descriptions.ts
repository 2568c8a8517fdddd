/**
 * Every route of the contract, described once: the OpenAPI document and the tables of docs/server.md are built from this list, and
 * the app answers 405 for other methods on these paths. Source: contract, section Routes.
 */
import { BROWSER_ROUTES } from "./described/browser.ts";
import { EVERYONES_ROUTES } from "./described/everyone.ts";
import { OPERATOR_ROUTES } from "./described/operator.ts";
import type { RouteDescription } from "./described/route.ts";
import { SITE_ROUTES } from "./described/site.ts";

export const ROUTES: readonly RouteDescription[] = [
  ...SITE_ROUTES,
  ...BROWSER_ROUTES,
  ...OPERATOR_ROUTES,
  ...EVERYONES_ROUTES,
];
