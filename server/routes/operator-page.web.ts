/** In place of operator-page.ts in a browser: the sandbox has no operator's page. */
import { Hono } from "hono";
import type * as node from "./operator-page.ts";

export const operatorPageRoutes: typeof node.operatorPageRoutes = () => new Hono();
