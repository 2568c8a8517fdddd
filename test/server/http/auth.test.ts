/** The keys of sites and operators, and how often an address may try wrong ones. */
import { describe, expect, it } from "vitest";
import { REFUSED_KEYS_PER_MINUTE } from "../../../server/timing.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { type Answer, codeOf, SITE_KEY } from "../../support/world.ts";

const ANNA = "anna-key-7Qm2xV9kTf4Zc8Lw1Rb6-abc";
const BEN = "ben-key-9876543210-9876543210-xyzw";
const OPERATOR_KEY = "the-only-key-7Qm2xV9kTf4Zc8Lw1Rb6";
const OPERATORS_ROUTES = ["/metrics", "/readyz?details", "/v1/attention"] as const;

useWorld({ TRUSTED_PROXIES: "1", OPERATOR_KEY, OPERATOR_KEYS: JSON.stringify({ anna: ANNA, ben: BEN }) });

/** Asks from `address`, behind the trusted proxy. */
const from = (
  address: string,
  path: string,
  key: string | undefined,
  more: Record<string, string> = {},
): Promise<Answer> =>
  world.request(path, {
    headers: {
      "X-Forwarded-For": address,
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...more,
    },
  });
const HERE = "192.0.2.7";
const linesOf = (msg: string) =>
  world.logs.map((line) => JSON.parse(line)).filter((line) => line.msg === msg);

describe("an operator", () => {
  it.each(OPERATORS_ROUTES)("%s takes each of the keys and nothing else", async (route) => {
    for (const key of [ANNA, BEN, OPERATOR_KEY]) expect((await from(HERE, route, key)).status).toBe(200);
    for (const key of [undefined, "", ANNA.slice(0, -1), `${ANNA}x`, SITE_KEY])
      expect(codeOf(await from(HERE, route, key))).toEqual([401, "operator_key_invalid"]);
    const basic = await from(HERE, route, undefined, { Authorization: `Basic ${ANNA}` });
    expect(codeOf(basic)).toEqual([401, "operator_key_invalid"]);
  });

  it("has no route where no key is set: no look of a request proves that it comes from this machine", async () => {
    await anotherWorld({ PUBLIC_URL: "http://localhost:4000" });
    for (const route of OPERATORS_ROUTES)
      for (const key of [undefined, ANNA])
        expect(codeOf(await from("127.0.0.1", route, key))).toEqual([404, "not_found"]);
    expect((await world.request("/readyz")).status).toBe(200);
    expect(world.control.calls).toEqual([]);
  });
});

describe.each([
  ["site", "a site", "/v1/promotions", SITE_KEY],
  ["operator", "an operator", "/v1/attention", ANNA],
] as const)("wrong keys of %ss", (kind, whose, path, rightKey) => {
  const refused = `${whose} key was refused`;
  const guessAll = async (address: string): Promise<void> => {
    for (let n = 0; n < REFUSED_KEYS_PER_MINUTE; n++)
      expect(codeOf(await from(address, path, `guess-${n}`))).toEqual([401, `${kind}_key_invalid`]);
  };

  it("turn the guesses of their network away, and never a right key", async () => {
    await guessAll("2001:db8::1");
    // Another address of the same network.
    const answer = await from("2001:DB8:0:0:ffff::1", path, "guess");
    expect(codeOf(answer)).toEqual([429, "rate_limited"]);
    expect(answer.problem.detail).toContain(`Too many wrong ${kind} keys came from this address.`);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await from("2001:db8::1", path, rightKey)).status).toBe(200);
    expect((await from("2001:db8:0:1::1", path, "guess")).status).toBe(401);
  });

  it("are logged with the address and never themselves, as often as they are counted", async () => {
    await guessAll(HERE);
    await from(HERE, path, "guess-too-many");
    expect(linesOf(refused)).toHaveLength(REFUSED_KEYS_PER_MINUTE);
    expect(linesOf(refused)[0]).toMatchObject({ level: "warn", address: HERE });
    for (const line of world.logs) expect(line).not.toContain("guess");
  });

  it("are no missing keys and no right ones", async () => {
    for (let n = 0; n < REFUSED_KEYS_PER_MINUTE * 2; n++) {
      expect((await from(HERE, path, rightKey)).status).toBe(200);
      expect((await from(HERE, path, undefined)).status).toBe(401);
    }
    expect(linesOf(refused)).toEqual([]);
    expect((await from(HERE, path, "guess")).status).toBe(401);
  });

  it("that a page of another site sends are logged, and have a limit of their own", async () => {
    const guess = () => from(HERE, path, "guess", { "Sec-Fetch-Site": "cross-site" });
    for (let n = 0; n < REFUSED_KEYS_PER_MINUTE; n++) expect((await guess()).status).toBe(401);
    expect(linesOf(refused)).toHaveLength(REFUSED_KEYS_PER_MINUTE);
    expect((await guess()).status).toBe(429);
    expect((await from(HERE, path, "guess")).status).toBe(401);
  });

  it("use up no limit of a right one, and neither does anything else at its address", async () => {
    await anotherWorld({ LIMIT_ADDRESS_PER_MINUTE: "3", OPERATOR_KEYS: JSON.stringify({ anna: ANNA }) });
    for (let n = 0; n < 3; n++) await world.request("/openapi.json");
    expect((await world.request("/openapi.json")).status).toBe(429);
    expect((await from(HERE, path, "guess")).status).toBe(429);
    expect((await from(HERE, path, rightKey)).status).toBe(200);
  });

  it("count apart from those of the other kind", async () => {
    await guessAll(HERE);
    const [otherPath, code] =
      kind === "site" ? ["/v1/attention", "operator_key_invalid"] : ["/v1/promotions", "site_key_invalid"];
    expect(codeOf(await from(HERE, otherPath, "guess"))).toEqual([401, code]);
  });
});

describe("a proxy that does not fit the settings is told of once", () => {
  const told = () =>
    world.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith("a request came with"));
  it.each<[string, Record<string, string>, Record<string, string>, string, string | undefined]>([
    ["X-Forwarded-For that nobody reads", {}, { "X-Forwarded-For": HERE }, "/healthz", "TRUSTED_PROXIES"],
    [
      "X-Forwarded-For that is read",
      { TRUSTED_PROXIES: "1" },
      { "X-Forwarded-For": HERE },
      "/healthz",
      undefined,
    ],
    [
      "a path that is kept",
      { PUBLIC_URL: "https://a.example/rewards" },
      {},
      "/rewards/healthz",
      "PUBLIC_URL",
    ],
    ["a path that is stripped", { PUBLIC_URL: "https://a.example/rewards" }, {}, "/healthz", undefined],
  ])("%s", async (_, env, headers, path, setting) => {
    await anotherWorld(env);
    for (let n = 0; n < 2; n++) await world.request(path, { headers });
    expect(told().map((line) => line.setting)).toEqual(setting === undefined ? [] : [setting]);
  });
});
