/**
 * Restricts images to public network addresses. The check uses the resolved address that is then connected to, so that a second
 * resolution of the name cannot give another address.
 */
import { type LookupAddress, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { CONNECT_TIMEOUT } from "../timing.ts";

/** IPv4 ranges of the IANA special-purpose registry that are not public, multicast and reserved ones included. */
const NOT_PUBLIC_4: readonly [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Ranges within the public IPv6 block that are not public, or that contain an IPv4 address, which may be private. */
const NOT_PUBLIC_6: readonly [string, number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const blocked4 = new BlockList();
for (const [net, prefix] of NOT_PUBLIC_4) blocked4.addSubnet(net, prefix, "ipv4");
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");
const blocked6 = new BlockList();
for (const [net, prefix] of NOT_PUBLIC_6) blocked6.addSubnet(net, prefix, "ipv6");

/** Whether an address literal is a public one. Names, zones and malformed addresses are not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !blocked4.check(address, "ipv4");
    case 6:
      // Everything outside 2000::/3 is loopback, link-local, unique-local, mapped, translated, multicast or unassigned.
      return !address.includes("%") && global6.check(address, "ipv6") && !blocked6.check(address, "ipv6");
    default:
      return false;
  }
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
