/** In place of operator-session.ts in a browser: the sandbox has no operator's page. */
import { Hono } from "hono";
import type * as node from "./operator-session.ts";

export const operatorSessionRoutes: typeof node.operatorSessionRoutes = () => new Hono();
