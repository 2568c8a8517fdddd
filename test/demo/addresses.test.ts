import { describe, expect, it } from "vitest";
import { isOnThisMachine, originsOf, reachable } from "../../demo/addresses.ts";

describe("the origins of a site", () => {
  it.each([
    ["http://localhost:4000", ["http://localhost:4000", "http://127.0.0.1:4000"]],
    ["http://127.0.0.1:4000", ["http://127.0.0.1:4000", "http://localhost:4000"]],
    ["http://[::1]:4000", ["http://[::1]:4000", "http://localhost:4000", "http://127.0.0.1:4000"]],
    ["http://0.0.0.0:4000", ["http://0.0.0.0:4000", "http://localhost:4000", "http://127.0.0.1:4000"]],
    ["http://localhost", ["http://localhost", "http://127.0.0.1"]],
    ["https://rewards.example/path", ["https://rewards.example"]],
    ["https://localhost.example:8443", ["https://localhost.example:8443"]],
  ])("of %s are %j", (publicUrl, origins) => {
    expect(originsOf(publicUrl)).toEqual(origins);
  });
});

describe("an address to call", () => {
  it.each([
    ["http://0.0.0.0:4000", "http://127.0.0.1:4000"],
    ["http://[::]:4000/", "http://[::1]:4000"],
    ["http://localhost:4000", "http://localhost:4000"],
    ["https://rewards.example/path/", "https://rewards.example/path"],
  ])("for %s is %s", (address, called) => {
    expect(reachable(address)).toBe(called);
  });
});

describe("visitors are on this machine", () => {
  it.each([
    ["http://localhost:4000", true],
    ["http://0.0.0.0:4000", true],
    ["http://[::1]:4000", true],
    ["https://rewards.example", false],
    ["http://192.168.0.7:4000", false],
  ])("at %s: %s", (address, isHere) => {
    expect(isOnThisMachine(address)).toBe(isHere);
  });
});
