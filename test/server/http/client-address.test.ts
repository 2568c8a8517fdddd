/** An address has one spelling, and a network is one client. */
import { describe, expect, it } from "vitest";
import { canonicalAddress, networkOf } from "../../../server/http/client-address.ts";

describe("an address", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    [" 192.0.2.7 ", "192.0.2.7"],
    ["192.0.2.7:51234", "192.0.2.7"],
    ["2001:db8::1", "2001:db8::1"],
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::1", "::1"],
    ["unknown", undefined],
    ["_hidden", undefined],
    ["192.0.2.07", undefined],
    ["3221225991", undefined],
    ["", undefined],
  ])("%j is %j", (text, address) => expect(canonicalAddress(text)).toBe(address));
});

describe("a client", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["2001:db8::1", "2001:db8::/64"],
    ["2001:db8::ffff:1:2:3", "2001:db8::/64"],
    ["2001:db8:0:1::1", "2001:db8:0:1::/64"],
    ["::1", "::/64"],
  ])("%s is counted as %s", (address, network) => expect(networkOf(address)).toBe(network));
});
