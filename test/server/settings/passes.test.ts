/** The settings of passes: all of a kind or none of it, and nothing that makes passes which no wallet takes. */
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseSettings, SettingError } from "../../../server/settings/env.ts";
import { ACCOUNT, ISSUER, PASS_TYPE, passAuthority, TEAM } from "../../support/pass-authority.ts";

const { apple, google } = passAuthority();
const other = passAuthority();

function refusal(source: Readonly<Record<string, string | undefined>>): string {
  try {
    parseSettings(source);
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
  return "accepted";
}

it("without them there are none, and each kind stands alone", () => {
  expect(parseSettings({}).passes).toEqual({});
  expect(Object.keys(parseSettings(apple).passes)).toEqual(["apple"]);
  expect(parseSettings(google).passes).toMatchObject({ google: { issuer: ISSUER, account: ACCOUNT } });
  const both = parseSettings({ ...apple, ...google }).passes;
  expect(both.apple).toMatchObject({ passType: PASS_TYPE, team: TEAM });
  expect(both.apple?.expiresAt).toBeGreaterThan(Date.now());
  expect(both.google).toBeDefined();
});

it.each([...Object.keys(apple), ...Object.keys(google)])("a start without %s alone names it", (name) => {
  expect(refusal({ ...apple, ...google, [name]: undefined })).toMatch(
    new RegExp(`^${name}: expected a value: .*belong together, all or none$`),
  );
});

it("several that are missing are all named", () => {
  const { APPLE_PASS_TYPE } = apple;
  expect(refusal({ APPLE_PASS_TYPE })).toMatch(/^APPLE_PASS_TEAM, APPLE_PASS_CERTIFICATE, APPLE_PASS_KEY: /);
});

it("secret ones may be in files", () => {
  const folder = mkdtempSync(join(tmpdir(), "passes-"));
  const given: Record<string, string | undefined> = { ...apple, ...google };
  for (const name of ["APPLE_PASS_CERTIFICATE", "APPLE_PASS_KEY", "GOOGLE_WALLET_KEY"]) {
    writeFileSync(join(folder, name), `${given[name]}\n`);
    given[`${name}_FILE`] = join(folder, name);
    given[name] = undefined;
  }
  expect(Object.keys(parseSettings(given).passes)).toEqual(["apple", "google"]);
});

const [signer = "", between = ""] =
  apple.APPLE_PASS_CERTIFICATE?.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----\n/g) ?? [];
const ecKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
  type: "pkcs8",
  format: "pem",
});

it.each<[string, Record<string, unknown>, RegExp]>([
  ["a type that is none", { APPLE_PASS_TYPE: "com.example.gifts" }, /^APPLE_PASS_TYPE: /],
  ["a team that is none", { APPLE_PASS_TEAM: "a1b2" }, /^APPLE_PASS_TEAM: /],
  [
    "another type",
    { APPLE_PASS_TYPE: "pass.example.other" },
    /^APPLE_PASS_CERTIFICATE: .*of APPLE_PASS_TYPE/,
  ],
  ["another team", { APPLE_PASS_TEAM: "Z1B2C3D4E5" }, /^APPLE_PASS_CERTIFICATE: .*of APPLE_PASS_TYPE/],
  ["no issuer", { APPLE_PASS_CERTIFICATE: signer }, /^APPLE_PASS_CERTIFICATE: expected two certificates/],
  ["the issuer first", { APPLE_PASS_CERTIFICATE: between + signer }, /^APPLE_PASS_CERTIFICATE: expected two/],
  ["no certificate", { APPLE_PASS_CERTIFICATE: "x" }, /^APPLE_PASS_CERTIFICATE: expected two/],
  [
    "the key of another certificate",
    { APPLE_PASS_KEY: other.apple.APPLE_PASS_KEY },
    /^APPLE_PASS_KEY: expected the key of/,
  ],
  ["a key that is not RSA", { APPLE_PASS_KEY: ecKey }, /^APPLE_PASS_KEY: expected an RSA key/],
  ["an issuer that is no number", { GOOGLE_WALLET_ISSUER: "example" }, /^GOOGLE_WALLET_ISSUER: /],
  ["a key that is no account's", { GOOGLE_WALLET_KEY: '{"type":"authorized_user"}' }, /^GOOGLE_WALLET_KEY: /],
  ["a key that is no JSON", { GOOGLE_WALLET_KEY: "secret-that-nobody-sees" }, /^GOOGLE_WALLET_KEY: /],
])("%s is refused", (_, changes, says) => {
  const told = refusal({ ...apple, ...google, ...(changes as Record<string, string>) });
  expect(told).toMatch(says);
  expect(told).not.toMatch(/BEGIN|secret-that/);
});
