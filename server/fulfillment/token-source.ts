/**
 * The bearer token: asked for once per lifetime by one call however many wait, renewed before its end, replaced when the
 * service refuses it. Lives are measured on the monotonic clock; the wall clock counts only across a restart.
 *
 * It knows a token is good until its life ends or a call is refused with it; it never tests one by itself.
 * Source: interface, Token request; integrity rules 7 and 8, I10.
 */
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import {
  BODY_LIMIT_BYTES,
  READ_TIMEOUT,
  TOKEN_BURST,
  TOKEN_DEFAULT_LIFE,
  TOKEN_DOUBT,
  TOKEN_MIN_INTERVAL,
  TOKEN_RENEW_BEFORE,
  TOKEN_RENEW_SHARE,
  TOKEN_RETRY_FIRST,
  TOKEN_RETRY_MAX,
} from "../timing.ts";
import { readJson, readRetryAfter } from "./answer.ts";
import {
  type Auth,
  type AuthOptions,
  type Authorization,
  AuthUnavailable,
  type CredentialRefusal,
} from "./auth.ts";
import { tokenAnswer } from "./schemas.ts";
import { TokenStore } from "./token-store.ts";
import type { Transport, TransportResponse } from "./transport.ts";

interface Token {
  readonly value: string;
  readonly authorization: Authorization;
  /** Monotonic ms. */
  readonly renewFrom: number;
  readonly until: number;
}

/** Why the token endpoint gave none. */
interface Failure {
  readonly reason: string;
  readonly status?: number;
  readonly retryAfterMs?: number;
}

export class TokenSource implements Auth {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #store: TokenStore;
  readonly #url: string;
  readonly #body: string;

  #token: Token | undefined;
  #generation = 0;
  /** The one request, or look into the store, that everybody waits for. */
  #refresh: Promise<void> | undefined;
  /** The last token that was refused, until it is replaced: the store may still hold it. */
  #refused: string | undefined;
  #failures = 0;
  /** Monotonic ms; nothing is asked before. */
  #retryFrom = Number.NEGATIVE_INFINITY;
  /** When refused tokens caused the last requests, monotonic ms, at most TOKEN_BURST of them. */
  #replacements: number[] = [];
  /** Until then unreadable 401s are not held against tokens: the last one cost a token in vain. Monotonic ms. */
  #doubtedUntil = Number.NEGATIVE_INFINITY;

