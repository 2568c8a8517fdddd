/**
 * The settings as they are in force, for operators: what may be seen is picked, and nothing is taken out of the rest. Of a secret stands
 * that it is set; of an address that may hold one, where it leads. Pure. Source: docs/operate/index.md, "The page".
 */
import { DAY, HOUR } from "../timing.ts";
import { type Settings, type Site, TRACE_COLLECTOR } from "./env.ts";
import type { DatabaseSetting } from "./setting.ts";

export interface SettingInForce {
  readonly name: string;
  readonly value: string;
}

const NONE = "none";
const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

export function settingsInForce(settings: Settings): SettingInForce[] {
  const { fulfillment, paths, backups, choices, passes, operatorHeader } = settings;
  const people = [...(operatorHeader?.people.values() ?? [])];
  const mayAct = people.filter((role) => role === "act").length;
  const rows: Readonly<Record<string, string | number | undefined>> = {
    NODE_ENV: settings.production ? "production" : "not production: unsafe settings are allowed",
    ...(settings.risks.length > 0 && {
      "Unsafe settings": settings.risks.map(({ setting }) => setting).join(", "),
    }),
    HOST: settings.host,
    PORT: settings.port,
    PUBLIC_URL: settings.publicUrl,
    FULFILLMENT_BASE_URL: fulfillment?.baseUrl ?? "none: the simulated service",
    FULFILLMENT_AUTH_URL: fulfillment?.authUrl,
    FULFILLMENT_API_KEY: fulfillment && "set",
    FULFILLMENT_API_SECRET: fulfillment && "set",
    FULFILLMENT_AUTH: settings.auth,
    FULFILLMENT_PROXY: settings.proxy,
    FULFILLMENT_ORDER_ID_MAX: settings.orderIdMax,
    FULFILLMENT_CREATE_FORM: paths.createForm,
    FULFILLMENT_DISCOUNTS_PATH: paths.discountsPath,
    FULFILLMENT_CLIENTS_PATH: paths.clientsPath,
    FULFILLMENT_CLIENT_PATH: paths.clientPath,
    ...Object.fromEntries(settings.sites.map((site) => [`SITES: ${site.id}`, siteWords(site)])),
    WEBHOOK_NETWORKS: settings.webhookNetworks.map(([address, bits]) => `${address}/${bits}`).join(", "),
    DATABASE_URL: databaseWords(settings.database),
    TRUSTED_PROXIES: settings.trustedProxies,
    OPERATOR_KEYS: settings.operators.map(({ name, role }) => `${name} (${role})`).join(", "),
    OPERATOR_HEADER: operatorHeader?.name,
    OPERATOR_PROXIES: operatorHeader?.proxies.map(([address, bits]) => `${address}/${bits}`).join(", "),
    OPERATORS: operatorHeader && `${mayAct} may act, ${people.length - mayAct} only read`,
    LIMIT_SESSION_PER_MINUTE: settings.limitSessionPerMinute,
    LIMIT_ADDRESS_PER_MINUTE: settings.limitAddressPerMinute,
    LIMIT_SITE_PER_MINUTE: settings.limitSitePerMinute,
    HOLDS_MAX: choices.holdsMax,
    ATTEMPTS_PER_DAY: choices.attemptsPerDay,
    REWARD_VALUES: settings.rewardValues.map(({ sku }) => sku).join(", "),
    BACKUP_EVERY: backups && `${backups.every / HOUR} h`,
    BACKUP_DIR: backups?.folder,
    BACKUP_KEEP: backups?.keep,
    LEDGER_RECOVERED_AT:
      settings.ledgerRecoveredAt === undefined
        ? undefined
        : new Date(settings.ledgerRecoveredAt).toISOString(),
    LEDGER_FAILOVER: settings.isFailoverLossless ? "lossless" : "lossy",
    EMAIL_KEPT_DAYS: settings.emailKept / DAY,
    APPLE_PASS_TYPE: passes.apple?.passType,
    APPLE_PASS_TEAM: passes.apple?.team,
    APPLE_PASS_CERTIFICATE: passes.apple && `until ${new Date(passes.apple.expiresAt).toISOString()}`,
    APPLE_PASS_KEY: passes.apple && "set",
    GOOGLE_WALLET_ISSUER: passes.google?.issuer,
    GOOGLE_WALLET_KEY: passes.google && `of ${passes.google.account}`,
    LOG_LEVEL: settings.logLevel,
    [TRACE_COLLECTOR]: settings.traceCollector,
  };
  return Object.entries(rows).map(([name, value]) => ({ name, value: String(value ?? NONE) || NONE }));
}

function siteWords({ keys, origins, promotions, client_id, webhook, authorize }: Site): string {
  const leads = (url: string): string => new URL(url).origin;
  return [
    counted(keys.length, "key"),
    `pages of ${origins.join(", ")}`,
    promotions && `promotions ${promotions.join(", ")}`,
    client_id !== undefined && `client ${client_id}`,
    webhook && `webhook at ${leads(webhook.url)}, ${counted(webhook.secrets.length, "secret")}`,
    authorize && `asked at ${leads(authorize.url)}`,
  ]
    .filter(Boolean)
    .join("; ");
}

/** Never with a user or a password. */
function databaseWords(database: DatabaseSetting): string {
  if (database.kind === "memory") return "memory:";
  if (database.kind === "sqlite") return `file:${database.path}`;
  const { host, pathname } = new URL(database.url);
  return `postgres://${host}${pathname}`;
}
