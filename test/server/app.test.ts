/** How the server finds the route of a request. */
import { SmartRouter } from "hono/router/smart-router";
import { expect, it } from "vitest";
import { createWorld } from "../support/world.ts";
import { OPERATOR_KEY } from "./routes/operator.ts";

it.each(["/%6detrics", "/v1/%61ttention", "/widget/../metrics", "/widget/%2E%2e/metrics", "/./healthz"])(
  "takes no second spelling of a path, which a proxy may have let through: %s",
  async (url) => {
    const { server } = await createWorld({ OPERATOR_KEY });
    const headers = { Authorization: `Bearer ${OPERATOR_KEY}` };
    const asked = (sent: string) =>
      server.app.request(sent, { headers }, { incoming: { url: sent, socket: {} } });
    expect((await asked(url)).status).toBe(404);
    expect((await asked("/v1/attention?%61=..")).status).toBe(422);
  },
);

it("finds every path in one step: none of them needs the router that goes through all of them", async () => {
  const { server, request } = await createWorld();
  // The router is chosen with the first request.
  await request("/healthz");
  const { router } = server.app;
  expect(router).toBeInstanceOf(SmartRouter);
  expect(router.name).toBe("SmartRouter + RegExpRouter");
});
