/**
 * Settings: parsed once, at start, from the environment and an `.env` file (the environment wins, empty equals unset). A wrong
 * setting is a SettingError with its name and the expected form, never its value.
 * Source: docs/server/settings.md.
 */

import { z } from "zod";
import { isLoopbackHost } from "../../shared/links.ts";
import type { Environment } from "../../shared/wire.ts";
import { CLIENT_ID, CREATE_FORMS, DEFAULT_PATHS, type PathSettings } from "../fulfillment/paths.ts";
import { LOG_LEVELS, type LogLevel } from "../observing/log.ts";
import type { RewardValue } from "../rows/reward-value.ts";
import {
  ATTEMPTS_PER_DAY,
  CLOCK_DIFFERENCE_MAX,
  DAY,
  EMAIL_KEPT_DAYS,
  EMAIL_KEPT_DAYS_LEAST,
  EMAIL_KEPT_DAYS_MOST,
  HOLDS_MAX,
} from "../timing.ts";
import { familyOf } from "../tools/ip.ts";
import { NamedTwice, parseJson } from "../tools/json.ts";
import { isIn, isPublicAddress, type Network, networkOf } from "../tools/public-address.ts";
import { type BackupSettings, parseBackups } from "./backups.ts";
import { KEY_CHARS, KEY_MIN_CHARS } from "./keys.ts";
import { type OperatorHeader, parseOperatorHeader } from "./operator-header.ts";
import { type OperatorKey, parseOperatorKeys } from "./operator-keys.ts";
import { type PassSettings, parsePasses } from "./passes.ts";
import { type Risk, risksOf } from "./risks.ts";
import {
  allOrNone,
  type DatabaseSetting,
  integer,
  oneOf,
  path,
  SettingError,
  type Source,
  withFiles,
} from "./setting.ts";
import { isOrigin } from "./sites.ts";
import { isSecret, SECRET_FORM } from "./webhook-secret.ts";

export { SettingError } from "./setting.ts";

/** One website that embeds the widget. */
export interface Site {
  readonly id: string;
  readonly keys: readonly string[];
  /** Exact origins, as browsers send them. */
  readonly origins: readonly string[];
  /** If given, the only promotions that the site may use. */
  readonly promotions?: readonly string[];
  readonly client_id?: string;
  readonly webhook?: Webhook;
  /** Where the site is asked before a confirmation is stored; signed like a webhook. */
  readonly authorize?: Webhook;
}

/** Where a site hears of its orders. */
export interface Webhook {
  readonly url: string;
  /** Every one signs. */
  readonly secrets: readonly string[];
}

/** Source: docs/server/settings.md. */
export interface ChoiceLimits {
  readonly holdsMax: number;
  readonly attemptsPerDay: number;
}

export interface FulfillmentSettings {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Undefined: the listening address. No trailing slash. */
  readonly publicUrl?: string;
  /** Undefined: the simulated fulfillment service. */
  readonly fulfillment?: FulfillmentSettings;
  /** The address of a proxy to the service. */
  readonly proxy?: string;
  readonly auth: "oauth" | "headers";
  /** Paths of the service that differ from the defaults. */
  readonly paths: PathSettings;
  readonly sites: readonly Site[];
  /** The setting that defines the sites, for messages. */
  readonly sitesSetting: SitesSetting;
  readonly operators: readonly OperatorKey[];
  readonly operatorHeader?: OperatorHeader | undefined;
  readonly database: DatabaseSetting;
  /** Copies of the embedded ledger on a schedule. */
  readonly backups?: BackupSettings | undefined;
  readonly trustedProxies: number;
  /** Addresses that are not public, to which webhooks may go, over http: as well. */
  readonly webhookNetworks: readonly Network[];
  readonly limitSessionPerMinute: number;
  readonly limitAddressPerMinute: number;
  readonly limitSitePerMinute: number;
  readonly orderIdMax: number;
  readonly choices: ChoiceLimits;
  /** Values of rewards that are known beforehand. */
  readonly rewardValues: readonly RewardValue[];
  /** When the ledger was lost or restored, epoch ms; undefined: not since it was last said. */
  readonly ledgerRecoveredAt?: number;
  /** Every commit is on the replica that takes over: a promotion loses nothing. */
  readonly isFailoverLossless: boolean;
  /** How long an e-mail address stays after the order's last change, ms. */
  readonly emailKept: number;
  /** Passes for the phones' wallets. */
  readonly passes: PassSettings;
  readonly logLevel: LogLevel;
  /** Where traces are sent; undefined: nowhere. */
  readonly traceCollector: string | undefined;
  /** NODE_ENV=production. */
  readonly production: boolean;
  /** The unsafe settings; empty with `production`. */
  readonly risks: readonly Risk[];
}

