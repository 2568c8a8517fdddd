/**
 * Every route, described once: the OpenAPI document is built from this list, and the app answers 405 for other methods on these paths.
 */
import { BROWSER_ROUTES } from "./browser.ts";
import { EVERYONES_ROUTES } from "./everyone.ts";
import { OPERATOR_ROUTES } from "./operator.ts";
import type { RouteDescription } from "./route.ts";
import { SITE_ROUTES } from "./site.ts";

export const ROUTES: readonly RouteDescription[] = [
  ...SITE_ROUTES,
  ...BROWSER_ROUTES,
  ...OPERATOR_ROUTES,
  ...EVERYONES_ROUTES,
];
