/**
 * Whether an order is worth nothing: every order outside production, and every order that the service marks as a test.
 */
import type { KnownOrder } from "./state.ts";

export const isTest = (order: KnownOrder | undefined): boolean =>
  order !== undefined && (order.environment !== "production" || order.testing === true);
