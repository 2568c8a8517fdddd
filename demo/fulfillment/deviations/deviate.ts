/** Wraps the requested deviations around the correct service. Without a deviation nothing changes. */
import type { Auth } from "../auth.ts";
import type { Operation } from "../calls.ts";
import type { Deviation } from "../deviations.ts";
import type { Handle } from "../operation.ts";
import type { Settings } from "../options.ts";
import type { Service } from "../service.ts";
import { ACTIONS } from "./actions.ts";
import { AUTHENTICATION } from "./authentication.ts";
import { ORDERS } from "./orders.ts";
import type { Plant } from "./plant.ts";
import { READS } from "./reads.ts";

const PLANTS: Readonly<Record<Deviation, Plant>> = { ...AUTHENTICATION, ...READS, ...ORDERS, ...ACTIONS };

const plantsOf = ({ deviations }: Pick<Settings, "deviations">): Plant[] =>
  deviations.map((deviation) => PLANTS[deviation]);

export const deviatingSettings = (settings: Settings): Settings =>
  Object.assign({}, settings, ...plantsOf(settings).map((plant) => plant.settings));

export const deviatingAuth = (auth: Auth, settings: Settings): Auth =>
  plantsOf(settings).reduce((next, plant) => plant.auth?.(next, settings) ?? next, auth);

export const deviatingHandle = (handle: Handle, name: Operation, service: Service): Handle =>
  plantsOf(service.settings).reduce((next, plant) => plant.handles?.[name]?.(next, service) ?? next, handle);
