/**
 * Restricts images to public network addresses. The check uses the resolved address that is then connected to, so that a second
 * resolution of the name cannot give another address.
 */
import { type LookupAddress, lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";
import { CONNECT_TIMEOUT } from "../timing.ts";

/** The only block of IPv6 with public addresses: the rest is special or unassigned. */
const GLOBAL_6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an address literal is a public one. Names, zones and malformed addresses are not, nor those that hold another address. */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js also reads numbers and octal forms as IPv4.
  if (isIP(text) === 0 || text.includes("%")) return false;
  const address = ipaddr.parse(text);
  return address.range() === "unicast" && (address.kind() === "ipv4" || address.match(GLOBAL_6));
}

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
  /** Default: public ones. */
  readonly isAllowed?: (address: string) => boolean;
}

/** Opens connections only to public addresses; a name with one other address is refused. */
export function publicConnector({
  resolve = systemResolve,
  isAllowed = isPublicAddress,
}: PublicConnectorOptions = {}): buildConnector.connector {
  const checked: LookupFunction = (hostname, options, done) => {
    resolve(hostname, (error, found) => {
      const [first] = found ?? [];
      if (error) return done(error, []);
      if (!first || !found.every(({ address }) => isAllowed(address))) {
        return done(new AddressRefused(), []);
      }
      if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT, allowH2: false, lookup: checked });
  return (options, done) => {
    // An address literal is never looked up, so it is judged here.
    const literal = options.hostname.replace(/^\[|\]$/g, "");
    if (isIP(literal) && !isAllowed(literal)) return done(new AddressRefused(), null);
    connect(options, done);
  };
}
