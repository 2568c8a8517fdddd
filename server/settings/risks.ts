/**
 * Settings that work but are unsafe for users' rewards: `NODE_ENV=production` refuses them, any other start warns.
 * Source: docs/server/settings.md; docs/proof/rules.md, "Hazards at the edge".
 */
import type { ConnectionOptions } from "node:tls";
import { Client } from "pg";
import { isLoopbackHost } from "../../shared/links.ts";
import type { Settings } from "./env.ts";
import { isGuessable } from "./keys.ts";
import { bytesOf } from "./webhook-secret.ts";

export interface Risk {
  readonly setting: string;
  /** The expected form; never the setting's value. */
  readonly expected: string;
}

type Judged = Pick<
  Settings,
  "fulfillment" | "host" | "publicUrl" | "sites" | "sitesSetting" | "operators" | "database"
> & {
  /** NODE_TLS_REJECT_UNAUTHORIZED. */
  readonly tlsRejects?: string | undefined;
};

export function risksOf(settings: Judged): Risk[] {
  const { fulfillment, host, publicUrl, sites, sitesSetting, operators, database, tlsRejects } = settings;
  const risks: Risk[] = [];
  const risk = (isRisk: boolean, setting: string, expected: string): void => {
    if (isRisk) risks.push({ setting, expected: `expected ${expected}` });
  };
  risk(
    publicUrl !== undefined && isOpenlyReached(publicUrl),
    "PUBLIC_URL",
    "an https: address: over http: anybody on the way reads sessions and codes",
  );
  risk(
    publicUrl === undefined && !isThisMachine(host),
    "PUBLIC_URL",
    "the https: address under which browsers reach the server: HOST is open to other machines, over http:",
  );
  risk(
    tlsRejects === "0",
    "NODE_TLS_REJECT_UNAUTHORIZED",
    "no value: with 0 anybody on the way is taken for the fulfillment service; NODE_EXTRA_CA_CERTS names the certificate of an authority of your own",
  );
  for (const { id, keys, origins, webhook, authorize } of sites) {
    risk(
      origins.some(isOpenlyReached),
      sitesSetting,
      `https: origins of the site "${id}": a page that came over http: may be anybody's`,
    );
    risk(
      keys.some(isGuessable),
      sitesSetting,
      `a random key of the site "${id}": the one it has can be guessed`,
    );
    risk(
      [webhook, authorize].some((each) =>
        each?.secrets.some((secret) => isGuessable(String.fromCharCode(...bytesOf(secret)))),
      ),
      sitesSetting,
      `a random webhook secret of the site "${id}": the one it has can be guessed`,
    );
  }
  for (const { name, key } of operators)
    risk(
      isGuessable(key),
      "OPERATOR_KEY, OPERATOR_KEYS",
      `a random key of "${name}": the one it has can be guessed`,
    );
  risk(
    fulfillment !== undefined && database.kind === "memory",
    "DATABASE_URL",
    "a ledger that outlives the process: after a restart an order could have a second billed code",
  );
  risk(
    database.kind === "postgres" && isReadOnTheWay(database.url),
    "DATABASE_URL",
    "TLS with a verified certificate to a PostgreSQL on another host, such as ?sslmode=verify-full: the ledger holds e-mail addresses",
  );
  return risks;
}

const isOpenlyReached = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !isLoopbackHost(hostname);
};

/** @param host as used for listening or connecting: an IPv6 address without brackets */
const isThisMachine = (host: string): boolean => isLoopbackHost(host.includes(":") ? `[${host}]` : host);

/** Modes in which PostgreSQL's own clients go on without TLS if the server, or an attacker on the way, refuses TLS. */
const FALLS_BACK = /^(?:prefer|allow)$/;

/** Uses the driver's reading of the address and the environment, without connecting. */
function isReadOnTheWay(url: string): boolean {
  let client: Client;
  try {
    client = new Client(url);
  } catch {
    // A certificate file of the address cannot be read: the address asks for TLS, and connecting will report the error.
    return false;
  }
  const { host } = client;
  // The declared type has only one of its two forms.
  const ssl = client.ssl as boolean | ConnectionOptions;
  if (host.startsWith("/") || isThisMachine(host)) return false;
  const mode = URL.parse(url)?.searchParams.get("sslmode") ?? process.env.PGSSLMODE ?? "";
  return !ssl || FALLS_BACK.test(mode) || (typeof ssl === "object" && ssl.rejectUnauthorized === false);
}
