/**
 * Restricts images and webhooks to public network addresses, and to those that the operator allows. The check uses the resolved
 * address that is then connected to, so that a second resolution of the name cannot give another address.
 */
import { type LookupAddress, lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { CONNECT_TIMEOUT } from "../timing.ts";
import { isPublicAddress } from "./public-address.ts";

/** The address is not public. The message does not quote the address. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

/** Resolves every address of a name. */
export type ResolveAll = (
  hostname: string,
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void;

const systemResolve: ResolveAll = (hostname, done) => lookup(hostname, { all: true }, done);

export interface PublicConnectorOptions {
  /** Default: the system's resolver. */
  readonly resolve?: ResolveAll;
  /** Default: public ones, by any protocol. */
  readonly isAllowed?: (address: string, protocol: string) => boolean;
}

/** Opens connections only to public addresses; a name with one other address is refused. */
export function publicConnector({
  resolve = systemResolve,
  isAllowed = isPublicAddress,
}: PublicConnectorOptions = {}): buildConnector.connector {
  const connectorOf = (protocol: string): buildConnector.connector => {
    const lookup: LookupFunction = (hostname, options, done) => {
      resolve(hostname, (error, found) => {
        const [first] = found ?? [];
        if (error) return done(error, []);
        if (!first || !found.every(({ address }) => isAllowed(address, protocol)))
          return done(new AddressRefused(), []);
        if (options.all) done(null, found);
        else done(null, first.address, first.family);
      });
    };
    const connect = buildConnector({ timeout: CONNECT_TIMEOUT, allowH2: false, lookup });
    return (options, done) => {
      // An address literal is never looked up, so it is judged here.
      const literal = options.hostname.replace(/^\[|\]$/g, "");
      if (isIP(literal) && !isAllowed(literal, protocol)) return done(new AddressRefused(), null);
      connect(options, done);
    };
  };
  const [open, secure] = [connectorOf("http:"), connectorOf("https:")];
  return (options, done) => (options.protocol === "https:" ? secure : open)(options, done);
}