export type SitesSetting = "SITES" | "SITES_FILE";

export const SITE_ID = /^[a-z0-9-]{1,24}$/;
/** A digest of the order id, the longest site id and an attempt number need this length. */
const ORDER_ID_MAX_LEAST = 58;
const ORDER_ID_MAX_DEFAULT = 64;

/** @throws SettingError */
export function parseSettings(given: Source): Settings {
  const source = withFiles(given);
  const fulfillment = parseFulfillment(source);
  const sitesSetting = given.SITES === undefined && given.SITES_FILE !== undefined ? "SITES_FILE" : "SITES";
  const trustedProxies = integer(source, "TRUSTED_PROXIES", 0, 0, 16);
  const database = parseDatabase(source.DATABASE_URL ?? "file:./data/ledger.db", source.PGPASSWORD);
  const webhookNetworks = parseNetworks(source.WEBHOOK_NETWORKS);
  const sites = parseSites(source.SITES, sitesSetting, ({ protocol, hostname }) => {
    if (fulfillment === undefined && isLoopbackHost(hostname)) return true;
    const literal = hostname.replace(/^\[|\]$/g, "");
    // A name is looked up at each delivery.
    if (familyOf(literal) === 0) return protocol === "https:" || webhookNetworks.length > 0;
    return (protocol === "https:" && isPublicAddress(literal)) || isIn(webhookNetworks, literal);
  });
  const production = isProduction(source.NODE_ENV);
  if (!fulfillment && production) {
    throw new SettingError(
      "FULFILLMENT_BASE_URL",
      "expected the fulfillment service's address and credentials; NODE_ENV=production refuses the simulated service",
    );
  }
  if (fulfillment && sites.length === 0) {
    throw new SettingError("SITES", "expected at least one site when the real fulfillment service is used");
  }
  const settings = {
    port: integer(source, "PORT", 4000, 0, 65_535),
    host: source.HOST ?? "127.0.0.1",
    publicUrl: source.PUBLIC_URL === undefined ? undefined : address(source.PUBLIC_URL, "PUBLIC_URL", false),
    fulfillment,
    proxy: parseProxy(source.FULFILLMENT_PROXY, fulfillment),
    auth: oneOf(source, "FULFILLMENT_AUTH", ["oauth", "headers"], "oauth"),
    paths: parsePaths(source),
    sites,
    sitesSetting,
    operators: parseOperatorKeys(source, sites),
    operatorHeader: parseOperatorHeader(source, trustedProxies),
    database,
    backups: parseBackups(source, database),
    webhookNetworks,
    trustedProxies,
    limitSessionPerMinute: integer(source, "LIMIT_SESSION_PER_MINUTE", 120, 1, 1_000_000),
    limitAddressPerMinute: integer(source, "LIMIT_ADDRESS_PER_MINUTE", 6000, 1, 10_000_000),
    limitSitePerMinute: integer(source, "LIMIT_SITE_PER_MINUTE", 60_000, 1, 100_000_000),
    orderIdMax: integer(source, "FULFILLMENT_ORDER_ID_MAX", ORDER_ID_MAX_DEFAULT, ORDER_ID_MAX_LEAST, 1024),
    choices: {
      holdsMax: integer(source, "HOLDS_MAX", HOLDS_MAX, 1, 100),
      attemptsPerDay: integer(source, "ATTEMPTS_PER_DAY", ATTEMPTS_PER_DAY, 1, 1_000),
    },
    rewardValues: parseRewardValues(source.REWARD_VALUES),
    ledgerRecoveredAt: moment(source, "LEDGER_RECOVERED_AT"),
    isFailoverLossless: oneOf(source, "LEDGER_FAILOVER", ["lossless", "lossy"], "lossy") === "lossless",
    emailKept:
      integer(source, "EMAIL_KEPT_DAYS", EMAIL_KEPT_DAYS, EMAIL_KEPT_DAYS_LEAST, EMAIL_KEPT_DAYS_MOST) * DAY,
    passes: parsePasses(source),
    logLevel: oneOf(source, "LOG_LEVEL", LOG_LEVELS, "info"),
    traceCollector: source[TRACE_COLLECTOR] && address(source[TRACE_COLLECTOR], TRACE_COLLECTOR, false),
    production,
  } as const;
  const risks = risksOf({ ...settings, tlsRejects: source.NODE_TLS_REJECT_UNAUTHORIZED });
  const [worst] = risks;
  if (production && worst)
    throw new SettingError(worst.setting, `${worst.expected}; NODE_ENV=production refuses it`);
  return { ...settings, risks };
}

