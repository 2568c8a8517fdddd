/** How the server finds the route of a request. */
import { SmartRouter } from "hono/router/smart-router";
import { expect, it } from "vitest";
import { createWorld } from "../support/world.ts";

it("finds every path in one step: none of them needs the router that goes through all of them", async () => {
  const { server, request } = await createWorld();
  // The router is chosen with the first request.
  await request("/healthz");
  const { router } = server.app;
  expect(router).toBeInstanceOf(SmartRouter);
  expect(router.name).toBe("SmartRouter + RegExpRouter");
});
