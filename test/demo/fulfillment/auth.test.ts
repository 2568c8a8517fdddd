import { describe, expect, it } from "vitest";
import { DEMO_API_KEY, DEMO_API_SECRET } from "../../../demo/fulfillment/app.ts";
import type { TokenBody } from "../../../demo/fulfillment/auth.ts";
import { OPERATIONS } from "../../../demo/fulfillment/calls.ts";
import { HEADERS, setUp } from "./harness.ts";

const GRANT = { client_id: DEMO_API_KEY, client_secret: DEMO_API_SECRET, grant_type: "client_credentials" };

function withTokens(options: Parameters<typeof setUp>[0] = {}) {
  const harness = setUp(options);
  const token = (body: unknown = GRANT) => harness.call("POST", "/auth/oauth/token", body, {});
  const bearer = async () => (JSON.parse((await token()).text) as TokenBody).access_token;
  const read = (headers: Record<string, string>) => harness.api("GET", "/accounts/me", undefined, headers);
  return { ...harness, token, bearer, read };
}

describe("the token endpoint", () => {
  it("answers exactly the fields of the interface", async () => {
    const { token, control } = withTokens();
    const answer = await token();
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({
      access_token: expect.stringMatching(/^[0-9a-f]{48}$/),
      token_type: "Bearer",
      expires_in: 7200,
      scope: "fulfillment",
      created_at: Math.floor(control.now() / 1000),
    });
  });

  it.each([
    [{ ...GRANT, client_secret: "wrong" }, 401, "unauthorized"],
    [{ ...GRANT, client_id: "nobody" }, 401, "unauthorized"],
    [{ ...GRANT, grant_type: "password" }, 400, "invalid_request"],
    [[], 400, "invalid_request"],
  ])("refuses %j", async (body, status, error_name) => {
    const { token } = withTokens();
    expect(await token(body)).toMatchObject({ status, error_name, error_message: expect.any(String) });
  });

  it("is strictly rate limited, and says when to come back", async () => {
    const { token, clock } = withTokens({ tokenLimit: { requests: 2, windowMs: 60_000 } });
    await token();
    clock.advance(20_000);
    await token();
    const refused = await token();
    expect(refused).toMatchObject({ status: 429, error_name: "too_many_requests" });
    expect(refused.headers.get("retry-after")).toBe("40");
    clock.advance(40_000);
    expect((await token()).status).toBe(200);
  });

  it("is recorded without the secret", async () => {
    const { token, control } = withTokens();
    await token();
    expect(control.calls).toMatchObject([{ operation: "token", status: 200, auth: "none" }]);
    expect(JSON.stringify(control.calls)).not.toContain(DEMO_API_SECRET);
  });
});

describe("authentication", () => {
  it("takes a bearer token until it expires", async () => {
    const { bearer, read, clock } = withTokens({ tokenLifetimeSeconds: 600 });
    const authorization = `Bearer ${await bearer()}`;
    clock.advance(599_999);
    expect((await read({ authorization })).status).toBe(200);
    clock.advance(1);
    expect(await read({ authorization })).toMatchObject({ status: 401, error_name: "unauthorized" });
  });

  it("accepts several tokens at a time, and none after they are revoked", async () => {
    const { bearer, read, control } = withTokens();
    const [first, second] = [await bearer(), await bearer()];
    expect((await read({ authorization: `Bearer ${first}` })).status).toBe(200);
    expect((await read({ authorization: `Bearer ${second}` })).status).toBe(200);
    expect(control.revokeTokens()).toBe(2);
    expect((await read({ authorization: `Bearer ${first}` })).status).toBe(401);
    expect((await read({ authorization: `Bearer ${await bearer()}` })).status).toBe(200);
  });

  it("takes header credentials", async () => {
    const { read } = withTokens();
    expect((await read(HEADERS)).status).toBe(200);
  });

  it.each([
    {},
    { authorization: "Bearer made-up" },
    { authorization: "Basic abc" },
    { "api-key": DEMO_API_KEY },
    { "api-key": DEMO_API_KEY, "api-secret": "wrong" },
    { ...HEADERS, authorization: "Bearer made-up" },
  ] as Record<string, string>[])("refuses %j as unauthorized", async (headers) => {
    const { read } = withTokens();
    expect(await read(headers)).toMatchObject({
      status: 401,
      error_name: "unauthorized",
      error_message: expect.any(String),
    });
  });

  it("is asked for on every operation", async () => {
    const { api, control } = withTokens();
    const paths = [
      ["GET", "/accounts/me"],
      ["GET", "/discounts"],
      ["GET", "/clients"],
      ["GET", "/clients/701"],
      ["GET", "/clients/701/promotions"],
      ["GET", "/promotions/4001"],
      ["GET", "/rewards"],
      ["GET", "/rewards/VELMORA-25"],
      ["GET", "/promotions/4001/redemptions"],
      ["POST", "/promotions/4001/redemptions"],
      ["POST", "/promotions/4001/rewards/VELMORA-25/redemptions"],
      ["GET", "/redemptions/AAAAA-BBBBB"],
      ["GET", "/redemptions/AAAAA-BBBBB/card_consult"],
      ["POST", "/promotions/4001/rewards/VELMORA-25/redemptions/redeem"],
      ["POST", "/promotions/4001/rewards/VELMORA-25/redemptions/actions/redeem"],
      ["POST", "/promotions/4001/rewards/VELMORA-25/redemptions/book"],
      ...["activate", "redeem", "cancel", "refund"].map((name) => [
        "POST",
        `/redemptions/AAAAA-BBBBB/actions/${name}`,
      ]),
    ] as [string, string][];
    for (const [method, path] of paths) {
      expect(await api(method, path, undefined, {}), path).toMatchObject({
        status: 401,
        error_name: "unauthorized",
      });
    }
    const met = new Set(control.calls.map(({ operation }) => operation));
    expect(OPERATIONS.filter((operation) => !met.has(operation))).toEqual(["token"]);
  });
});
