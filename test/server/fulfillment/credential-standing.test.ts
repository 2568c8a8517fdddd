import { describe, expect, it } from "vitest";
import { AuthUnavailable, createAuth } from "../../../server/fulfillment/auth.ts";
import { CredentialStanding } from "../../../server/fulfillment/credential-standing.ts";
import type { Transport } from "../../../server/fulfillment/transport.ts";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import { createLog } from "../../../server/log.ts";
import { VirtualClock } from "../virtual-clock.ts";

const GIVEN = JSON.stringify({ access_token: "t", token_type: "Bearer", expires_in: 600 });

/** A token source whose endpoint answers these statuses, one after the other. */
function tokens(...statuses: number[]) {
  const clock = new VirtualClock();
  const lines: string[] = [];
  const log = createLog("info", clock, (line) => lines.push(line));
  const credentials = new CredentialStanding(log);
  const transport: Transport = async () => {
    const status = statuses.shift() ?? 200;
    return { status, headers: {}, body: new TextEncoder().encode(status === 200 ? GIVEN : "{}") };
  };
  const auth = createAuth({
    method: "oauth",
    baseUrl: "https://service.example",
    authUrl: "https://auth.example",
    apiKey: "key",
    apiSecret: "secret",
    transport,
    store: openSqliteLedger(":memory:", () => clock.now()),
    clock,
    log,
    credentials,
  });
  return { clock, lines, credentials, auth };
}

const failure = async (asked: Promise<unknown>) => {
  const error = await asked.catch((thrown: unknown) => thrown);
  return error instanceof AuthUnavailable ? error.isRefused : "not refused";
};

describe("what the token endpoint says of the credentials", () => {
  it.each([400, 401, 403])("%i refuses them", async (status) => {
    const { auth, credentials } = tokens(status);
    expect(await failure(auth.authorize())).toBe(true);
    expect([...credentials.refusedBy]).toEqual(["token"]);
  });

  it.each([404, 429, 500, 503])("%i says nothing of them", async (status) => {
    const { auth, credentials } = tokens(status);
    expect(await failure(auth.authorize())).toBe(false);
    expect([...credentials.refusedBy]).toEqual([]);
  });

  it.each([
    [404, "FULFILLMENT_AUTH_URL"],
    [405, "FULFILLMENT_AUTH_URL"],
    [503, undefined],
  ])("a %i is logged with the setting %s", async (status, setting) => {
    const { auth, lines } = tokens(status);
    await auth.authorize().catch(() => {});
    expect(JSON.parse(lines[0] ?? "{}")).toMatchObject({ msg: "no token", status });
    expect(JSON.parse(lines[0] ?? "{}").setting).toBe(setting);
  });

  it("a refusal is logged when it begins and when it ends, and not in between", async () => {
    const { auth, credentials, clock, lines } = tokens(401, 401, 200);
    for (let times = 0; times < 3; times++) {
      await auth.authorize().catch(() => {});
      await clock.advance(600_000);
    }
    const said = lines.map((line) => JSON.parse(line) as { level: string; msg: string });
    expect(said.filter(({ msg }) => msg !== "no token").map(({ level, msg }) => [level, msg])).toEqual([
      ["error", expect.stringContaining("refuses the credentials")],
      ["info", expect.stringContaining("takes the credentials again")],
    ]);
    expect([...credentials.refusedBy]).toEqual([]);
  });
});
