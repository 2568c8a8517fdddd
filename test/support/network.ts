/** The ways out of a server in tests. */
import { type Transport, TransportError } from "../../server/fulfillment/transport.ts";
import type { Network } from "../../server/server.ts";

const nobody: Transport = () => Promise.reject(new TransportError("not_connected", false));

/** @param sites default: nobody answers there */
export const networkTo = (service: Transport, sites: Transport = nobody): Network => ({
  ...{ service, sites, pictures: nobody },
  close: async () => {},
});