/** Its name is OpenTelemetry's own: "OpenTelemetry Protocol Exporter". */
export const TRACE_COLLECTOR = "OTEL_EXPORTER_OTLP_ENDPOINT";

/** However it is spelled: a slip must not switch the checks of production off. */
const isProduction = (value = ""): boolean => /^[^a-z]*(?:prod|live)/i.test(value);

/**
 * `simulated` without credentials; else by the sandbox marker in the token address's host name. Source: docs/proof/interface.md,
 * "Headers and versions".
 */
export function environmentOf(settings: Pick<Settings, "fulfillment">): Environment {
  if (!settings.fulfillment) return "simulated";
  return /sandbox/i.test(new URL(settings.fulfillment.authUrl).hostname) ? "sandbox" : "production";
}

const CREDENTIALS = [
  "FULFILLMENT_BASE_URL",
  "FULFILLMENT_AUTH_URL",
  "FULFILLMENT_API_KEY",
  "FULFILLMENT_API_SECRET",
] as const;

function parseFulfillment(source: Source): FulfillmentSettings | undefined {
  const given = allOrNone(source, CREDENTIALS);
  return (
    given && {
      baseUrl: address(given.FULFILLMENT_BASE_URL, "FULFILLMENT_BASE_URL", true),
      authUrl: address(given.FULFILLMENT_AUTH_URL, "FULFILLMENT_AUTH_URL", true),
      apiKey: credential(given.FULFILLMENT_API_KEY, "FULFILLMENT_API_KEY"),
      apiSecret: credential(given.FULFILLMENT_API_SECRET, "FULFILLMENT_API_SECRET"),
    }
  );
}

function parseProxy(value: string | undefined, service: object | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  if (!service)
    throw new SettingError(
      "FULFILLMENT_PROXY",
      "expected beside the real service only: no proxy leads to the simulated one",
    );
  if (url?.protocol !== "http:" || `${url.origin}/` !== url.href)
    throw new SettingError("FULFILLMENT_PROXY", "expected http://host:port, without user, path or query");
  return url.origin;
}

/** Two forms of a path, and three paths that the interface does not show. Source: docs/proof/interface.md, "Operations". */
function parsePaths(source: Source): PathSettings {
  const { createForm, discountsPath, clientsPath, clientPath } = DEFAULT_PATHS;
  return {
    createForm: oneOf(source, "FULFILLMENT_CREATE_FORM", CREATE_FORMS, createForm),
    discountsPath: path(source, "FULFILLMENT_DISCOUNTS_PATH", discountsPath),
    clientsPath: path(source, "FULFILLMENT_CLIENTS_PATH", clientsPath),
    clientPath: path(source, "FULFILLMENT_CLIENT_PATH", clientPath, CLIENT_ID),
  };
}

