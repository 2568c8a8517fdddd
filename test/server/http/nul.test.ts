/** U+0000, which PostgreSQL cannot store, is refused in every request, with either ledger. */
import { describe, expect, it } from "vitest";
import { nulMistakes } from "../../../server/http/nul.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { asOperator, OPERATOR_KEY } from "../routes/operator.ts";

describe("strings with U+0000", () => {
  it("are found wherever they stand", () => {
    const value = { a: "\0", b: { c: ["x", "y\0z"] }, d: 0, e: null, f: "fine" };
    expect(nulMistakes(value).map(({ path }) => path)).toEqual(expect.arrayContaining(["a", "b.c.1"]));
    expect(nulMistakes(value)).toHaveLength(2);
    expect(nulMistakes("\0")).toMatchObject([{ path: "" }]);
  });

  it("are none in what has none, however deep", () => {
    let deep: unknown = "\\u0000";
    for (let n = 0; n < 20_000; n++) deep = [deep];
    expect(nulMistakes(deep)).toEqual([]);
  });
});

describe("a request", () => {
  useWorld({ OPERATOR_KEY });

  it.each<[string, Record<string, unknown>, string]>([
    ["promotion", { promotion_id: "4001\0" }, "promotion_id"],
    ["SKU", { skus: ["A", "B\0"] }, "skus.1"],
    ["message", { customization: { pdf: { message: "a\0b" } } }, "customization.pdf.message"],
  ])("for a session with one in its %s is refused and says where", async (_, change, path) => {
    const { status, problem } = await world.mint(change);
    expect([status, problem.code, problem.errors?.[0]?.path]).toEqual([422, "invalid_request", path]);
    expect(world.control.calls.filter(({ operation }) => operation !== "token")).toEqual([]);
  });

  it("with the escape itself as text passes", async () => {
    const answer = await world.mint({ customization: { pdf: { message: "\\u0000" } } });
    expect(answer.status).toBe(201);
  });

  it("of a browser with one in its SKU is refused", async () => {
    const browser = await world.browser();
    const { status, problem } = await browser.post("/v1/order/book", { sku: "A\0" });
    expect([status, problem.code]).toEqual([422, "invalid_request"]);
  });

  it("of an operator with one in its query is refused", async () => {
    const answer = await world.request("/v1/attention?site=a%00", { headers: asOperator });
    expect([answer.status, answer.problem.code]).toEqual([422, "invalid_request"]);
  });
});
