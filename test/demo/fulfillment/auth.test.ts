import { describe, expect, it } from "vitest";
import { DEMO_API_KEY, DEMO_API_SECRET } from "../../../demo/fulfillment/app.ts";
import type { TokenBody } from "../../../demo/fulfillment/auth.ts";
import { setUp } from "./harness.ts";

const GRANT = { client_id: DEMO_API_KEY, client_secret: DEMO_API_SECRET, grant_type: "client_credentials" };

function withTokens(options: Parameters<typeof setUp>[0] = {}) {
  const harness = setUp(options);
  const token = (body: unknown = GRANT) => harness.call("POST", "/auth/oauth/token", body, {});
  const bearer = async () => (JSON.parse((await token()).text) as TokenBody).access_token;
  const read = (headers: Record<string, string>) => harness.api("GET", "/accounts/me", undefined, headers);
  return { ...harness, token, bearer, read };
}

describe("the token endpoint", () => {
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
});
