import { expect } from "@open-wc/testing";
import { chunk } from "../../widget/chunk.ts";

/** Does not exist, so the engine's own import fails. */
const MISSING = "/test/widget/support/no-such-chunk.js";
const OTHER = "/test/widget/support/arrived";

describe("chunk", () => {
  it("is the loaded module", async () => {
    expect(await chunk("never-asked", () => Promise.resolve("loaded"))).to.equal("loaded");
  });

  it("that failed is loaded from another address, each time a new one, because an engine may remember a failure", async () => {
    for (let attempt = 0; attempt < 2; attempt++) {
      const { isHere } = await chunk(OTHER, () => import(MISSING) as Promise<{ isHere: boolean }>);
      expect(isHere).to.equal(true);
    }
    const fetched = performance.getEntriesByType("resource").filter(({ name }) => name.includes(OTHER));
    expect(new Set(fetched.map(({ name }) => name)).size).to.equal(2);
  });

  it("that is not available at all fails", async () => {
    const outcome = await chunk("no-such-chunk", () => import(MISSING)).catch(() => "failed");
    expect(outcome).to.equal("failed");
  });
});
