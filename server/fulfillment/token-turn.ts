/**
 * Decides what an instance that needs a token does, by the shared state: use the stored token, wait for the instance that asks,
 * pause, or ask. Pure; token-source.ts carries the decision out. Source: integrity rules 7 and 8, I10.
 */
import {
  RETRY_AFTER_MAX,
  TOKEN_DOUBT,
  TOKEN_LEASE,
  TOKEN_RENEW_BEFORE,
  TOKEN_RENEW_SHARE,
} from "../timing.ts";
import type { TokenState } from "./token-store.ts";

export type Turn =
  /** `left`: the token's remaining life. `margin`: how long before its end the token is renewed. `doubt`: see TokenState. */
  | {
      readonly do: "adopt";
      readonly token: string;
      readonly left: number;
      readonly margin: number;
      readonly doubt: number;
    }
  /** Another instance asks, for at most `ms`. */
  | { readonly do: "wait"; readonly ms: number }
  /** No instance asks for `ms`. */
  | { readonly do: "later"; readonly ms: number }
  | { readonly do: "ask" };

export interface Need {
  /** The database's time. */
  readonly now: number;
  /** This process. */
  readonly by: string;
  /** The token in use; undefined when its life is over. */
  readonly current: string | undefined;
  /** The refused token that is to be replaced. */
  readonly refused: string | undefined;
}

export function nextTurn(state: TokenState, need: Need): Turn {
  const { now } = need;
  const adopted = adoptable(state, need);
  if (adopted) return adopted;
  const { asking, failed } = state;
  if (asking && asking.by !== need.by) {
    const ms = ahead(asking.until, now, TOKEN_LEASE);
    if (ms > 0) return { do: "wait", ms };
  }
  const ms = ahead(failed?.until, now, RETRY_AFTER_MAX);
  return ms > 0 ? { do: "later", ms } : { do: "ask" };
}

/**
 * Milliseconds until a time. A time later than any instance can set is from before the database's clock was put back, and is
 * ignored.
 */
function ahead(time: number | undefined, now: number, most: number): number {
  const ms = (time ?? now) - now;
  return ms > 0 && ms <= most ? ms : 0;
}

function adoptable(state: TokenState, { now, current, refused }: Need): Turn | undefined {
  const { token, from = Number.NaN, until = Number.NaN } = state;
  if (token === undefined || token === refused || token === current) return undefined;
  // A database clock before the token's start was put back: the remaining life is unknown.
  if (!(from <= now && now < until)) return undefined;
  const left = until - now;
  const margin = renewMargin(until - from);
  // A token near its end is better than none; the next call renews it.
  if (left <= margin && current !== undefined) return undefined;
  return { do: "adopt", token, left, margin, doubt: ahead(state.doubted_until, now, TOKEN_DOUBT) };
}

/** How long before its end a token with this life is renewed, ms. */
export function renewMargin(life: number): number {
  return Math.min(TOKEN_RENEW_BEFORE, life * TOKEN_RENEW_SHARE);
}
