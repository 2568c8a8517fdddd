/** Serves an app on a port of its own. */
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";

const PORT_MAX = 65_535;

export interface Listener {
  readonly port: number;
  /** Sets the app. Until then every request gets 503, because an app may need to know the port first. */
  serve(app: { fetch(request: Request, env: unknown): Response | Promise<Response> }): void;
  close(): Promise<void>;
}

/**
 * @param hostname as in an address, with the brackets of IPv6
 * @param preferred the port, if it is free; otherwise, and for 0, any free port
 * @param connections how many at most; default: as many as come
 */
export async function listen(hostname: string, preferred: number, connections?: number): Promise<Listener> {
  let app: Parameters<Listener["serve"]>[0] | undefined;
  const server = createAdaptorServer({
    fetch: (request, env) => app?.fetch(request, env) ?? new Response(null, { status: 503 }),
  });
  if (connections !== undefined) server.maxConnections = connections;
  const host = hostname.replace(/^\[|\]$/g, "");
  const take = (port: number): Promise<void> =>
    new Promise((done, failed) => {
      server.once("error", failed);
      server.listen(port, host, () => {
        server.off("error", failed);
        done();
      });
    });
  const wanted = preferred > PORT_MAX ? 0 : preferred;
  await take(wanted).catch((error) => (wanted === 0 ? Promise.reject(error) : take(0)));
  return {
    port: (server.address() as AddressInfo).port,
    serve(next) {
      app = next;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}
