/**
 * Sessions of the operator's page. A session is signed with the operator's own key, so that it goes when the key goes, on every
 * instance and without a row; what was signed out is noted in the ledger until it would have ended by itself.
 * Source: docs/server/audit.md, "Signing in"; RFC 2104.
 */
import { parse } from "hono/utils/cookie";
import type { Ledger } from "../ledger/ledger.ts";
import { LedgerUnavailable } from "../problems/ledger-unavailable.ts";
import type { OperatorKey, Operators } from "../settings/operator-keys.ts";
import { OPERATOR_SESSION, SWAP_TRIES } from "../timing.ts";
import { fromBase64, fromText, toBase64Url, toText } from "../tools/bytes.ts";
import type { Clock } from "../tools/clock.ts";
import { hmacSha256, isEqual } from "../tools/digests.ts";
import { randomBytes } from "../tools/random.ts";

/**
 * With `__Host-` browsers take it from no other host, not even one of the same domain, and over TLS alone; where the server lies below a
 * path they only allow `__Secure-`, which is the latter. Source: RFC 6265bis, 4.1.3.
 */
export function cookieName(publicUrl: string): string {
  const { protocol, pathname } = new URL(publicUrl);
  const prefix = protocol !== "https:" ? "" : pathname === "/" ? "__Host-" : "__Secure-";
  return `${prefix}reward-operator`;
}

const ENDED_KEY = "operator_sessions_ended";
const NONCE_BYTES = 16;

export interface PageSessions {
  /** @returns the cookie's value */
  open(operator: OperatorKey): string;
  /** @param cookies of a request @returns undefined if none is a session, it has ended, or its key has gone */
  read(cookies: string): Promise<OperatorKey | undefined>;
  end(cookies: string): Promise<void>;
}

interface Claims {
  readonly name: string;
  /** Epoch ms. */
  readonly until: number;
  readonly nonce: string;
}

export interface PageSessionsOptions {
  readonly ledger: Pick<Ledger, "get" | "swapValue">;
  readonly operators: Operators;
  readonly clock: Pick<Clock, "now">;
  readonly publicUrl: string;
}

export function createPageSessions(options: PageSessionsOptions): PageSessions {
  const { ledger, operators, clock } = options;
  const name = cookieName(options.publicUrl);
  const signed = (payload: string, { key }: OperatorKey): Uint8Array =>
    hmacSha256(key, `operator's page ${payload}`);
  const claimsOf = (cookies: string): { claims: Claims; operator: OperatorKey } | undefined => {
    const cookie = parse(cookies, name)[name] ?? "";
    const [payload = "", signature = ""] = cookie.split(".");
    const claims = parsed(payload);
    const operator = claims && operators.byName(claims.name);
    if (!claims || !operator || !(claims.until > clock.now())) return undefined;
    const [given, right] = [fromBase64(signature), signed(payload, operator)];
    return given.length === right.length && isEqual(given, right) ? { claims, operator } : undefined;
  };
  const ended = async (): Promise<{ text: string | undefined; until: Record<string, number> }> => {
    const text = await ledger.get(ENDED_KEY);
    return { text, until: text === undefined ? {} : JSON.parse(text) };
  };

  return {
    open(operator) {
      const claims: Claims = {
        name: operator.name,
        until: Math.floor(clock.now()) + OPERATOR_SESSION,
        nonce: toBase64Url(randomBytes(NONCE_BYTES)),
      };
      const payload = toBase64Url(fromText(JSON.stringify(claims)));
      return `${payload}.${toBase64Url(signed(payload, operator))}`;
    },
    async read(cookies) {
      const found = claimsOf(cookies);
      if (!found || Object.hasOwn((await ended()).until, found.claims.nonce)) return undefined;
      return found.operator;
    },
    async end(cookies) {
      const found = claimsOf(cookies);
      if (!found) return;
      for (let tries = 0; tries < SWAP_TRIES; tries++) {
        const { text, until } = await ended();
        const kept = Object.entries(until).filter(([, end]) => end > clock.now());
        const next = Object.fromEntries([...kept, [found.claims.nonce, found.claims.until]]);
        if (await ledger.swapValue(ENDED_KEY, text, JSON.stringify(next))) return;
      }
      // Too many at once: who signs out must not believe that they have.
      throw new LedgerUnavailable("silent");
    },
  };
}

function parsed(payload: string): Claims | undefined {
  try {
    return JSON.parse(toText(fromBase64(payload))) as Claims;
  } catch {
    return undefined;
  }
}
