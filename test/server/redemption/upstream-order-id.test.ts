import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { attemptNumberOf, upstreamOrderId } from "../../../server/redemption/upstream-order-id.ts";

describe("the upstream order id", () => {
  it("is derived from site, order and attempt alone", () => {
    expect(upstreamOrderId("shop", "o-1", 1, 64)).toBe("shop.o-1.1");
    expect(upstreamOrderId("shop", "o.1", 12, 64)).toBe("shop.o.1.12");
  });

  it("takes a digest of a long order id, 26 characters of base32", () => {
    const long = "x".repeat(64);
    const id = upstreamOrderId("shop", long, 1, 64);
    expect(id).toMatch(/^shop\.[a-z2-7]{26}\.1$/);
    expect(upstreamOrderId("shop", long, 2, 64)).toBe(id.replace(/1$/, "2"));
    expect(upstreamOrderId("shop", `${long.slice(1)}y`, 1, 64)).not.toBe(id);
  });

  it("the digest is the SHA-256 in RFC 4648 base32, lower case", () => {
    const long = "x".repeat(64);
    const bits = [...createHash("sha256").update(long).digest()]
      .map((byte) => byte.toString(2).padStart(8, "0"))
      .join("");
    const expected = Array.from(
      { length: 26 },
      (_, n) => "abcdefghijklmnopqrstuvwxyz234567"[Number.parseInt(bits.slice(n * 5, n * 5 + 5), 2)],
    );
    expect(upstreamOrderId("shop", long, 1, 64)).toBe(`shop.${expected.join("")}.1`);
  });

  it("fits the limit with the longest site id", () => {
    expect(upstreamOrderId("s".repeat(24), "x".repeat(64), 9999, 64).length).toBeLessThanOrEqual(64);
  });
});

describe("read back", () => {
  it.each([16, 64, 200])("names the attempt, however it was made (longest id %i)", (max) => {
    const id = upstreamOrderId("shop", "a.long-order.7", 12, Math.max(max, 30));
    expect(attemptNumberOf("shop", "a.long-order.7", id)).toBe(12);
  });

  it.each([
    "shop.o-1",
    "shop.o-1.",
    "shop.o-1.0",
    "shop.o-1.01",
    "shop.o-1.1.1",
    "shop.o-2.1",
    "other.o-1.1",
    "shop.o-1.1 ",
  ])("%j is no attempt of shop.o-1", (id) => {
    expect(attemptNumberOf("shop", "o-1", id)).toBeUndefined();
  });
});
