/** The settings as an operator sees them: every one that is documented, and of a secret only that it is set. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { parseSettings } from "../../../server/settings/env.ts";
import { settingsInForce } from "../../../server/settings/in-force.ts";

const SECRETS = {
  key: "key-of-the-service-4f1d",
  secret: "secret-of-the-service-77ab",
  site: "key-of-the-site-that-nobody-may-read-01",
  old: "former-key-of-the-site-nobody-may-read",
  webhook: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  path: "a-word-in-the-path-of-the-receiver",
  operator: "key-of-anna-which-nobody-else-may-read-9",
  database: "password-of-the-database",
};
const environment = {
  FULFILLMENT_BASE_URL: "https://service.example/fulfillment",
  FULFILLMENT_AUTH_URL: "https://auth.example",
  FULFILLMENT_API_KEY: SECRETS.key,
  FULFILLMENT_API_SECRET: SECRETS.secret,
  SITES: JSON.stringify([
    {
      id: "shop",
      keys: [SECRETS.site, SECRETS.old],
      origins: ["https://shop.example"],
      webhook: {
        url: `https://hooks.example/${SECRETS.path}?token=${SECRETS.path}`,
        secret: SECRETS.webhook,
      },
    },
  ]),
  OPERATOR_KEYS: JSON.stringify({ anna: SECRETS.operator }),
  OPERATOR_HEADER: "X-Remote-User",
  TRUSTED_PROXIES: "1",
  OPERATOR_PROXIES: "10.0.0.0/8",
  OPERATORS: JSON.stringify({ ben: "act", cleo: "read" }),
  DATABASE_URL: `postgres://rewards:${SECRETS.database}@db.example:5432/rewards?sslmode=verify-full`,
};
const shown = Object.fromEntries(
  settingsInForce(parseSettings(environment)).map(({ name, value }) => [name, value]),
);

it("every documented setting is there", () => {
  const table = readFileSync(resolve(import.meta.dirname, "../../../docs/server/settings.md"), "utf8").split(
    "\n## ",
  )[0];
  const names = [...(table ?? "").matchAll(/^\|((?:`[A-Z_]+`(?:, )?)+) \|/gm)]
    .flatMap(([, cell = ""]) => [...cell.matchAll(/[A-Z_]+/g)].map(([name]) => name))
    // Another form of the same setting, or a part of another one.
    .filter((name) => !name.endsWith("_FILE") && !["OPERATOR_KEY", "PGPASSWORD", "SITES"].includes(name));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !(name in shown))).toEqual([]);
});

it("no secret is, nor a part of an address that may hold one", () => {
  for (const secret of Object.values(SECRETS)) expect(JSON.stringify(shown)).not.toContain(secret);
});

it("says what a person asks: where it leads, who may act, how many keys there are", () => {
  expect(shown).toMatchObject({
    FULFILLMENT_API_SECRET: "set",
    "SITES: shop": "2 keys; pages of https://shop.example; webhook at https://hooks.example, 1 secret",
    OPERATOR_KEYS: "anna (act)",
    OPERATORS: "1 may act, 1 only read",
    DATABASE_URL: "postgres://db.example:5432/rewards",
    GOOGLE_WALLET_KEY: "none",
  });
});
