/** Whether an order is worth nothing: everything outside production is, and what the service itself says is a test. */
import type { KnownOrder } from "./state.ts";

export const isTest = (order: KnownOrder | undefined): boolean =>
  order !== undefined && (order.environment !== "production" || order.testing === true);
