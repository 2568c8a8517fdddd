/** What an answer proves. Source: docs/proof/rules.md, rules 2, 3 and 10. */
import { describe, expect, it } from "vitest";
import {
  type Expected,
  logOutcome,
  type Outcome,
  readAnswer,
  readError,
  understand,
} from "../../../server/fulfillment/outcome.ts";
import { readRedemption } from "../../../server/fulfillment/schemas.ts";
import { TransportError, type TransportResponse } from "../../../server/fulfillment/transport.ts";
import { createLog } from "../../../server/observing/log.ts";
import { RETRY_AFTER_MAX } from "../../../server/timing.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { json, ORDER_ID, REDEMPTION_ID, raw, redemptionBody } from "./support.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const BY_ID: Expected = { redemptionId: REDEMPTION_ID, orderId: ORDER_ID };
const BY_ORDER: Expected = { orderId: ORDER_ID };

const outcome = (exchange: TransportResponse | TransportError, expected: Expected = BY_ID): Outcome =>
  understand(readAnswer(exchange, NOW), expected);
const data = (own: Record<string, unknown> = {}, status = 200) => json(status, { data: redemptionBody(own) });

describe("a 2xx", () => {
  it.each([200, 201, 202, 299])("%d: the state in the body counts", (status) => {
    expect(outcome(data({ state: "failed" }, status))).toMatchObject({
      kind: "answered",
      redemption: { state: "failed" },
    });
  });

  it.each<[string, Record<string, unknown>, Expected, Outcome["kind"]]>([
    ["both ids match", {}, BY_ID, "answered"],
    ["no order id in the answer", { order_id: undefined }, BY_ID, "answered"],
    ["a null order id", { order_id: null }, BY_ID, "answered"],
    ["another order id", { order_id: "shop.order-2.1" }, BY_ID, "about_another"],
    ["the next attempt's order id", { order_id: "shop.order-1.2" }, BY_ORDER, "about_another"],
    ["another redemption", { id: "zz12c-de34f" }, BY_ID, "about_another"],
    ["any redemption when none was named", { id: "zz12c-de34f" }, BY_ORDER, "answered"],
    ["no id", { id: undefined }, BY_ID, "unknown"],
    ["no state", { state: undefined }, BY_ID, "unknown"],
    ["an unknown state", { state: "levitating" }, BY_ID, "answered"],
  ])("%s", (_, own, expected, kind) => {
    expect(outcome(data(own), expected).kind).toBe(kind);
  });

  const deep = "[".repeat(400_000) + "]".repeat(400_000);
  it.each([
    ["nothing", ""],
    ["html", "<html><body>OK</body></html>"],
    ["half of JSON", '{"data":{"id":"ab12c-de34f","state":"redee'],
    ["JSON of something else", '"redeemed"'],
    ["null", "null"],
    ["no envelope", JSON.stringify(redemptionBody())],
    ["a list", JSON.stringify({ data: [redemptionBody()] })],
    ["very deep", deep],
    ["very deep inside", `{"data":{"id":"ab12c-de34f","state":${deep}}}`],
    ["a prototype", '{"__proto__":{"data":{"id":"ab12c-de34f","state":"redeemed"}}}'],
  ])("with %s is unknown", (_, body) => {
    expect(outcome(raw(200, body))).toEqual({ kind: "unknown", cause: "garbled" });
  });

  it("with bytes that are no UTF-8 is unknown: a code must not change silently", () => {
    const body = Buffer.from(JSON.stringify({ data: redemptionBody({ state: "redeemed", note: "x" }) }));
    body[body.length - 4] = 0xff;
    expect(outcome({ status: 200, headers: {}, body })).toEqual({ kind: "unknown", cause: "garbled" });
  });
});