  constructor(options: AuthOptions) {
    const { authUrl, apiKey, apiSecret } = options;
    this.#transport = options.transport;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#store = new TokenStore(options);
    this.#url = `${authUrl.replace(/\/+$/, "")}/oauth/token`;
    this.#body = JSON.stringify({
      client_id: apiKey,
      client_secret: apiSecret,
      grant_type: "client_credentials",
    });
  }

  async authorize(): Promise<Authorization> {
    const known = this.#valid();
    if (known) {
      // Nobody waits for a renewal while the old token still works.
      if (this.#clock.monotonic() >= known.renewFrom) void this.#renew();
      return known.authorization;
    }
    await this.#renew();
    const token = this.#valid();
    if (!token) throw new AuthUnavailable("no token");
    return token.authorization;
  }

  refused({ generation }: Authorization, refusal: CredentialRefusal): boolean {
    const token = this.#token;
    // An older token was refused: the newer one, had or to come, has not been tried yet.
    if (!token || token.authorization.generation !== generation) return true;
    const now = this.#clock.monotonic();
    if (refusal === "unreadable") {
      // It may as well mean "forbidden": never worth the only token we have, nor one token after the other.
      if (now < this.#doubtedUntil || now < Math.max(this.#retryFrom, this.#replaceFrom())) return false;
      this.#doubtedUntil = now + TOKEN_DOUBT;
    }
    this.#token = undefined;
    this.#refused = token.value;
    return true;
  }

  accepted({ generation }: Authorization): void {
    // A token that is known to work makes a later unreadable 401 a sign of revocation again.
    if (generation === this.#token?.authorization.generation) this.#doubtedUntil = Number.NEGATIVE_INFINITY;
  }

  #valid(): Token | undefined {
    return this.#token && this.#clock.monotonic() < this.#token.until ? this.#token : undefined;
  }

  /** Joins the refresh that is under way, or starts one unless it is too early. Never rejects. */
  #renew(): Promise<void> {
    if (this.#refresh) return this.#refresh;
    const now = this.#clock.monotonic();
    if (now < this.#retryFrom || (this.#refused !== undefined && now < this.#replaceFrom())) {
      return Promise.resolve();
    }
    this.#refresh = this.#adoptOrAsk().finally(() => {
      this.#refresh = undefined;
    });
    return this.#refresh;
  }

  /** Monotonic ms from which a refused token may cause a request. */
  #replaceFrom(): number {
    const first = this.#replacements.length < TOKEN_BURST ? undefined : this.#replacements[0];
    return first === undefined ? Number.NEGATIVE_INFINITY : first + TOKEN_MIN_INTERVAL;
  }

  async #adoptOrAsk(): Promise<void> {
    if (await this.#adopt()) return;
    if (this.#refused !== undefined) {
      this.#replacements = [...this.#replacements, this.#clock.monotonic()].slice(-TOKEN_BURST);
    }
    const failure = await this.#ask();
    if (!failure) {
      this.#failures = 0;
      return;
    }
    const backoff = Math.min(TOKEN_RETRY_FIRST * 2 ** this.#failures, TOKEN_RETRY_MAX);
    this.#failures++;
    this.#retryFrom = this.#clock.monotonic() + Math.max(backoff, failure.retryAfterMs ?? 0);
    this.#log.warn("no token", { operation: "token", reason: failure.reason, status: failure.status });
  }

  /** Takes a token that an earlier process, or another instance on the same store, got. */
  async #adopt(): Promise<boolean> {
    const stored = await this.#store.read();
    if (!stored || stored.token === this.#refused || stored.token === this.#token?.value) return false;
    const now = this.#clock.now();
    // A wall clock that stands before the token's beginning was set back: how much is left is unknown.
    if (now < stored.from || now >= stored.until) return false;
    const left = stored.until - now;
    const margin = renewMargin(stored.until - stored.from);
    // One that is near its end is better than none; then the next call renews it.
    if (left <= margin && this.#valid()) return false;
    this.#use(stored.token, left, margin, this.#clock.monotonic());
    return true;
  }

  async #ask(): Promise<Failure | undefined> {
    const askedAt = this.#clock.monotonic();
    const from = this.#clock.now();
    let answer: TransportResponse;
    try {
      answer = await this.#transport({
        method: "POST",
        url: this.#url,
        headers: { "content-type": "application/json", accept: "application/json" },
        body: this.#body,
        timeoutMs: READ_TIMEOUT,
        maxBytes: BODY_LIMIT_BYTES,
      });
    } catch {
      return { reason: "no_answer" };
    }
    const { status, headers } = answer;
    if (status < 200 || status > 299) {
      const retryAfterMs = readRetryAfter(headers["retry-after"], this.#clock.now());
      return { reason: "refused", status, retryAfterMs };
    }
    const read = tokenAnswer.safeParse(readJson(answer.body)).data;
    const life = read?.expires_in === undefined ? TOKEN_DEFAULT_LIFE : read.expires_in * 1000;
    // `created_at` is not used: a service that hands the same token out twice already counts `expires_in` down.
    if (!read || !(life > 0)) return { reason: "unreadable", status };
    this.#use(read.access_token, life, renewMargin(life), askedAt);
    if (!(await this.#store.write({ token: read.access_token, from, until: from + life }))) {
      this.#log.warn("the token could not be kept for the next start", { operation: "token" });
    }
    return undefined;
  }

  /** @param since monotonic ms from which `left` counts */
  #use(value: string, left: number, margin: number, since: number): void {
    this.#generation++;
    const until = since + left;
    this.#token = {
      value,
      authorization: { headers: { authorization: `Bearer ${value}` }, generation: this.#generation },
      until,
      renewFrom: until - margin,
    };
    this.#refused = undefined;
  }
}

/** How long before its end a token of this life is renewed, ms. */
function renewMargin(life: number): number {
  return Math.min(TOKEN_RENEW_BEFORE, life * TOKEN_RENEW_SHARE);
}