const rewardValuesSchema = z.record(
  z.string().min(1),
  z.strictObject({ amount: z.number().positive(), currency: z.string().regex(/^[A-Z]{3}$/) }),
);

function parseRewardValues(text: string | undefined): RewardValue[] {
  if (text === undefined) return [];
  const expected = 'expected a JSON object such as {"SKU":{"amount":25,"currency":"USD"}}';
  let json: unknown;
  try {
    json = parseJson(text);
  } catch {
    throw new SettingError("REWARD_VALUES", expected);
  }
  const parsed = rewardValuesSchema.safeParse(json);
  if (!parsed.success) throw new SettingError("REWARD_VALUES", expected);
  return Object.entries(parsed.data).map(([sku, value]) => ({ sku, ...value }));
}

/** A time with its zone, epoch ms. */
function moment(source: Source, name: string): number | undefined {
  const text = source[name];
  if (text === undefined) return undefined;
  const parsed = z.iso.datetime({ offset: true }).safeParse(text);
  if (!parsed.success) throw new SettingError(name, "expected a time such as 2026-11-22T12:00:00Z");
  const time = Date.parse(parsed.data);
  // The ledger keeps the latest time for good, and takes no wish before it.
  if (time > Date.now() + CLOCK_DIFFERENCE_MAX) throw new SettingError(name, "expected a time that has come");
  return time;
}

/** Credentials may be sent as headers, which allow no line breaks or other control characters. */
function credential(value: string, name: string): string {
  if (!/^[\x21-\x7e]+$/.test(value)) throw new SettingError(name, "expected printable ASCII without spaces");
  return value;
}

function address(value: string, name: string, secure: boolean): string {
  const expected = `expected an absolute address such as https://service.example/path${secure ? "; http: is allowed on loopback only" : ""}`;
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new SettingError(name, expected);
  }
  if (secure && url.protocol === "http:" && !isLoopbackHost(url.hostname))
    throw new SettingError(name, expected);
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

const webhookSchema = z
  .strictObject({
    url: z.string(),
    secret: z.string().refine(isSecret).optional(),
    secrets: z.array(z.string().refine(isSecret)).min(1).optional(),
  })
  .refine((webhook) => (webhook.secret === undefined) !== (webhook.secrets === undefined))
  .transform(({ url, secret, secrets }): Webhook => ({ url, secrets: secrets ?? [secret ?? ""] }));

const siteKey = z.string().min(KEY_MIN_CHARS).regex(KEY_CHARS);

const siteSchema = z
  .strictObject({
    id: z.string().regex(SITE_ID),
    key: siteKey.optional(),
    keys: z.array(siteKey).min(1).optional(),
    origins: z.array(z.string().refine(isOrigin)).min(1),
    promotions: z.array(z.union([z.string().min(1), z.int().transform(String)])).optional(),
    client_id: z.union([z.string().min(1), z.int().transform(String)]).optional(),
    webhook: webhookSchema.optional(),
    authorize: webhookSchema.optional(),
  })
  .refine((site) => (site.key === undefined) !== (site.keys === undefined));

const SITES_EXPECTED = {
  id: "an id of [a-z0-9-]{1,24}",
  key: `a key of at least ${KEY_MIN_CHARS} printable ASCII characters without spaces`,
  keys: `keys of at least ${KEY_MIN_CHARS} printable ASCII characters without spaces`,
  // They are compared byte for byte with what browsers send, so a path or a trailing slash would never match.
  origins: "a list of exact origins (scheme, host, port; no path or trailing slash)",
  promotions: "promotion ids",
  client_id: "a client id",
  webhook: `a webhook with "url" and one of "secret" and "secrets", each ${SECRET_FORM},`,
  authorize: `an authorize with "url" and one of "secret" and "secrets", each ${SECRET_FORM},`,
} as const;

/** Blocks of addresses, separated by commas or blanks. */
function parseNetworks(text = ""): Network[] {
  return text
    .split(/[\s,]+/)
    .filter((each) => each !== "")
    .map((each) => {
      const network = networkOf(each);
      if (network) return network;
      throw new SettingError(
        "WEBHOOK_NETWORKS",
        "expected CIDR blocks of private addresses such as 10.0.0.0/8, fd00::/8",
      );
    });
}

