/** Which addresses webhooks go to, and the connections there. Source: docs/server/settings.md. */
import type { buildConnector } from "undici";
import type { Environment } from "../../shared/wire.ts";
import {
  isIn,
  isLoopbackAddress,
  isPublicAddress,
  type Network,
  publicConnector,
} from "../tools/public-address.ts";

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

/** The code or the name of the error that is behind others: `CERT_HAS_EXPIRED`, `ENOTFOUND`, `AddressRefused`. */
export function causeOf(error: unknown): string {
  let last = error as Error & { code?: string };
  // Of several addresses that were tried, the first one says enough.
  for (
    let next: unknown = last;
    next instanceof Error;
    next = next.cause ?? (next as AggregateError).errors?.[0]
  )
    last = next;
  return last.code ?? last.name;
}
