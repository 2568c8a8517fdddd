/** Operators have a named key, or call from the machine of a server without other callers. */
import { describe, expect, it } from "vitest";
import { REFUSED_KEYS_PER_MINUTE } from "../../../server/timing.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { type Answer, codeOf } from "../../support/world.ts";

const ANNA = "anna-key-0123456789-0123456789-abc";
const BEN = "ben-key-9876543210-9876543210-xyzw";
const ROUTES = ["/metrics", "/readyz?details", "/v1/attention"] as const;
const HERE = "127.0.0.1";

useWorld();

/** Asks over a socket from `address`. */
async function from(
  address: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Pick<Answer, "status" | "problem">> {
  const socket = { remoteAddress: address, remotePort: 5, remoteFamily: "IPv4" };
  const init = { headers: { Host: "127.0.0.1:4000", ...headers } };
  const asked = Promise.resolve(world.server.app.request(path, init, { incoming: { socket } }));
  const response = await world.until(asked);
  const text = await response.text();
  return { status: response.status, problem: text.startsWith("{") ? JSON.parse(text) : {} };
}

const bearing = (key: string): Record<string, string> => ({ Authorization: `Bearer ${key}` });
const loggedOf = (msg: string) =>
  world.logs.map((line) => JSON.parse(line)).filter((line) => line.msg === msg);

describe("without a key that is set, on a server that serves its own machine alone", () => {
  const ONE_MACHINE = { PUBLIC_URL: "http://localhost:4000" };

  it.each<[string, string, Record<string, string>, number]>([
    ["this machine", HERE, {}, 200],
    ["this machine by IPv6", "::1", { Host: "[::1]:4000" }, 200],
    ["this machine, mapped", "::ffff:127.0.0.1", { Host: "localhost" }, 200],
    ["another machine", "192.0.2.7", {}, 404],
    ["a name that was rebound", HERE, { Host: "evil.example" }, 404],
    ["a page", HERE, { Origin: "http://localhost:9" }, 404],
    ["a proxy that says for whom", HERE, { "X-Forwarded-For": "192.0.2.7" }, 404],
    ["a proxy that says so otherwise", HERE, { "X-Real-IP": "192.0.2.7" }, 404],
    ["a proxy that says what it is", HERE, { Via: "1.1 proxy" }, 404],
  ])("%s", async (_, address, headers, status) => {
    await anotherWorld(ONE_MACHINE);
    for (const route of ROUTES) expect((await from(address, route, headers)).status).toBe(status);
  });
});

describe("without a key that is set, where others are served", () => {
  it.each<[string, Record<string, string>]>([
    ["under another address, as behind a proxy on this machine", { PUBLIC_URL: "https://rewards.example" }],
    ["behind trusted proxies", { PUBLIC_URL: "http://localhost:4000", TRUSTED_PROXIES: "1" }],
    ["in production", { PUBLIC_URL: "http://localhost:4000", NODE_ENV: "production" }],
  ])("%s nobody is answered, this machine included", async (_, env) => {
    await anotherWorld(env);
    for (const route of ROUTES)
      expect(codeOf((await from(HERE, route)) as Answer)).toEqual([404, "not_found"]);
    expect((await from(HERE, "/readyz")).status).toBe(200);
    expect(world.control.calls).toEqual([]);
  });
});

describe("with keys", () => {
  const KEYS = { OPERATOR_KEYS: JSON.stringify({ anna: ANNA, ben: BEN }) };

  it.each(ROUTES)("%s takes each of them and nothing else, from anywhere", async (route) => {
    await anotherWorld({ ...KEYS, PUBLIC_URL: "http://localhost:4000" });
    for (const key of [ANNA, BEN]) expect((await from("192.0.2.7", route, bearing(key))).status).toBe(200);
    for (const headers of [
      {},
      bearing(ANNA.slice(0, -1)),
      bearing(`${ANNA}x`),
      { Authorization: `Basic ${ANNA}` },
    ])
      expect(codeOf((await from(HERE, route, headers)) as Answer)).toEqual([401, "operator_key_invalid"]);
  });

  it("OPERATOR_KEY is one more", async () => {
    const OPERATOR_KEY = "the-only-key-0123456789-0123456789";
    await anotherWorld({ ...KEYS, OPERATOR_KEY });
    for (const key of [OPERATOR_KEY, ANNA])
      expect((await from("192.0.2.7", "/metrics", bearing(key))).status).toBe(200);
  });

  it.each(ROUTES)(
    "%s: an address that guesses is turned away before its next guess is looked at",
    async (route) => {
      await anotherWorld({ ...KEYS, TRUSTED_PROXIES: "1" });
      const guess = (forwarded: string, key = "guess") =>
        from(HERE, route, { ...bearing(key), "X-Forwarded-For": forwarded });
      for (let n = 0; n < REFUSED_KEYS_PER_MINUTE; n++)
        expect((await guess(`2001:db8::${n.toString(16)}`)).status).toBe(401);
      for (const key of ["guess", ANNA])
        expect(codeOf((await guess("2001:DB8:0:0:ffff::1", key)) as Answer)).toEqual([429, "rate_limited"]);
      expect((await guess("2001:db8:0:1::1", ANNA)).status).toBe(200);
      expect(loggedOf("an operator key was refused")).toHaveLength(REFUSED_KEYS_PER_MINUTE);
    },
  );

  it("a key that is right costs nothing of that, however often it comes", async () => {
    await anotherWorld(KEYS);
    for (let n = 0; n < REFUSED_KEYS_PER_MINUTE * 2; n++)
      expect((await from("192.0.2.7", "/readyz?details", bearing(BEN))).status).toBe(200);
  });

  it("a refused key is logged with its address, and never itself", async () => {
    await anotherWorld(KEYS);
    await from("192.0.2.7", "/metrics", bearing("a-guess-that-was-made"));
    expect(loggedOf("an operator key was refused")).toMatchObject([{ level: "warn", address: "192.0.2.7" }]);
    for (const line of world.logs) expect(line).not.toContain("a-guess");
  });
});
