import { describe, expect, it } from "vitest";
import type { Redemption } from "../../../demo/fulfillment/resources.ts";
import { EMAIL, HEADERS, SKU, setUp } from "./harness.ts";
import { textOf } from "./pdf/support.ts";

const ROOT = "/api/fulfillment/v2";
const BOOK = `/promotions/4001/rewards/${SKU.fixed}/redemptions/book`;

function asking(accept: string, headers: Record<string, string> = HEADERS) {
  const harness = setUp();
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await harness.app.request(ROOT + path, {
      method,
      headers: { ...headers, accept, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return { status: answer.status, type: answer.headers.get("content-type"), bytes };
  };
  return { ...harness, send };
}

const PDF = "application/pdf";
const JSON_TYPE = "application/json; charset=utf-8";
const order = (order_id: string) => ({ data: { order_id, user: { email: EMAIL } } });

describe("Accept with pretty=true", () => {
  it.each(["/accounts/me", "/rewards", "/redemptions/AAAAA-BBBBB", "/nowhere"])(
    "indents %s and changes nothing else",
    async (path) => {
      const pretty = await asking("application/json; pretty=true").send("GET", path);
      const plain = await asking("application/json").send("GET", path);
      const text = Buffer.from(pretty.bytes).toString();
      expect(text).toContain("\n  ");
      expect(pretty).toMatchObject({ status: plain.status, type: JSON_TYPE });
      expect(JSON.stringify(JSON.parse(text))).toBe(Buffer.from(plain.bytes).toString());
    },
  );

  it.each(["application/json; pretty=false", "application/json; pretty=truely", "application/json"])(
    "%s does not",
    async (accept) => {
      const { bytes } = await asking(accept).send("GET", "/accounts/me");
      expect(Buffer.from(bytes).toString()).not.toContain("\n");
    },
  );
});

describe("Accept: application/pdf", () => {
  it("prints the same envelope for every operation on one redemption", async () => {
    const { send, get } = asking(PDF);
    const made = await send("POST", BOOK, order("order-1"));
    expect(made).toMatchObject({ status: 201, type: PDF });
    const { id } = JSON.parse(textOf(made.bytes)).data as Redemption;
    for (const [method, tail] of [
      ["POST", "/actions/redeem"],
      ["GET", ""],
      ["POST", "/actions/refund"],
    ] as const) {
      const body = tail === "/actions/redeem" ? order("order-1") : undefined;
      const answer = await send(method, `/redemptions/${id}${tail}`, body);
      expect(answer).toMatchObject({ status: 200, type: PDF });
      expect(JSON.parse(textOf(answer.bytes)).data).toMatchObject({ id, order_id: "order-1" });
    }
    const last = await send("GET", `/redemptions/${id}`);
    expect(JSON.parse(textOf(last.bytes)).data).toEqual((await get(id)).data);
  });

  it("prints refusals too, with their status", async () => {
    const { send } = asking(PDF);
    const missing = await send("GET", "/redemptions/AAAAA-BBBBB");
    expect(missing).toMatchObject({ status: 404, type: PDF });
    expect(JSON.parse(textOf(missing.bytes))).toEqual({
      error_name: "not_found",
      error_message: "Redemption not found",
    });
    const unknown = await asking(PDF, {}).send("POST", BOOK, order("order-1"));
    expect(unknown).toMatchObject({ status: 401, type: PDF });
    expect(JSON.parse(textOf(unknown.bytes)).error_name).toBe("unauthorized");
  });

  it("loses no character", async () => {
    const { send } = asking(PDF);
    const answer = await send("POST", BOOK, order("Łódź-日-🎁"));
    expect(JSON.parse(textOf(answer.bytes)).data.order_id).toBe("Łódź-日-🎁");
  });

  it.each(["/accounts/me", "/rewards", "/promotions/4001"])("is answered with JSON by %s", async (path) => {
    expect(await asking(PDF).send("GET", path)).toMatchObject({ status: 200, type: JSON_TYPE });
  });

  it.each([
    ["application/json, application/pdf", JSON_TYPE],
    ["application/pdf;q=0.5, application/json", JSON_TYPE],
    ["*/*", JSON_TYPE],
    ["", JSON_TYPE],
    ["text/html", JSON_TYPE],
    ["application/pdf, application/json", PDF],
    ["application/json;q=0.5, application/pdf", PDF],
  ])("is what the caller prefers: %j gives %s", async (accept, type) => {
    expect(await asking(accept).send("GET", "/redemptions/AAAAA-BBBBB")).toMatchObject({ type });
  });
});
