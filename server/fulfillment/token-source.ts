/**
 * The bearer token: asked for once per lifetime, with one request however many calls wait, shortly before its end; replaced if the
 * service refuses it. A token in the ledger, from an earlier start or another instance, is used before another one is asked for.
 * Two instances that need a token at the same moment may each ask once.
 *
 * A token counts as good until its life ends or a call with it is refused; tokens are never tested. A process measures a life on its
 * monotonic clock, and stores it by the wall clock.
 * Source: docs/proof/interface.md, "Operations" and "Limits"; docs/proof/rules.md, rule 10, I10.
 */

import type { Log } from "../observing/log.ts";
import {
  BODY_LIMIT_BYTES,
  READ_TIMEOUT,
  TOKEN_BURST,
  TOKEN_DEFAULT_LIFE,
  TOKEN_MIN_INTERVAL,
  TOKEN_RENEW_BEFORE,
  TOKEN_RENEW_SHARE,
  TOKEN_RETRY_FIRST,
  TOKEN_RETRY_MAX,
} from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import type { Auth, AuthOptions, Authorization, CredentialRefusal } from "./auth.ts";
import { type CredentialStanding, isNoEndpoint, refusesCredentials } from "./credential-standing.ts";
import { readJson, readRetryAfter } from "./outcome.ts";
import { tokenAnswer } from "./schemas.ts";
import { type StoredToken, TokenStore } from "./token-store.ts";
import { TransportError, type TransportResponse } from "./transport.ts";

interface Token {
  readonly value: string;
  readonly authorization: Authorization;
  /** Monotonic ms. */
  readonly renewFrom: number;
  readonly until: number;
  /** Replaced a token after an unreadable 401, and did not work yet: another unreadable 401 replaces no token. */
  isDoubted: boolean;
}

/** Why the token endpoint gave no token. */
interface Failure {
  readonly reason: string;
  readonly status?: number;
  readonly retryAfterMs?: number;
}

export class TokenSource implements Auth {
  readonly #options: AuthOptions;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #credentials: CredentialStanding;
  readonly #store: TokenStore;
  readonly #url: string;
  readonly #body: string;

  #token: Token | undefined;
  #generation = 0;
  /** The shared request that all callers wait for. */
  #refresh: Promise<void> | undefined;
  /** The refused token that is to be replaced: the store may still have it. */
  #refused: { readonly value: string; readonly because: CredentialRefusal } | undefined;
  #failures = 0;
  /** After a failure no token is asked for before this time, monotonic ms. */
  #retryFrom = Number.NEGATIVE_INFINITY;
  /** Times of the last requests that refused tokens caused, monotonic ms, at most TOKEN_BURST. */
  #replacements: readonly number[] = [];

