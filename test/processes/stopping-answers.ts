/** What answers requests, with a point between an answer that is ready and its way to the browser. */
import * as real from "@hono/node-server";
import { pass } from "./stop.ts";

export const getRequestListener: typeof real.getRequestListener = (fetch, options) =>
  real.getRequestListener(async (request, env) => {
    const response = (await fetch(request, env)) as Response;
    const subject = response.headers.get("content-type")?.includes("json")
      ? await response.clone().text()
      : "";
    const order = /"order_id":"([^"]+)"/.exec(subject)?.[1];
    pass(order, `answer ${new URL(request.url).pathname}`, "before");
    return response;
  }, options);