describe("no clear answer", () => {
  it.each([100, 301, 302, 307, 408, 425, 429, 500, 502, 503, 504, 599])("%d is unknown", (status) => {
    expect(outcome(data({ state: "redeemed" }, status))).toEqual({
      kind: "unknown",
      cause: `status_${status}`,
    });
  });

  it.each([
    [429, "7", 7_000],
    [503, "7", 7_000],
    [503, "0", 0],
    [503, "Fri, 20 Nov 2026 12:00:09 GMT", 9_000],
    [503, "Fri, 20 Nov 2026 11:00:00 GMT", 0],
    [503, "1000000000000", RETRY_AFTER_MAX],
    [503, "soon", undefined],
    [504, "7", undefined],
  ])("%d with Retry-After %s", (status, value, retryAfterMs) => {
    expect(outcome(raw(status, "", { "retry-after": value }))).toEqual({
      kind: "unknown",
      cause: `status_${status}`,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  });

  it.each(["timeout", "too_large", "broken"] as const)("%s after sending is unknown", (reason) => {
    expect(outcome(new TransportError(reason, true))).toEqual({ kind: "unknown", cause: reason });
  });

  it.each(["timeout", "not_connected"] as const)("%s before sending is not sent", (reason) => {
    expect(outcome(new TransportError(reason, false))).toEqual({ kind: "not_sent" });
  });
});

describe("a clear no", () => {
  it.each<[number, unknown, string]>([
    [401, { error_name: "unauthorized" }, "unauthorized"],
    [401, { error_name: "forbidden", error_message: null }, "forbidden"],
    [401, "oops", "other"],
    [403, "oops", "forbidden"],
    [404, { error_name: "not_found" }, "not_found"],
    [404, "<html>", "not_found"],
    [422, { error_name: "invalid_request", error_message: null }, "invalid_request"],
    [422, { error_name: "Unprocessable_Entity" }, "unprocessable_entity"],
    [422, { error_name: "something_new" }, "other"],
    [422, { error_name: 5 }, "other"],
    [400, null, "other"],
    [418, { __proto__: null, constructor: "x" }, "other"],
  ])("%d %j is refused as %s", (status, body, error) => {
    expect(outcome(json(status, body))).toEqual({ kind: "refused", status, error });
  });
});

describe("a read without its data", () => {
  it.each<[string, TransportResponse | TransportError, string]>([
    ["404", json(404, { error_name: "not_found" }), "not_found"],
    ["401", json(401, { error_name: "unauthorized" }), "forbidden"],
    ["403", raw(403, ""), "forbidden"],
    ["422", json(422, { error_name: "invalid_request" }), "invalid"],
    ["500", raw(500, ""), "unavailable"],
    ["429", raw(429, ""), "unavailable"],
    ["a redirect", raw(302, "", { location: "https://elsewhere.example/" }), "invalid"],
    ["html", raw(200, "<html>"), "invalid"],
    ["another shape", json(200, { data: { id: {} } }), "invalid"],
    ["a body of 10 MB", new TransportError("too_large", true), "invalid"],
    ["a timeout", new TransportError("timeout", true), "unavailable"],
    ["no connection", new TransportError("not_connected", false), "unavailable"],
  ])("(%s) is %s", (_, exchange, code) => {
    expect(readError(readAnswer(exchange, NOW))).toMatchObject({
      name: "UpstreamError",
      code,
      message: code,
    });
  });
});

describe("the log line of a changing call", () => {
  const said = (operation: string, told: Outcome) => {
    const lines: string[] = [];
    const log = createLog("debug", new VirtualClock(), (line) => lines.push(line));
    logOutcome(log, { site: "shop", order_id: "order-1", attempt: 1, operation }, told);
    return lines;
  };
  const created = (own: Record<string, unknown>): Outcome => {
    const redemption = readRedemption(redemptionBody({ state: "pending", ...own }));
    if (!redemption) throw new Error("unreadable");
    return { kind: "answered", redemption };
  };

  it("has the redemption's id and state, and no link or code", () => {
    const reward_codes = { codes: [{ name: "Code", value: "S3CRET", format: "string", usage: "primary" }] };
    const lines = said(
      "redeem",
      created({ state: "redeemed", url: "https://flow.example/s3cret", reward_codes }),
    );
    expect(JSON.parse(lines[0] ?? "{}")).toMatchObject({
      level: "info",
      state: "redeemed",
      reference: REDEMPTION_ID,
    });
    expect(lines.join()).not.toMatch(/s3cret/i);
  });

  it.each([
    ["create", { notification_channels: ["email"] }, 1],
    ["create", {}, 1],
    ["create", { notification_channels: [] }, 2],
    ["create", { notification_channels: null }, 2],
    ["book", { notification_channels: null }, 1],
  ])("of %s with %j: a warning follows where nobody may be notified", (operation, own, lines) => {
    expect(said(operation, created(own))).toHaveLength(lines);
  });
});
