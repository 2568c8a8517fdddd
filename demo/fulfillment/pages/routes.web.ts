/** In place of routes.ts in a browser, where the control is called and no page of it is shown. */
import { Hono } from "hono";
import type * as node from "./routes.ts";

export const controlPages: typeof node.controlPages = () => new Hono();
