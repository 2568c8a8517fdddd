import { describe, expect, it } from "vitest";
import { MINUTE } from "../../../../demo/fulfillment/clock.ts";
import { SKU, setUp } from "../harness.ts";

function withControl() {
  const harness = setUp();
  const request = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    harness.call<Record<string, unknown>>(method, `/control${path}`, body, headers);
  return { ...harness, request };
}

describe("the control over HTTP", () => {
  it("sets, lists and clears faults", async () => {
    const { request, api } = withControl();
    const set = await request("POST", "/faults", {
      operation: "account",
      kind: "late",
      delay_ms: 5,
      times: "always",
    });
    expect(set).toMatchObject({ status: 201, data: { id: 1 } });
    expect((await request("GET", "/faults")).data).toMatchObject([{ id: 1, kind: "late", delay_ms: 5 }]);
    expect((await api("GET", "/accounts/me")).status).toBe(504);
    await request("DELETE", "/faults/1");
    expect((await api("GET", "/accounts/me")).status).toBe(200);
    await request("POST", "/faults", { operation: "account", kind: "forbidden" });
    await request("DELETE", "/faults");
    expect((await request("GET", "/faults")).data).toEqual([]);
  });

  it.each([
    ["/faults", { operation: "account", kind: "nonsense" }],
    ["/faults", { operation: "dance", kind: "timeout_before" }],
    ["/faults", { operation: "account", kind: "late" }],
    ["/clock", {}],
    ["/clock", { now: -1 }],
    ["/clock", { now: 1e300 }],
    ["/clock", { advance_ms: 1e300 }],
    ["/clock", { advance_ms: -1e14 }],
    [`/rewards/${SKU.fixed}`, { stock_quantity: -1 }],
    ["/promotions/4001", { end_datetime: "tomorrow" }],
  ])("refuses invalid requests: POST %s %j", async (path, body) => {
    const { request } = withControl();
    expect(await request("POST", path, body)).toMatchObject({ status: 422, error_name: "invalid_request" });
  });

  it("moves the clock", async () => {
    const { request, book, get, control } = withControl();
    const { data } = await book();
    const start = control.now();
    expect((await request("POST", "/clock", { advance_ms: 31 * MINUTE })).data).toEqual({
      now: start + 31 * MINUTE,
    });
    expect((await get(data.id)).data.state).toBe("canceled");
    await request("POST", "/clock", { now: start });
    expect((await request("GET", "/clock")).data).toEqual({ now: start });
  });

  it("changes rewards, promotions, redemptions and tokens", async () => {
    const { request, book, get, control } = withControl();
    const { data } = await book();
    await request("POST", `/rewards/${SKU.fixed}`, {
      promotion_id: 4001,
      status: "paused",
      stock_quantity: 7,
    });
    expect((await get(data.id)).data.reward.status).toBe("paused");
    await request("POST", "/promotions/4001", { status: "paused", end_datetime: "2026-03-10T00:00:00Z" });
    expect((await get(data.id)).data.promotion.status).toBe("paused");
    await request("POST", `/redemptions/${data.id}/state`, { state: "on_hold", debited: true });
    expect((await get(data.id)).data).toMatchObject({ state: "on_hold", debited: true });
    expect((await request("POST", "/tokens/revoke", {})).data).toEqual({ revoked: 0 });
    await request("POST", "/reset", {});
    expect(control.redemptions()).toEqual([]);
  });

  it.each(["/redemptions/AAAAA-BBBBB/open", "/rewards/NOBODY", "/promotions/1", "/promotions/1/end"])(
    "finds no %s",
    async (path) => {
      const { request } = withControl();
      expect((await request("POST", path, {})).status).toBe(404);
    },
  );
});

describe("the control is for this machine only", () => {
  it.each([
    ["another host", { host: "evil.example" }],
    ["a look-alike host", { host: "localhost.evil.example" }],
    ["another origin", { origin: "https://evil.example" }],
    ["another page of this machine", { origin: "http://localhost:5173" }],
    ["no origin", { origin: "null" }],
  ])("%s is refused", async (_what, headers) => {
    const { request } = withControl();
    expect((await request("GET", "/calls", undefined, headers as Record<string, string>)).status).toBe(403);
  });

  it("its own pages are taken", async () => {
    const { request } = withControl();
    const headers = { host: "localhost:4010", origin: "http://localhost:4010" };
    expect((await request("GET", "/calls", undefined, headers)).status).toBe(200);
  });

  it.each(["localhost:4010", "127.0.0.1", "127.8.0.1:80", "[::1]:4010"])("%s is taken", async (host) => {
    const { request } = withControl();
    expect((await request("GET", "/calls", undefined, { host })).status).toBe(200);
  });

  it.each(["/control", "/control/calls"])(
    "another machine is refused %s, whatever Host it sends",
    async (path) => {
      const { app } = setUp();
      const from = (remoteAddress: string) =>
        app.request(path, { headers: { host: "localhost" } }, { incoming: { socket: { remoteAddress } } });
      expect((await from("203.0.113.9")).status).toBe(403);
      expect((await from("::ffff:127.0.0.1")).status).toBe(200);
      expect((await from("::1")).status).toBe(200);
    },
  );

  it("a form that posts across origins is refused", async () => {
    const { app, control } = setUp();
    const answer = await app.request("/control/reset", {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: "{}",
    });
    expect(answer.status).toBe(422);
    expect(control.calls).toEqual([]);
  });
});
