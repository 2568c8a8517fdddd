import { describe, expect, it } from "vitest";
import { brandOf } from "../../../server/catalog/brands.ts";

describe("a brand", () => {
  it("is the same for one logo, another for another one, and short", () => {
    const [one, same, other] = ["a.svg", "a.svg", "b.svg"].map((name) =>
      brandOf(`https://img.example/${name}`),
    );
    expect(same).toBe(one);
    expect(other).not.toBe(one);
    expect(one).toMatch(/^[\w-]{8}$/);
  });
});
