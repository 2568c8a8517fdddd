/**
 * Restricts images and webhooks to public network addresses, and to those that the operator allows. The check uses the resolved address that is then connected to, so that a second
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

/** Whether an address literal is this machine, in either family: `localhost` is often both 127.0.0.1 and ::1. */
export function isLoopbackAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes("%") && ipaddr.process(text).range() === "loopback";
}

/** A block of addresses by its CIDR. */
export type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Networks of one's own; link-local addresses are none: there clouds give out credentials. */
const OWN_RANGES: readonly string[] = ["private", "loopback", "uniqueLocal", "carrierGradeNat"];

/**
 * A block of private addresses such as `10.0.0.0/8`; one address alone is a block of its own. Undefined for anything else, also for a
 * block that reaches beyond them.
 */
export function networkOf(text: string): Network | undefined {
  const [address = "", bits] = text.split("/");
  if (isIP(address) === 0 || address.includes("%")) return undefined;
  const cidr = bits === undefined ? `${address}/${isIP(address) === 4 ? 32 : 128}` : text;
  try {
    const of = isIP(address) === 4 ? ipaddr.IPv4 : ipaddr.IPv6;
    const [first, last] = [of.networkAddressFromCIDR(cidr), of.broadcastAddressFromCIDR(cidr)];
    const range = first.range();
    return OWN_RANGES.includes(range) && last.range() === range ? ipaddr.parseCIDR(cidr) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an address literal is in one of the blocks. */
export function isIn(networks: readonly Network[], text: string): boolean {
  if (isIP(text) === 0 || text.includes("%")) return false;
  const address = ipaddr.process(text);
  return networks.some(([first, bits]) => first.kind() === address.kind() && address.match(first, bits));
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