/** @param mayReceive whether webhooks may go to an address, as far as it tells by itself */
function parseSites(text: string | undefined, name: SitesSetting, mayReceive: (url: URL) => boolean): Site[] {
  if (text === undefined) return [];
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    const expected = error instanceof NamedTwice ? "each member of a site once" : "a JSON array of sites";
    throw new SettingError(name, `expected ${expected}`);
  }
  const parsed = z.array(siteSchema).safeParse(json, { reportInput: true });
  if (!parsed.success) throw new SettingError(name, `expected ${expectedSite(parsed.error.issues[0])}`);
  const sites = parsed.data.map(({ key, keys, ...site }) => ({
    ...site,
    keys: keys ?? (key === undefined ? [] : [key]),
  }));
  if (new Set(sites.map((site) => site.id)).size < sites.length)
    throw new SettingError(name, "expected each id once");
  for (const { webhook, authorize } of sites)
    for (const receiver of [webhook, authorize]) {
      const url = receiver && URL.parse(receiver.url);
      const isFit =
        url && /^https?:$/.test(url.protocol) && !url.username && !url.password && mayReceive(url);
      if (receiver && !isFit)
        throw new SettingError(
          name,
          "expected a public https: address without user information as the url of each webhook and authorize; http: and private addresses in WEBHOOK_NETWORKS alone",
        );
    }
  const allKeys = sites.flatMap((site) => site.keys);
  if (new Set(allKeys).size < allKeys.length) throw new SettingError(name, "expected each key once");
  return sites;
}

/** The names of members that may be quoted: shorter than a key that stands at the wrong place. */
const MEMBER = /^[a-z_]{1,20}$/i;

/** The expected form at the first issue. Only a refused origin is quoted: any other value may be a key. */

function expectedSite(issue: z.core.$ZodIssue | undefined): string {
  const [index, member] = issue?.path ?? [];
  if (typeof index !== "number") return "a JSON array of sites";
  if (issue?.code === "unrecognized_keys") {
    const named = issue.keys.filter((key) => MEMBER.test(key)).map((key) => `; "${key}" is none`);
    return `only known members in the site at position ${index}${named.join("")}`;
  }
  const known = typeof member === "string" && Object.hasOwn(SITES_EXPECTED, member);
  const expected = known
    ? SITES_EXPECTED[member as keyof typeof SITES_EXPECTED]
    : 'exactly one of "key" and "keys"';
  const isRefused = issue?.path.length === 3 && typeof issue.input === "string" && member === "origins";
  const not = isRefused ? `, not ${JSON.stringify(issue.input)}` : "";
  return `${expected} in the site at position ${index}${not}`;
}

/** @param password for a PostgreSQL address without a password */
function parseDatabase(value: string, password: string | undefined): DatabaseSetting {
  // The second one is SQLite's own word.
  if (value === "memory:" || value === "file::memory:") return { kind: "memory" };
  const path = /^file:(?:\/\/(?=\/))?(.+)$/.exec(value)?.[1];
  // A second `file:` would make it an address with parameters, such as one that keeps the ledger in memory.
  if (path !== undefined && !/^file:/i.test(path)) return { kind: "sqlite", path };
  // A raw # would start a fragment, and silently cut the password or the name before it.
  const url = /^postgres(?:ql)?:\/\//.test(value) ? URL.parse(value) : null;
  if (url && url.hash === "") {
    const hasOne = url.password !== "" || url.searchParams.has("password") || password === undefined;
    const parameter = `${url.search === "" ? "?" : "&"}password=${encodeURIComponent(password ?? "")}`;
    return { kind: "postgres", url: hasOne ? value : `${value}${parameter}` };
  }
  throw new SettingError(
    "DATABASE_URL",
    "expected file:<path>, postgres://<user>:<password>@<host>/<database> (special characters as %XX) or memory:",
  );
}
