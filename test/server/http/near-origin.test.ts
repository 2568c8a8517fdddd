import { describe, expect, it } from "vitest";
import type { Site } from "../../../server/env.ts";
import { loggableOrigin, nearOrigin } from "../../../server/http/near-origin.ts";

const site = (id: string, ...origins: string[]): Site => ({ id, keys: [], origins });
const SITES = [
  site("shop", "https://shop.example", "http://localhost:8080"),
  site("portal", "https://portal.partner.example"),
];

describe("the origin that a refused one is like", () => {
  it.each([
    ["another scheme", "http://shop.example", "shop", "https://shop.example"],
    ["another port", "https://shop.example:8443", "shop", "https://shop.example"],
    ["another port on this machine", "http://localhost:5173", "shop", "http://localhost:8080"],
    ["www. before it", "https://www.shop.example", "shop", "https://shop.example"],
    ["a name less before it", "https://partner.example", "portal", "https://portal.partner.example"],
    ["a dot behind it", "https://shop.example.", "shop", "https://shop.example"],
    ["a letter too many", "https://shopp.example", "shop", "https://shop.example"],
    ["two letters swapped", "https://shpo.example", "shop", "https://shop.example"],
  ])("%s: %s", (_, asked, id, nearly) => {
    expect(nearOrigin(asked, SITES)).toEqual({ site: id, nearly });
  });

  it.each([
    ["a stranger", "https://evil.test"],
    ["a look-alike that is more than two letters off", "https://my-best-shop.example.com"],
    ["none", "null"],
    ["no address", "shop"],
  ])("is not there for %s", (_, asked) => {
    expect(nearOrigin(asked, SITES)).toBeUndefined();
  });

  it("is the same host before one that only resembles it", () => {
    const sites = [site("a", "https://shops.example"), site("b", "https://shop.example")];
    expect(nearOrigin("http://shop.example", sites)?.site).toBe("b");
  });
});

describe("the loggable part of the header", () => {
  it.each(["https://evil.test", "http://[::1]:8080", "null"])("%s is an origin", (text) => {
    expect(loggableOrigin(text)).toBe(text);
  });

  it.each([
    ["nothing", undefined],
    ["a path", "https://evil.test/user@example.com"],
    ["user and password", "https://user:secret@evil.test"],
    ["upper case", "https://Evil.test"],
    ["something endless", `https://${"a".repeat(300)}.test`],
    ["any text", "session-token"],
  ])("%s is none", (_, text) => {
    expect(loggableOrigin(text)).toBeUndefined();
  });
});
