/**
 * Ways to make the simulated service break the interface, one at a time, so that the suite can prove that it notices. Each is
 * wrapped around the correct service; its name says what is broken.
 */
import {
  createFulfillment,
  type Fulfillment,
  type FulfillmentOptions,
} from "../../../demo/fulfillment/app.ts";
import { ACTIONS } from "./actions.ts";
import { AUTHENTICATION } from "./authentication.ts";
import { ORDERS } from "./orders.ts";
import type { Plant } from "./plant.ts";
import { READS } from "./reads.ts";

const PLANTS = { ...AUTHENTICATION, ...READS, ...ORDERS, ...ACTIONS };

export type Deviation = keyof typeof PLANTS;

/** The simulated service with one deviation; without a deviation it keeps the interface. */
export function createDeviating(options: FulfillmentOptions, deviation?: Deviation): Fulfillment {
  const plant: Plant = deviation === undefined ? {} : PLANTS[deviation];
  return createFulfillment(
    { ...options, ...plant.options },
    {
      handle: (next, name, service) => plant.handles?.[name]?.(next, service) ?? next,
      auth: (next, settings) => plant.auth?.(next, settings) ?? next,
    },
  );
}
