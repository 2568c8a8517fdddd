import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { environmentOf, parseSettings, SettingError } from "../../../server/settings/env.ts";
import { readEnvironment } from "../../../server/settings/environment.ts";
import { SECRET_SETTINGS } from "../../../server/settings/setting.ts";

const KEY = "k".repeat(32);
const SECRET = "a-secret-that-must-never-be-printed";
const site = { id: "shop", key: KEY, origins: ["https://shop.example"] };
const real = {
  FULFILLMENT_BASE_URL: "https://api.example/base/",
  FULFILLMENT_AUTH_URL: "https://auth.example",
  FULFILLMENT_API_KEY: "key",
  FULFILLMENT_API_SECRET: SECRET,
  SITES: JSON.stringify([site]),
};

const withWebhook = (url: string) => ({
  ...real,
  SITES: JSON.stringify([{ ...site, webhook: { url, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" } }]),
});

function refusal(source: Record<string, string>): string {
  try {
    parseSettings(source);
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
  return "accepted";
}

describe("settings have defaults", () => {
  it("with nothing set, the simulated service is used", () => {
    expect(parseSettings({})).toMatchObject({
      port: 4000,
      host: "127.0.0.1",
      fulfillment: undefined,
      auth: "oauth",
      sites: [],
      database: { kind: "sqlite", path: "./data/ledger.db" },
      trustedProxies: 0,
      limitSessionPerMinute: 120,
      limitAddressPerMinute: 6000,
      limitSitePerMinute: 60_000,
      emailKept: 180 * 24 * 60 * 60 * 1000,
      logLevel: "info",
    });
  });

  it("addresses lose their trailing slash and keep their path", () => {
    expect(parseSettings(real).fulfillment).toMatchObject({
      baseUrl: "https://api.example/base",
      authUrl: "https://auth.example",
    });
  });

  it("a proxy may be named with or without a trailing slash", () => {
    for (const FULFILLMENT_PROXY of ["http://proxy.example:3128", "http://proxy.example:3128/"])
      expect(parseSettings({ ...real, FULFILLMENT_PROXY }).proxy).toBe("http://proxy.example:3128");
  });

  it.each([
    "http://10.0.0.7/hook",
    "http://hooks.internal/hook",
    "http://[fd00::7]:8080/",
    "https://hooks.example/",
  ])("a webhook may go to %s where WEBHOOK_NETWORKS allows it", (url) => {
    const settings = parseSettings({ ...withWebhook(url), WEBHOOK_NETWORKS: "10.0.0.0/8, fd00::/8" });
    expect(settings.sites[0]?.webhook?.url).toBe(url);
  });

  it("several keys of a site serve for rotation", () => {
    const keys = [KEY, "n".repeat(40)];
    const sites = JSON.stringify([{ id: "shop", keys, origins: ["https://shop.example"] }]);
    expect(parseSettings({ ...real, SITES: sites }).sites[0]?.keys).toEqual(keys);
  });

  it.each([
    "https://shop.example",
    "http://localhost:8080",
    "capacitor://localhost",
    "tauri://localhost:1430",
  ])("a site may have the origin %s", (origin) => {
    const sites = JSON.stringify([{ ...site, origins: [origin] }]);
    expect(parseSettings({ ...real, SITES: sites }).sites[0]?.origins).toEqual([origin]);
  });

  it.each([
    "null",
    "*",
    "https://shop.example/",
    "HTTPS://shop.example",
    "https://shop.example:443",
    "shop.example",
    "https://*.shop.example",
    "file://",
    "capacitor://localhost/",
  ])("a site's origin that no browser sends is refused by name: %s", (origin) => {
    const sites = JSON.stringify([{ ...site, origins: ["https://shop.example", origin] }]);
    expect(refusal({ ...real, SITES: sites })).toContain(`, not ${JSON.stringify(origin)}`);
  });

  it.each([
    [{ origin: "https://shop.example" }, /"origin" is none/],
    [{ [KEY]: "a key at the wrong place" }, /only known members in the site at position 0$/],
    [{ origins: "https://shop.example" }, /a list of exact origins.*position 0$/],
  ])("%j is refused with what was meant", (change, said) => {
    expect(refusal({ ...real, SITES: JSON.stringify([{ ...site, ...change }]) })).toMatch(said);
  });

  it.each([
    ["file:./x.db", "./x.db"],
    ["file:/var/x.db", "/var/x.db"],
    ["file:///var/x.db", "/var/x.db"],
  ])("DATABASE_URL %s", (url, path) =>
    expect(parseSettings({ DATABASE_URL: url }).database).toEqual({ kind: "sqlite", path }),
  );

  it.each(["memory:", "file::memory:"])("DATABASE_URL %s", (url) =>
    expect(parseSettings({ DATABASE_URL: url }).database).toEqual({ kind: "memory" }),
  );

  it.each([
    "postgres://rewards:p%40ss@db.example:6432/rewards?sslmode=verify-full",
    "postgresql://db.example/rewards",
    "postgres:///rewards?host=/run/postgresql",
  ])("DATABASE_URL %s", (url) =>
    expect(parseSettings({ DATABASE_URL: url }).database).toEqual({ kind: "postgres", url }),
  );
});

describe("paths that the interface shows in two forms, or not at all", () => {
  it("are those of its summary, and assumed ones", () => {
    expect(parseSettings({}).paths).toEqual({
      createForm: "reward_in_body",
      discountsPath: "/fulfillment/v2/discounts",
      clientsPath: "/fulfillment/v2/clients",
      clientPath: "/fulfillment/v2/clients/{client_id}",
    });
  });

  it("can be set", () => {
    const paths = parseSettings({
      FULFILLMENT_CREATE_FORM: "reward_in_path",
      FULFILLMENT_DISCOUNTS_PATH: "/v3/dis-counts/all",
      FULFILLMENT_CLIENTS_PATH: "/v3/%7Eclients",
      FULFILLMENT_CLIENT_PATH: "/v3/{client_id}/details",
    }).paths;
    expect(paths).toEqual({
      createForm: "reward_in_path",
      discountsPath: "/v3/dis-counts/all",
      clientsPath: "/v3/%7Eclients",
      clientPath: "/v3/{client_id}/details",
    });
  });
});

describe("a wrong setting is named, with what is expected, and never with what it holds", () => {
  it.each([
    ["PORT", { PORT: "70000" }],
    ["PORT", { PORT: "4e3" }],
    ["PUBLIC_URL", { PUBLIC_URL: "shop.example" }],
    ["FULFILLMENT_AUTH", { ...real, FULFILLMENT_AUTH: "basic" }],
    ["FULFILLMENT_PROXY", { FULFILLMENT_PROXY: "http://proxy.example:3128" }],
    ["FULFILLMENT_PROXY", { ...real, FULFILLMENT_PROXY: "proxy.example:3128" }],
    ["FULFILLMENT_PROXY", { ...real, FULFILLMENT_PROXY: "https://proxy.example" }],
    ["FULFILLMENT_PROXY", { ...real, FULFILLMENT_PROXY: `http://user:${SECRET}@proxy.example:3128` }],
    ["FULFILLMENT_PROXY", { ...real, FULFILLMENT_PROXY: "http://proxy.example:3128/path" }],
    ["FULFILLMENT_CREATE_FORM", { FULFILLMENT_CREATE_FORM: "path" }],
    ["FULFILLMENT_DISCOUNTS_PATH", { FULFILLMENT_DISCOUNTS_PATH: "discounts" }],
    ["FULFILLMENT_DISCOUNTS_PATH", { FULFILLMENT_DISCOUNTS_PATH: "//elsewhere.example/discounts" }],
    ["FULFILLMENT_DISCOUNTS_PATH", { FULFILLMENT_DISCOUNTS_PATH: "https://elsewhere.example/discounts" }],
    ["FULFILLMENT_DISCOUNTS_PATH", { FULFILLMENT_DISCOUNTS_PATH: `/discounts?key=${SECRET}` }],
    ["FULFILLMENT_CLIENTS_PATH", { FULFILLMENT_CLIENTS_PATH: "/v2/../clients" }],
    ["FULFILLMENT_CLIENTS_PATH", { FULFILLMENT_CLIENTS_PATH: "/v2/%2E%2e/clients" }],
    ["FULFILLMENT_CLIENTS_PATH", { FULFILLMENT_CLIENTS_PATH: "/clients/" }],
    ["FULFILLMENT_CLIENTS_PATH", { FULFILLMENT_CLIENTS_PATH: "/clients/{client_id}" }],
    ["FULFILLMENT_CLIENT_PATH", { FULFILLMENT_CLIENT_PATH: "/clients" }],
    ["FULFILLMENT_CLIENT_PATH", { FULFILLMENT_CLIENT_PATH: "/clients/c{client_id}" }],
    ["FULFILLMENT_CLIENT_PATH", { FULFILLMENT_CLIENT_PATH: "/{client_id}/{client_id}" }],
    ["FULFILLMENT_BASE_URL", { ...real, FULFILLMENT_BASE_URL: "http://api.example" }],
    ["FULFILLMENT_BASE_URL", { ...real, FULFILLMENT_BASE_URL: `https://user:${SECRET}@api.example` }],
    ["FULFILLMENT_BASE_URL", { NODE_ENV: "production" }],
    ["FULFILLMENT_API_SECRET", { ...real, FULFILLMENT_API_SECRET: `${SECRET}\n` }],
    ["SITES", { ...real, SITES: "" }],
    ["SITES", { ...real, SITES: `[{"id":"shop","key":"${SECRET}"` }],
    ["SITES", { ...real, SITES: JSON.stringify([{ ...site, key: SECRET.slice(0, 31) }]) }],
    ["SITES", { ...real, SITES: JSON.stringify([{ ...site, keys: [KEY] }]) }],
    ["SITES", { ...real, SITES: JSON.stringify([{ ...site, key: undefined }]) }],
    ["SITES", { ...real, SITES: JSON.stringify([{ ...site, id: "Shop" }]) }],
    ["SITES", { ...real, SITES: JSON.stringify([{ ...site, id: "a".repeat(25) }]) }],
    ["SITES", { ...real, SITES: JSON.stringify([site, site]) }],
    ["SITES", { ...real, SITES: JSON.stringify([{ ...site, promtions: ["1"] }]) }],
    ["SITES", { ...real, SITES: real.SITES.replace("{", '{"promotions":["1"],"promotions":["2"],') }],
    ["OPERATOR_KEYS", { OPERATOR_KEYS: `{"anna":"${SECRET}","anna":"${SECRET.toUpperCase()}"}` }],
    ["SITES_FILE", { ...real, SITES: "", SITES_FILE: "/nowhere/sites.json" }],
    ["SITES", { ...real, SITES: JSON.stringify([{ ...site, key: `${KEY} two` }]) }],
    ["SITES", { ...real, SITES: JSON.stringify([{ ...site, key: `${KEY}\u00fc` }]) }],
    ["WEBHOOK_NETWORKS", { ...real, WEBHOOK_NETWORKS: "10.0.0.0/33" }],
    ["SITES", { ...withWebhook("http://11.0.0.1/hook"), WEBHOOK_NETWORKS: "10.0.0.0/8" }],
    ...["0.0.0.0/0", "8.8.8.0/24", "10.0.0.0/7", "169.254.0.0/16", "::ffff:10.0.0.0/104"].map(
      (block): [string, Record<string, string>] => ["WEBHOOK_NETWORKS", { ...real, WEBHOOK_NETWORKS: block }],
    ),
    ...[
      "http://hooks.example/hook",
      "https://127.0.0.1/hook",
      "https://[::1]/hook",
      "https://10.0.0.5/hook",
      "https://169.254.169.254/hook",
      "ftp://hooks.example/hook",
    ].map((url): [string, Record<string, string>] => ["SITES", withWebhook(url)]),
    ["DATABASE_URL", { ...real, DATABASE_URL: "file:file:ledger?mode=memory" }],
    ["DATABASE_URL", { DATABASE_URL: "mysql://x" }],
    ["DATABASE_URL", { DATABASE_URL: `postgres://rewards:${SECRET}#1@db.example/rewards` }],
    ["DATABASE_URL", { DATABASE_URL: `postgres://rewards:${SECRET}@db.example:x/rewards` }],
    ["DATABASE_URL", { DATABASE_URL: `postgres:rewards:${SECRET}@db.example/rewards` }],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "-1" }],
    ["LIMIT_SESSION_PER_MINUTE", { LIMIT_SESSION_PER_MINUTE: "0" }],
    ["EMAIL_KEPT_DAYS", { EMAIL_KEPT_DAYS: "1" }],
    ["EMAIL_KEPT_DAYS", { EMAIL_KEPT_DAYS: "3651" }],
    ["EMAIL_KEPT_DAYS", { EMAIL_KEPT_DAYS: "for ever" }],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
  ])("%s %#", (name, source) => {
    const said = refusal(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== "")));
    expect(said.split(": ")[0]).toBe(name);
    expect(said).toContain("expected");
    expect(said).not.toContain(SECRET.slice(0, 31));
    expect(said).not.toContain("\n");
  });

  it.each(["FULFILLMENT_BASE_URL", "FULFILLMENT_AUTH_URL", "FULFILLMENT_API_KEY", "FULFILLMENT_API_SECRET"])(
    "%s missing while the others are there",
    (name) => {
      const { [name as keyof typeof real]: _, ...rest } = real;
      expect(refusal(rest)).toMatch(new RegExp(`^${name}: expected`));
    },
  );
});

/** Text in bytes, as programs of Windows write it. */
const MARKED: Readonly<Record<string, (text: string) => Buffer>> = {
  "Notepad, in UTF-8 with a mark": (text) => Buffer.from(`\ufeff${text}`),
  "PowerShell 5's >, in UTF-16": (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  "Notepad, in UTF-16 BE": (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
};
/** UTF-16 without its mark, and Latin-1. */
const NO_TEXT = [Buffer.from("PORT=5000", "utf16le"), Buffer.from("NAME=caf\u00e9", "latin1")];

describe("a secret in a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "settings-"));
  const file = (name: string, text: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it("is read, without the line break that an editor put at its end", () => {
    const { FULFILLMENT_API_SECRET: secret, FULFILLMENT_API_KEY: key, SITES: sites, ...rest } = real;
    const settings = parseSettings({
      ...rest,
      FULFILLMENT_API_SECRET_FILE: file("secret", `${secret}\n`),
      FULFILLMENT_API_KEY_FILE: file("key", `${key}\r\n`),
      SITES_FILE: file("sites.json", `${sites}\n`),
      OPERATOR_KEY_FILE: file("operator", "o".repeat(32)),
      OPERATOR_KEYS_FILE: file("operators", JSON.stringify({ anna: "j".repeat(32) })),
      DATABASE_URL_FILE: file("database", "postgres://rewards@localhost/rewards?sslmode=disable\n"),
      PGPASSWORD_FILE: file("password", "p/&?#%+ss\n"),
    });
    expect(settings.fulfillment).toEqual(parseSettings(real).fulfillment);
    expect(settings.sites).toEqual(parseSettings(real).sites);
    expect(settings.operators.map(({ name }) => name)).toEqual(["operator", "anna"]);
    if (settings.database.kind !== "postgres") throw new Error("expected PostgreSQL");
    expect(new Client(settings.database.url)).toMatchObject({
      user: "rewards",
      host: "localhost",
      password: "p/&?#%+ss",
    });
  });

  it.each(Object.entries(MARKED))("may be written by %s, with blanks at its ends", (name, marked) => {
    const { FULFILLMENT_API_SECRET: secret, SITES: sites, ...rest } = real;
    const given = {
      FULFILLMENT_API_SECRET_FILE: file(`secret ${name}`, marked(` ${secret} \r\n`)),
      SITES_FILE: file(`sites ${name}`, marked(`${sites}\r\n`)),
    };
    const { fulfillment, sites: read } = parseSettings({ ...rest, ...given });
    expect([fulfillment, read]).toEqual([parseSettings(real).fulfillment, parseSettings(real).sites]);
  });

  it("that is no text is refused with its cause", () => {
    const { FULFILLMENT_API_SECRET: _, ...rest } = real;
    for (const bytes of NO_TEXT)
      expect(refusal({ ...rest, FULFILLMENT_API_SECRET_FILE: file("no text", bytes) })).toBe(
        "FULFILLMENT_API_SECRET_FILE: expected a file in UTF-8, or in UTF-16 with its byte order mark",
      );
  });

  it("loses against the value itself, and counts as none where the file is empty", () => {
    const empty = file("empty", "\n");
    expect(parseSettings({ ...real, FULFILLMENT_API_SECRET_FILE: empty })).toEqual(parseSettings(real));
    expect(parseSettings({ ...real, OPERATOR_KEY_FILE: empty }).operators).toEqual([]);
  });

  it.each(SECRET_SETTINGS)("that cannot be read is named: %s", (name) => {
    const { [name as keyof typeof real]: _, ...rest } = real;
    expect(refusal({ ...rest, [`${name}_FILE`]: "/nowhere/secret" })).toBe(
      `${name}_FILE: expected the path of a readable file`,
    );
  });

  it("that is wrong is not quoted", () => {
    const { FULFILLMENT_API_SECRET: _, ...rest } = real;
    const said = refusal({ ...rest, FULFILLMENT_API_SECRET_FILE: file("two", `${SECRET} ${SECRET}`) });
    expect(said).toMatch(/^FULFILLMENT_API_SECRET: expected/);
    expect(said).not.toContain(SECRET);
  });
});

describe("the environment of the service", () => {
  it.each([
    ["https://auth.sandbox.example", "sandbox"],
    ["https://sandbox-auth.example", "sandbox"],
    ["https://auth.example/sandbox", "production"],
    ["https://auth.example", "production"],
  ])("%s is %s", (FULFILLMENT_AUTH_URL, environment) =>
    expect(environmentOf(parseSettings({ ...real, FULFILLMENT_AUTH_URL }))).toBe(environment),
  );
  it("without credentials is simulated", () => expect(environmentOf(parseSettings({}))).toBe("simulated"));
});

describe("the .env file", () => {
  const path = join(mkdtempSync(join(tmpdir(), "env-")), ".env");
  writeFileSync(path, "PORT=5000\nHOST=0.0.0.0\nLOG_LEVEL=\n");

  it("fills in what the environment leaves out", () => {
    expect(readEnvironment({ PORT: "6000" }, path)).toEqual({ PORT: "6000", HOST: "0.0.0.0" });
  });
  it("an empty value equals none, on both sides", () => {
    expect(readEnvironment({ PORT: "" }, path).PORT).toBe("5000");
  });
  it.each(Object.entries(MARKED))("may be written by %s, its first line included", (_, marked) => {
    const windows = `${path}.windows`;
    writeFileSync(windows, marked("DATABASE_URL=file:./x.db\r\nPORT=5000\r\n"));
    expect(readEnvironment({}, windows)).toEqual({ DATABASE_URL: "file:./x.db", PORT: "5000" });
  });
  it("keeps each setting, whatever unseen signs stand before its name, and whatever ends its lines", () => {
    writeFileSync(`${path}.signs`, "A=1\r\ufeffB=2\r\n\u00a0C=3\n\u200bD=4");
    expect(readEnvironment({}, `${path}.signs`)).toEqual({ A: "1", B: "2", C: "3", D: "4" });
  });
  it("that is no text stops the start, with the cause", () => {
    for (const bytes of NO_TEXT) {
      writeFileSync(`${path}.bytes`, bytes);
      expect(() => readEnvironment({}, `${path}.bytes`)).toThrow(".env: expected a file in UTF-8");
    }
  });
  it("may be missing", () => expect(readEnvironment({ PORT: "1" }, `${path}.none`)).toEqual({ PORT: "1" }));
});
