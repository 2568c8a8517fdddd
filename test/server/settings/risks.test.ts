/** Settings that work but are unsafe: refused in production, warned of elsewhere, and never quoted. */
import { describe, expect, it } from "vitest";
import { parseSettings, SettingError } from "../../../server/settings/env.ts";
import type { Source } from "../../../server/settings/setting.ts";

const KEY = "a-site-key-7Qm2xV9kTf4Zc8Lw1Rb6-abc";
const site = { id: "shop", key: KEY, origins: ["https://shop.example"] };
const sites = (change: object): { SITES: string } => ({ SITES: JSON.stringify([{ ...site, ...change }]) });
const REAL = {
  FULFILLMENT_BASE_URL: "https://api.example",
  FULFILLMENT_AUTH_URL: "https://auth.example",
  FULFILLMENT_API_KEY: "key",
  FULFILLMENT_API_SECRET: "secret",
  PUBLIC_URL: "https://rewards.example",
  DATABASE_URL: "postgres://rewards@db.example/rewards?sslmode=verify-full",
  OPERATOR_KEY: "an-operator-key-7Qm2xV9kTf4Zc8Lw1Rb6",
  ...sites({}),
};

const refusal = (source: Source): string | undefined => {
  try {
    parseSettings(source);
    return undefined;
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
};

const RANDOM_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const WORD_SECRET = `whsec_${Buffer.from("password".repeat(4)).toString("base64")}`;

describe("unsafe settings", () => {
  const A = "a".repeat(40);
  it.each<[string, string, Source]>([
    ["an address that browsers reach over http:", "PUBLIC_URL", { PUBLIC_URL: "http://rewards.example" }],
    ["a private address over http:", "PUBLIC_URL", { PUBLIC_URL: "http://10.0.0.7:4000" }],
    [
      "an address that other machines reach over http:",
      "PUBLIC_URL",
      { PUBLIC_URL: undefined, HOST: "0.0.0.0" },
    ],
    ["the same by IPv6", "PUBLIC_URL", { PUBLIC_URL: undefined, HOST: "::" }],
    ["the same by a private address", "PUBLIC_URL", { PUBLIC_URL: undefined, HOST: "10.0.0.7" }],
    ["an origin over http:", "SITES", sites({ origins: ["https://shop.example", "http://shop.example"] })],
    ["a site's key of one character", "SITES", sites({ key: A })],
    ["a site's key out of a template", "SITES", sites({ key: `change-me-${"change-me-".repeat(3)}aaaa` })],
    ["one such key of two", "SITES", sites({ key: undefined, keys: [KEY, A] })],
    ["the operator's key of one character", "OPERATOR_KEY, OPERATOR_KEYS", { OPERATOR_KEY: A }],
    [
      "one of the operators' keys",
      "OPERATOR_KEY, OPERATOR_KEYS",
      { OPERATOR_KEYS: JSON.stringify({ anna: A }) },
    ],
    [
      "a webhook's secret of zeros",
      "SITES",
      sites({ webhook: { url: "https://shop.example/hook", secret: `whsec_${"A".repeat(32)}` } }),
    ],
    [
      "a webhook's second secret that is a word again and again",
      "SITES",
      sites({ webhook: { url: "https://shop.example/hook", secrets: [RANDOM_SECRET, WORD_SECRET] } }),
    ],
    ["a ledger in memory", "DATABASE_URL", { DATABASE_URL: "memory:" }],
    ["a ledger in memory by SQLite's own word", "DATABASE_URL", { DATABASE_URL: "file::memory:" }],
    [
      "certificates that nobody checks",
      "NODE_TLS_REJECT_UNAUTHORIZED",
      { NODE_TLS_REJECT_UNAUTHORIZED: "0" },
    ],
    ["PostgreSQL elsewhere without TLS", "DATABASE_URL", { DATABASE_URL: "postgres://r:pass@db.example/r" }],
    [
      "PostgreSQL with TLS ruled out",
      "DATABASE_URL",
      { DATABASE_URL: "postgres://r@10.0.0.5/r?sslmode=disable" },
    ],
    ...["no-verify", "prefer", "allow", "require&uselibpqcompat=true"].map(
      (mode): [string, string, Source] => [
        `PostgreSQL elsewhere by sslmode=${mode}`,
        "DATABASE_URL",
        { DATABASE_URL: `postgres://r:pass@db.example/r?sslmode=${mode}` },
      ],
    ),
    [
      "PostgreSQL elsewhere, named in the query",
      "DATABASE_URL",
      { DATABASE_URL: "postgres:///r?host=db.example" },
    ],
  ])("%s", (_, setting, change) => {
    const source = { ...REAL, ...change };
    expect(parseSettings(source).risks).toMatchObject([{ setting }]);
    const said = refusal({ ...source, NODE_ENV: "production" }) ?? "";
    expect(said).toMatch(new RegExp(`^${setting}: expected .*; NODE_ENV=production refuses it$`));
    for (const secret of ["aaaa", "pass", "db.example", "10.0.0"]) expect(said).not.toContain(secret);
  });

  it.each<[string, Source]>([
    ["those of this example", {}],
    [
      "http: on this machine",
      { PUBLIC_URL: "http://localhost:4000", ...sites({ origins: ["http://127.0.0.1:8080"] }) },
    ],
    ["a loopback HOST without PUBLIC_URL", { PUBLIC_URL: undefined, HOST: "::1" }],
    ["an open HOST with PUBLIC_URL", { HOST: "0.0.0.0" }],
    [
      "PostgreSQL on this machine without a verified certificate",
      {
        DATABASE_URL: "postgres://r@localhost/r?sslmode=no-verify",
      },
    ],
    [
      "a webhook with a random secret",
      sites({ webhook: { url: "https://shop.example/hook", secret: RANDOM_SECRET } }),
    ],
    ["checked certificates", { NODE_TLS_REJECT_UNAUTHORIZED: "1" }],
    ["SQLite", { DATABASE_URL: "file:./x.db" }],
    ["PostgreSQL on this machine", { DATABASE_URL: "postgres://r@127.0.0.1/r" }],
    ["PostgreSQL on this machine, by IPv6", { DATABASE_URL: "postgres://r@[::1]:5433/r" }],
    ["PostgreSQL by a socket", { DATABASE_URL: "postgres:///r?host=/run/postgresql" }],
    ["PostgreSQL with TLS", { DATABASE_URL: "postgres://r@db.example/r?ssl=true" }],
  ])("are not %s", (_, change) => {
    expect(parseSettings({ ...REAL, ...change }).risks).toEqual([]);
    expect(refusal({ ...REAL, ...change, NODE_ENV: "production" })).toBeUndefined();
  });
});

it.each(["Production", "PRODUCTION", " production ", "prod", '"production"', "live"])(
  "NODE_ENV=%j is production, however it is spelled",
  (NODE_ENV) => {
    expect(refusal({ ...REAL, DATABASE_URL: "memory:", NODE_ENV })).toMatch(/^DATABASE_URL: expected/);
  },
);

describe("operators' keys", () => {
  const [A, B] = ["anna-7Qm2xV9kTf4Zc8Lw1Rb6Hs3NjPy5DgWe", "ben-7Qm2xV9kTf4Zc8Lw1Rb6Hs3NjPy5DgWe"];
  const named = (keys: unknown): Source => ({ OPERATOR_KEYS: JSON.stringify(keys) });

  it("have names", () =>
    expect(parseSettings({ ...named({ anna: A, "ben.2": B }) }).operators).toEqual([
      { name: "anna", key: A, role: "act" },
      { name: "ben.2", key: B, role: "act" },
    ]));

  it("may have a role, and without one may act", () =>
    expect(
      parseSettings(named({ anna: { key: A }, prometheus: { key: B, role: "read" } })).operators,
    ).toEqual([
      { name: "anna", key: A, role: "act" },
      { name: "prometheus", key: B, role: "read" },
    ]));

  it("the one without a name has one all the same", () =>
    expect(parseSettings({ OPERATOR_KEY: A, ...named({ ben: B }) }).operators).toEqual([
      { name: "operator", key: A, role: "act" },
      { name: "ben", key: B, role: "act" },
    ]));

  it("may all be missing", () => expect(parseSettings({}).operators).toEqual([]));

  it.each<[string, Source]>([
    ["OPERATOR_KEY", { OPERATOR_KEY: A.slice(0, 31) }],
    ["OPERATOR_KEY", { OPERATOR_KEY: `${A} x` }],
    ["OPERATOR_KEYS", { OPERATOR_KEYS: `{"anna":"${A}"` }],
    ["OPERATOR_KEYS", { OPERATOR_KEYS: JSON.stringify([A]) }],
    ["OPERATOR_KEYS", named({})],
    ["OPERATOR_KEYS", named({ anna: A.slice(0, 31) })],
    ["OPERATOR_KEYS", named({ "an na": A })],
    ["OPERATOR_KEYS", named({ anna: { key: A, role: "admin" } })],
    ["OPERATOR_KEYS", named({ anna: { key: A, rolle: "read" } })],
    ["OPERATOR_KEYS", named({ anna: A, ben: A })],
    ["OPERATOR_KEYS", { OPERATOR_KEY: A, ...named({ anna: A }) }],
    ["OPERATOR_KEYS", { OPERATOR_KEY: A, ...named({ operator: B }) }],
    ["OPERATOR_KEY, OPERATOR_KEYS", { OPERATOR_KEY: A, SITES: JSON.stringify([{ ...site, key: A }]) }],
  ])("%s %# is refused, and not quoted", (setting, source) => {
    const said = refusal(source) ?? "";
    expect(said).toMatch(new RegExp(`^${setting}: expected`));
    for (const key of [A, B]) expect(said).not.toContain(key.slice(0, 31));
  });
});
