/** Which addresses webhooks go to, and the connections there. Source: docs/server/settings.md. */
import type { buildConnector } from "undici";
import type { Environment } from "../../shared/wire.ts";
import { causeOf } from "../fulfillment/transport.ts";
import { isIn, isLoopbackAddress, isPublicAddress, type Network } from "../tools/public-address.ts";
import { publicConnector } from "../tools/public-connector.ts";

/** Public addresses by https:, those that the operator allows by either, and this machine while the service is simulated. */
export const receiverConnector = (
  environment: Environment,
  allowed: readonly Network[],
): buildConnector.connector =>
  publicConnector({
    isAllowed: (address, protocol) =>
      (protocol === "https:" && isPublicAddress(address)) ||
      (environment === "simulated" && isLoopbackAddress(address)) ||
      isIn(allowed, address),
  });

/** Connects to a receiver and sends nothing. @returns why that is not possible: the code or the name of the error */
export function unreached(url: string, connect: buildConnector.connector): Promise<string | undefined> {
  const { hostname, host, protocol, port } = new URL(url);
  return new Promise((resolve) =>
    connect({ hostname, host, protocol, port }, (error, socket) => {
      socket?.destroy();
      resolve(error ? causeOf(error) : undefined);
    }),
  );
}
