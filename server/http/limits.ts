/**
 * Request limits of an address, a session and a site in a minute, and the limit of wrong keys of an address. Instances on one
 * PostgreSQL count addresses and sessions together; on SQLite, and while PostgreSQL does not answer, each instance counts alone.
 * Source: docs/server/settings.md; docs/proof/rules.md, "Hazards at the edge".
 */
import type { MiddlewareHandler } from "hono";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { ProblemError } from "../problems/problem.ts";
import type { DatabaseSetting } from "../settings/setting.ts";
import { LIMITS_WINDOW_SECONDS, REFUSED_KEYS_PER_MINUTE } from "../timing.ts";
import { clientAddress, networkOf } from "./client-address.ts";
import type { AppEnv } from "./context.ts";
import { type Limiters, sharedLimiters } from "./shared-limiters.ts";

export interface LimitsOptions {
  readonly database: DatabaseSetting;
  readonly perAddress: number;
  readonly perSession: number;
  readonly perSite: number;
  readonly trustedProxies: number;
}

/**
 * Counts a wrong key of an address. Sites' and operators' keys count separately: a backend with an old key must not lock out an
 * operator at the same address. So do those that came from a page of another site.
 * @throws ProblemError rate_limited
 */
export type CountRefusedKey = (
  kind: "operator" | "site",
  address: string,
  isCrossSite: boolean,
) => Promise<void>;

export interface Limits {
  readonly perAddress: MiddlewareHandler<AppEnv>;
  /** Checked after the session is known. */
  readonly perSession: MiddlewareHandler<AppEnv>;
  /** Checked after the site is known; counts its backend and its users together. */
  readonly perSite: MiddlewareHandler<AppEnv>;
  readonly countRefusedKey: CountRefusedKey;
  close(): Promise<void>;
}

export function createLimits(options: LimitsOptions): Limits {
  const { database, perAddress, perSession, perSite, trustedProxies } = options;
  const { limiter, close } = database.kind === "postgres" ? sharedLimiters(database.url, inMemory) : OWN;
  const addresses = limiter("address", perAddress);
  const sessions = limiter("session", perSession);
  // Each instance counts sites alone: all requests of a site would wait for one shared row. It counts wrong keys alone, so that a
  // guess costs the database nothing, and the limit holds while the database is away.
  const sites = inMemory("site", perSite);
  const [refusedKeys, refusedCrossSite] = [refusedKeyLimiters(), refusedKeyLimiters()];
  return {
    async perAddress(c, next) {
      const client = networkOf(clientAddress(c, trustedProxies));
      await count(addresses, client, `More requests than a minute allows for this address: ${perAddress}.`);
      await next();
    },
    async perSession(c, next) {
      const { hash } = c.get("session");
      await count(sessions, hash, `More requests than a minute allows for this session: ${perSession}.`);
      await next();
    },
    async perSite(c, next) {
      const { id } = c.get("site");
      await count(sites, id, `More requests than a minute allows for this site: ${perSite}.`);
      await next();
    },
    countRefusedKey: (kind, address, isCrossSite) =>
      count(
        (isCrossSite ? refusedCrossSite : refusedKeys)[kind],
        networkOf(address),
        `Too many wrong ${kind} keys came from this address.`,
      ),
    close,
  };
}

/** @throws ProblemError rate_limited */
async function count(limiter: RateLimiterAbstract, key: string, detail: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw new ProblemError("rate_limited", { detail, retryAfterMs: refused.msBeforeNext });
  }
}

const inMemory = (keyPrefix: string, points: number): RateLimiterAbstract =>
  new RateLimiterMemory({ keyPrefix, points, duration: LIMITS_WINDOW_SECONDS });

const refusedKeyLimiters = () => ({
  operator: inMemory("operator", REFUSED_KEYS_PER_MINUTE),
  site: inMemory("site", REFUSED_KEYS_PER_MINUTE),
});

const OWN: Limiters = { limiter: inMemory, close: async () => {} };
