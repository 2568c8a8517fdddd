/** How much one address and one session may ask. Counted in this process. Source: contract, LIMIT_* settings. */
import type { MiddlewareHandler } from "hono";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { ProblemError } from "../problem.ts";
import { clientAddress } from "./client-address.ts";
import type { AppEnv } from "./context.ts";

const MINUTE_SECONDS = 60;

async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw new ProblemError("rate_limited", { retryAfterMs: refused.msBeforeNext });
  }
}

export function limitAddress(perMinute: number, trustedProxies: number): MiddlewareHandler<AppEnv> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: MINUTE_SECONDS });
  return async function limitAddress(c, next) {
    await take(limiter, addressKey(clientAddress(c, trustedProxies)));
    await next();
  };
}

export function limitSession(perMinute: number): MiddlewareHandler<AppEnv> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: MINUTE_SECONDS });
  return async function limitSession(c, next) {
    await take(limiter, c.get("session").hash);
    await next();
  };
}

/** One network is one client: an IPv6 subscriber owns at least a /64. */
function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}
