/** Which network addresses are public, this machine's, or in a block that the operator allows. */
import ipaddr from "ipaddr.js";
import { familyOf } from "./ip.ts";

/** The only block of IPv6 with public addresses: the rest is special or unassigned. */
const GLOBAL_6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an address literal is a public one. Names, zones and malformed addresses are not, nor those that hold another address. */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js also reads numbers and octal forms as IPv4.
  if (familyOf(text) === 0 || text.includes("%")) return false;
  const address = ipaddr.parse(text);
  return address.range() === "unicast" && (address.kind() === "ipv4" || address.match(GLOBAL_6));
}

/** Whether an address literal is this machine, in either family: `localhost` is often both 127.0.0.1 and ::1. */
export function isLoopbackAddress(text: string): boolean {
  return familyOf(text) !== 0 && !text.includes("%") && ipaddr.process(text).range() === "loopback";
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
  const cidr = cidrOf(text);
  if (cidr === undefined) return undefined;
  try {
    const of = familyOf(text.split("/")[0] ?? "") === 4 ? ipaddr.IPv4 : ipaddr.IPv6;
    const [first, last] = [of.networkAddressFromCIDR(cidr), of.broadcastAddressFromCIDR(cidr)];
    const range = first.range();
    return OWN_RANGES.includes(range) && last.range() === range ? ipaddr.parseCIDR(cidr) : undefined;
  } catch {
    return undefined;
  }
}

/** The least fixed bits of a block that is one's own: the largest that anybody owns. */
const BLOCK_BITS_LEAST = 8;
/** Before an IPv4 address in the form of IPv6. Source: RFC 4291, 2.5.5.2. */
const MAPPED_BITS = 96;

/** Any block of addresses, or one address; undefined for anything else, also for more than somebody's own. */
export function blockOf(text: string): Network | undefined {
  const cidr = cidrOf(text);
  try {
    const block = cidr === undefined ? undefined : unmapped(ipaddr.parseCIDR(cidr));
    return block && block[1] >= BLOCK_BITS_LEAST ? block : undefined;
  } catch {
    return undefined;
  }
}

/** An IPv4 address in the form of IPv6 is that address, as it is where a connection comes from one. */
function unmapped([address, bits]: Network): Network {
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_BITS;
  return isMapped ? [address.toIPv4Address(), bits - MAPPED_BITS] : [address, bits];
}

function cidrOf(text: string): string | undefined {
  const [address = "", bits] = text.split("/");
  const family = familyOf(address);
  if (family === 0 || address.includes("%")) return undefined;
  return bits === undefined ? `${address}/${family === 4 ? 32 : 128}` : text;
}

/** Whether an address literal is in one of the blocks. */
export function isIn(networks: readonly Network[], text: string): boolean {
  if (familyOf(text) === 0 || text.includes("%")) return false;
  const address = ipaddr.process(text);
  return networks.some(([first, bits]) => first.kind() === address.kind() && address.match(first, bits));
}
