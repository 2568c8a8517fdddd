/**
 * Tokens: issue, expiry, revocation, the strict rate limit, and both ways of authentication.
 * Source: docs/proof/interface.md, "Headers and versions". The interface does not show the token endpoint's error answers; they are
 * chosen here.
 */
import type { Operation } from "./calls.ts";
import { unauthorized } from "./errors.ts";
import type { Settings } from "./options.ts";
import type { Random } from "./random.ts";

/** The success body of the token endpoint. */
export interface TokenBody {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  scope: string;
  created_at: number;
}

export interface TokenAnswer {
  readonly status: 200 | 400 | 401 | 429;
  readonly body: TokenBody | { error_name: string; error_message: string };
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Auth {
  /** Answers `POST {auth_url}/oauth/token`. */
  token(body: unknown, now: number): TokenAnswer;
  /** Returns, or throws 401 `unauthorized`; the same for every operation. */
  authenticate(headers: Headers, now: number, operation: Operation): void;
  /** Makes every token issued so far invalid. Returns how many were valid. */
  revokeAll(now: number): number;
}

const field = (body: unknown, name: string): unknown =>
  typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;

const refusal = (status: 400 | 401 | 429, error_name: string, error_message: string): TokenAnswer => ({
  status,
  body: { error_name, error_message },
});

/** The authentication method of a request. */
export function authMethod(headers: Headers): "bearer" | "headers" | "none" {
  if (headers.has("authorization")) return "bearer";
  return headers.has("api-key") || headers.has("api-secret") ? "headers" : "none";
}

export function createAuth(settings: Settings, random: Random): Auth {
  const { apiKey, apiSecret, tokenLimit, tokenLifetimeSeconds } = settings;
  const expiry = new Map<string, number>();
  let asked: number[] = [];

  return {
    token(body, now) {
      asked = asked.filter((at) => at > now - tokenLimit.windowMs);
      const first = asked[0];
      if (first !== undefined && asked.length >= tokenLimit.requests) {
        const wait = Math.ceil((first + tokenLimit.windowMs - now) / 1000);
        return {
          ...refusal(429, "too_many_requests", "Too many token requests"),
          headers: { "retry-after": String(wait) },
        };
      }
      asked.push(now);
      if (field(body, "grant_type") !== "client_credentials") {
        return refusal(400, "invalid_request", "grant_type: must be client_credentials");
      }
      if (field(body, "client_id") !== apiKey || field(body, "client_secret") !== apiSecret) {
        return refusal(401, "unauthorized", "Unknown client or wrong secret");
      }
      const access_token = random.hex(48);
      expiry.set(access_token, now + tokenLifetimeSeconds * 1000);
      return {
        status: 200,
        body: {
          access_token,
          token_type: "Bearer",
          expires_in: tokenLifetimeSeconds,
          scope: "fulfillment",
          created_at: Math.floor(now / 1000),
        },
      };
    },

    authenticate(headers, now) {
      const method = authMethod(headers);
      if (method === "headers") {
        if (headers.get("api-key") === apiKey && headers.get("api-secret") === apiSecret) return;
        throw unauthorized("Unknown API key or wrong secret");
      }
      const token = /^Bearer (\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
      if (token === undefined) throw unauthorized("Credentials are missing");
      const end = expiry.get(token);
      if (end === undefined || end <= now) throw unauthorized("The token is unknown, expired or revoked");
    },

    revokeAll(now) {
      const valid = [...expiry.values()].filter((end) => end > now).length;
      expiry.clear();
      return valid;
    },
  };
}