  constructor(options: AuthOptions) {
    const { authUrl, apiKey, apiSecret } = options;
    this.#options = options;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#credentials = options.credentials;
    this.#store = new TokenStore(options);
    this.#url = `${authUrl.replace(/\/+$/, "")}/oauth/token`;
    this.#body = JSON.stringify({
      client_id: apiKey,
      client_secret: apiSecret,
      grant_type: "client_credentials",
    });
  }

  async authorize(): Promise<Authorization | undefined> {
    const known = this.#valid();
    if (known) {
      // No call waits for a renewal while the old token still works.
      if (this.#clock.monotonic() >= known.renewFrom) void this.#renew();
      return known.authorization;
    }
    await this.#renew();
    return this.#valid()?.authorization;
  }

  refused({ generation }: Authorization, because: CredentialRefusal): boolean {
    const token = this.#token;
    // An older token was refused: the newer token, present or requested, has not been tried yet.
    if (token?.authorization.generation !== generation) return true;
    // An unreadable 401 may also mean "forbidden": it must cost neither one token after the other, nor a token without a successor.
    const isTooEarly = this.#clock.monotonic() < Math.max(this.#retryFrom, this.#replaceFrom());
    if (because === "unreadable" && (token.isDoubted || isTooEarly)) return false;
    this.#token = undefined;
    this.#refused = { value: token.value, because };
    return true;
  }

  accepted({ generation }: Authorization): void {
    if (this.#token?.authorization.generation === generation) this.#token.isDoubted = false;
  }

  #valid(): Token | undefined {
    return this.#token && this.#clock.monotonic() < this.#token.until ? this.#token : undefined;
  }

  /** Monotonic ms from which a refused token may cause a request. */
  #replaceFrom(): number {
    return (this.#replacements.at(-TOKEN_BURST) ?? Number.NEGATIVE_INFINITY) + TOKEN_MIN_INTERVAL;
  }

  /** Joins the request under way, or starts one unless it is too early. Never rejects. */
  async #renew(): Promise<void> {
    const now = this.#clock.monotonic();
    const isTooEarly = now < this.#retryFrom || (this.#refused !== undefined && now < this.#replaceFrom());
    if (!this.#refresh && isTooEarly) return;
    this.#refresh ??= this.#adoptOrAsk().finally(() => {
      this.#refresh = undefined;
    });
    return this.#refresh;
  }

  async #adoptOrAsk(): Promise<void> {
    const stored = await this.#store.read();
    if (stored && this.#adopt(stored)) return;
    // Lives count from before the request.
    const since = this.#clock.monotonic();
    const from = this.#clock.now();
    if (this.#refused) this.#replacements = [...this.#replacements, since].slice(-TOKEN_BURST);
    const answer = await this.#ask();
    const { measure } = this.#options;
    const outcome = "token" in answer ? "data" : answer.reason === "refused" ? "refused" : "unclear";
    measure?.({ operation: "token", outcome, milliseconds: this.#clock.monotonic() - since });
    if ("reason" in answer) return this.#backOff(answer);
    const { token, life } = answer;
    this.#use(token, since + life, life);
    await this.#store.write({ token, from, until: from + life });
  }

  /** Uses a stored token, unless it is refused, over, or no better than the present one. */
  #adopt({ token, from, until }: StoredToken): boolean {
    // A token that is over stays known: where the wall clock was put back, the store has it with a life to come.
    if (token === this.#refused?.value || token === this.#token?.value) return false;
    const life = until - from;
    // A wall clock that was put back must not prolong the life.
    const left = Math.min(until - this.#clock.now(), life);
    if (left <= (this.#valid() ? renewMargin(life) : 0)) return false;
    this.#use(token, this.#clock.monotonic() + left, life);
    return true;
  }

  #use(value: string, until: number, life: number): void {
    this.#generation++;
    this.#token = {
      value,
      authorization: { headers: { authorization: `Bearer ${value}` }, generation: this.#generation },
      until,
      renewFrom: until - renewMargin(life),
      isDoubted: this.#refused?.because === "unreadable",
    };
    this.#refused = undefined;
    this.#failures = 0;
    this.#credentials.accepted("token");
  }

  #backOff({ reason, status, retryAfterMs = 0 }: Failure): void {
    const pause = Math.min(TOKEN_RETRY_FIRST * 2 ** this.#failures, TOKEN_RETRY_MAX);
    this.#failures++;
    this.#retryFrom = this.#clock.monotonic() + Math.max(pause, retryAfterMs);
    this.#log.warn("no token", {
      operation: "token",
      reason,
      status,
      ...(isNoEndpoint(status) && { setting: "FULFILLMENT_AUTH_URL" }),
    });
    if (refusesCredentials(status)) this.#credentials.refused("token", status);
  }

  async #ask(): Promise<{ readonly token: string; readonly life: number } | Failure> {
    let answer: TransportResponse;
    try {
      answer = await this.#options.transport({
        method: "POST",
        url: this.#url,
        headers: { "content-type": "application/json", accept: "application/json" },
        body: this.#body,
        timeoutMs: READ_TIMEOUT,
        maxBytes: BODY_LIMIT_BYTES,
      });
    } catch (error) {
      return { reason: error instanceof TransportError ? error.reason : "no_answer" };
    }
    const { status, headers } = answer;
    if (status < 200 || status > 299) {
      const retryAfterMs = readRetryAfter(headers["retry-after"], this.#clock.now());
      return { reason: "refused", status, retryAfterMs };
    }
    const read = tokenAnswer.safeParse(readJson(answer.body)).data;
    const life = read?.expires_in === undefined ? TOKEN_DEFAULT_LIFE : read.expires_in * 1000;
    // `created_at` is not used: if the service returns the same token twice, it already counts `expires_in` down.
    if (!read || !(life > 0)) return { reason: "unreadable", status };
    return { token: read.access_token, life };
  }
}

/** How long before its end a token with this life is renewed, ms. */
function renewMargin(life: number): number {
  return Math.min(TOKEN_RENEW_BEFORE, life * TOKEN_RENEW_SHARE);
}
