/** The simulated service on a real port. */
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { type Control, createFulfillment, type Fulfillment } from "./app.ts";
import { ConnectionReset } from "./errors.ts";
import { type FulfillmentOptions, withDefaults } from "./options.ts";

export interface ServeOptions extends FulfillmentOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
}

export interface ServedFulfillment {
  /** `{base_url}` of the interface. */
  readonly baseUrl: string;
  /** `{auth_url}` of the interface. */
  readonly authUrl: string;
  /** The address of `/control`, `/assets` and `/flow`. */
  readonly url: string;
  readonly control: Control;
  close(): Promise<void>;
}

export async function serveFulfillment(options: ServeOptions = {}): Promise<ServedFulfillment> {
  const { port = 0, host = "127.0.0.1" } = options;
  let fulfillment: Fulfillment | undefined;
  const server = createAdaptorServer({
    hostname: host,
    async fetch(request, env) {
      try {
        return (await fulfillment?.app.fetch(request, env)) ?? new Response(null, { status: 503 });
      } catch (error) {
        if (!(error instanceof ConnectionReset)) throw error;
        (env as HttpBindings).incoming.socket.destroy();
        return new Response(null, { status: 500 });
      }
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });

  const address = server.address() as AddressInfo;
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
  const close = () =>
    new Promise<void>((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()));
      if ("closeAllConnections" in server) server.closeAllConnections();
    });
  try {
    // Created only now, because records of an earlier start are restored with today's address.
    fulfillment = createFulfillment({ ...options, publicUrl: options.publicUrl ?? url });
  } catch (error) {
    await close();
    throw error;
  }

  const { basePath, authPath } = withDefaults(options);
  return {
    baseUrl: `${url}${basePath}`,
    authUrl: `${url}${authPath}`,
    url,
    control: fulfillment.control,
    close,
  };
}
