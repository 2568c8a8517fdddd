import { describe, expect, it } from "vitest";
import { isIn, isPublicAddress, networkOf } from "../../../server/tools/public-address.ts";

describe("an address", () => {
  it.each([
    "93.184.215.14",
    "1.1.1.1",
    "172.15.255.255",
    "172.32.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "223.255.255.255",
    "2606:2800:21f:cb07:6820:80da:af6b:8b2c",
    "2a00:1450::1",
  ])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "192.0.2.1",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::ffff:93.184.215.14",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::1",
    "fd12:3456::1",
    "fe80::1%eth0",
    "2a00:1450::1%eth0",
    "localhost",
    "",
    "127.1",
    "1.2.3.4.5",
  ])("%s is not", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

it.each<[string, string[], string[]]>([
  ["10.0.0.0/8", ["10.1.2.3", "::ffff:10.1.2.3"], ["11.0.0.1", "localhost", "10.1"]],
  ["192.168.7.9", ["192.168.7.9"], ["192.168.7.8"]],
  ["100.64.0.0/10", ["100.100.1.1"], ["100.128.0.1"]],
  ["fd00::/8", ["fd12:3456::1"], ["fe80::1", "fd00::1%eth0", "10.0.0.1"]],
])("the block %s has %j, and not %j", (block, inside, outside) => {
  const network = networkOf(block);
  if (!network) throw new Error("expected a block");
  expect(inside.filter((each) => !isIn([network], each))).toEqual([]);
  expect(outside.filter((each) => isIn([network], each))).toEqual([]);
});

it.each(["10.0.0.0/33", "10.0/8", "10.0.0.0/8/8", "example.org", "10.0.0.0/-1", "fe80::1%eth0/64"])(
  "%s is no block",
  (text) => expect(networkOf(text)).toBeUndefined(),
);
