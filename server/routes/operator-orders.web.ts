/** In place of operator-orders.ts in a browser: the sandbox has no operator's page. */
import { Hono } from "hono";
import type * as node from "./operator-orders.ts";

export const operatorOrderRoutes: typeof node.operatorOrderRoutes = () => new Hono();
