/**
 * What an instance that needs a token does, by what all of them know: take the one that is there, wait for the instance that asks,
 * leave it for a while, or ask. A pure decision; token-source.ts does it. Source: integrity rules 7 and 8, I10.
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
  /** `left`: how long the token lives on. `margin`: how long before its end it is renewed. `doubt`: see TokenState. */
  | {
      readonly do: "adopt";
      readonly token: string;
      readonly left: number;
      readonly margin: number;
      readonly doubt: number;
    }
  /** Somebody else asks, for at most so long. */
  | { readonly do: "wait"; readonly ms: number }
  /** Nobody asks for so long. */
  | { readonly do: "later"; readonly ms: number }
  | { readonly do: "ask" };

export interface Need {
  /** The database's time. */
  readonly now: number;
  /** This process. */
  readonly by: string;
  /** The token in use; undefined when its life is over. */
  readonly current: string | undefined;
  /** The token that was refused and is to be replaced. */
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

/** How far a time lies ahead; one that nobody can have set was set before the database's clock was put back. */
function ahead(time: number | undefined, now: number, most: number): number {
  const ms = (time ?? now) - now;
  return ms > 0 && ms <= most ? ms : 0;
}

function adoptable(state: TokenState, { now, current, refused }: Need): Turn | undefined {
  const { token, from = Number.NaN, until = Number.NaN } = state;
  if (token === undefined || token === refused || token === current) return undefined;
  // A clock that stands before the token's beginning was put back: how much is left is unknown.
  if (!(from <= now && now < until)) return undefined;
  const left = until - now;
  const margin = renewMargin(until - from);
  // One that is near its end is better than none; then the next call renews it.
  if (left <= margin && current !== undefined) return undefined;
  return { do: "adopt", token, left, margin, doubt: ahead(state.doubted_until, now, TOKEN_DOUBT) };
}

/** How long before its end a token of this life is renewed, ms. */
export function renewMargin(life: number): number {
  return Math.min(TOKEN_RENEW_BEFORE, life * TOKEN_RENEW_SHARE);
}
