/**
 * The bearer token. One instance asks for a token with one call per lifetime, however many calls wait; the token is renewed before
 * its end, and replaced if the service refuses it. Instances share the token through the ledger, by the database's clock; a process
 * measures the token's life on its monotonic clock. If the ledger fails, each instance asks for its own token.
 *
 * A token counts as good until its life ends or a call with it is refused; tokens are never tested.
 * Source: interface, Token request; integrity rules 7 and 8, I10.
 */
import { randomUUID } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import {
  BODY_LIMIT_BYTES,
  READ_TIMEOUT,
  TOKEN_BURST,
  TOKEN_DEFAULT_LIFE,
  TOKEN_DOUBT,
  TOKEN_LEASE,
  TOKEN_MIN_INTERVAL,
  TOKEN_PEER_POLL,
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
import { CredentialStanding, isNoEndpoint, refusesCredentials } from "./credential-standing.ts";
import { tokenAnswer } from "./schemas.ts";
import { type TokenReading, type TokenState, TokenStore } from "./token-store.ts";
import { nextTurn, renewMargin } from "./token-turn.ts";
import type { Transport, TransportResponse } from "./transport.ts";

interface Token {
  readonly value: string;
  readonly authorization: Authorization;
  /** Monotonic ms. */
  readonly renewFrom: number;
  readonly until: number;
}

interface Given {
  readonly token: string;
  /** The token's life from the moment before it was asked for, ms. */
  readonly life: number;
}

/** Why the token endpoint gave no token. */
interface Failure {
  readonly reason: string;
  readonly status?: number;
  readonly retryAfterMs?: number;
}

export class TokenSource implements Auth {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #credentials: CredentialStanding;
  readonly #measure: AuthOptions["measure"];
  readonly #store: TokenStore;
  readonly #url: string;
  readonly #body: string;
  /** Names this process to the other instances. */
  readonly #instance = randomUUID();

  #token: Token | undefined;
  #generation = 0;
  /** The shared request, or read of the store, that all callers wait for. */
  #refresh: Promise<void> | undefined;
  /** The last refused token, until it is replaced: the store may still have it. */
  #refused: string | undefined;
  #failures = 0;
  /** No request for a token is made before this time, monotonic ms. */
  #retryFrom = Number.NEGATIVE_INFINITY;
  /** Times of the last requests that refused tokens caused, monotonic ms, at most TOKEN_BURST. */
  #replacements: number[] = [];
  /** Until this time an unreadable 401 replaces no token, because the last one replaced a token in vain. Monotonic ms. */
  #doubtedUntil = Number.NEGATIVE_INFINITY;

  constructor(options: AuthOptions) {
    const { authUrl, apiKey, apiSecret } = options;
    this.#transport = options.transport;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#credentials = options.credentials ?? new CredentialStanding(options.log);
    this.#measure = options.measure;
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
      // No call waits for a renewal while the old token still works.
      if (this.#clock.monotonic() >= known.renewFrom) void this.#renew();
      return known.authorization;
    }
    await this.#renew();
    const token = this.#valid();
    if (!token) throw new AuthUnavailable(this.#credentials.refusedBy.has("token"));
    return token.authorization;
  }

  refused({ generation }: Authorization, refusal: CredentialRefusal): boolean {
    const token = this.#token;
    // An older token was refused: the newer token, present or requested, has not been tried yet.
    if (!token || token.authorization.generation !== generation) return true;
    const now = this.#clock.monotonic();
    if (refusal === "unreadable") {
      // An unreadable 401 may also mean "forbidden": it must not cost the only token, nor one token after the other.
      if (now < this.#doubtedUntil || now < Math.max(this.#retryFrom, this.#replaceFrom())) return false;
      this.#doubtedUntil = now + TOKEN_DOUBT;
    }
    this.#token = undefined;
    this.#refused = token.value;
    return true;
  }

  accepted({ generation }: Authorization): void {
    // The token works: a later unreadable 401 may again mean that the token was revoked.
    if (generation === this.#token?.authorization.generation) this.#doubtedUntil = Number.NEGATIVE_INFINITY;
  }

  #valid(): Token | undefined {
    return this.#token && this.#clock.monotonic() < this.#token.until ? this.#token : undefined;
  }

  /** Joins the refresh under way, or starts one unless it is too early. Never rejects. */
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
    for (;;) {
      // Taken before the read: lives and waits in it count from this moment, so that no token is used too long.
      const since = this.#clock.monotonic();
      const reading = await this.#store.read();
      if (!reading) return this.#askAndUse(undefined, this.#clock.monotonic());
      // The process was halted meanwhile: the reading and `since` are too old.
      if (this.#clock.monotonic() - since >= TOKEN_LEASE) continue;
      this.#takeOver(reading, since);
      const turn = nextTurn(reading.state, {
        now: reading.now,
        by: this.#instance,
        current: this.#valid()?.value,
        refused: this.#refused,
      });
      switch (turn.do) {
        case "adopt":
          this.#use(turn.token, turn.left, turn.margin, since, true);
          // The new token replaced a doubted one: an unreadable 401 against it may also mean "forbidden".
          this.#doubtedUntil = Math.max(this.#doubtedUntil, since + turn.doubt);
          return;
        case "wait":
          await this.#clock.sleep(Math.min(turn.ms, TOKEN_PEER_POLL));
          break;
        case "later":
          this.#retryFrom = since + turn.ms;
          return;
        case "ask": {
          const { now, seen } = reading;
          const asking = { by: this.#instance, until: now + TOKEN_LEASE };
          const state: TokenState = { ...reading.state, asking, replaced: this.#replacing(reading) };
          const swapped = await this.#store.swap(seen, state);
          if (swapped.kind === "failed") return this.#askAndUse(undefined, this.#clock.monotonic());
          // The lease is over: another instance may have asked.
          const isOver = this.#clock.monotonic() - since >= TOKEN_LEASE;
          // Another instance stored a state: it may have the needed token.
          if (swapped.kind !== "stored" || isOver) break;
          return this.#askAndUse({ state, now, seen: swapped.seen }, since);
        }
        default:
          turn satisfies never;
      }
    }
  }

  /** The actions of all instances count as this instance's own: a token comes with its history. */
  #takeOver({ state, now }: TokenReading, since: number): void {
    this.#failures = state.failed?.count ?? 0;
    // Another instance, or an earlier start, received this refusal.
    if (refusesCredentials(state.failed?.status)) this.#credentials.refused("token", state.failed?.status);
    else if (state.token !== undefined && !state.failed) this.#credentials.accepted("token");
    this.#replacements = (state.replaced ?? []).map((time) => since + Math.min(0, time - now));
  }

  /** The times of replacements, including the present one if a refused token caused it. */
  #replacing({ state: { replaced = [] }, now }: TokenReading): number[] {
    return this.#refused === undefined ? replaced : [...replaced, now].slice(-TOKEN_BURST);
  }

  /**
   * @param lease the stored lease that keeps other instances from asking; undefined if the store fails
   * @param since monotonic ms of `lease.now`
   */
  async #askAndUse(lease: TokenReading | undefined, since: number): Promise<void> {
    if (this.#refused !== undefined) {
      this.#replacements = [...this.#replacements, this.#clock.monotonic()].slice(-TOKEN_BURST);
    }
    const answer = await this.#ask();
    /** Converts this process's monotonic time to the database's time. */
    const timeOf = (monotonic: number): number => (lease?.now ?? 0) + (monotonic - since);
    let after: TokenState;
    if ("reason" in answer) {
      const backoff = Math.min(TOKEN_RETRY_FIRST * 2 ** this.#failures, TOKEN_RETRY_MAX);
      this.#failures++;
      this.#retryFrom = this.#clock.monotonic() + Math.max(backoff, answer.retryAfterMs ?? 0);
      this.#log.warn("no token", {
        operation: "token",
        reason: answer.reason,
        status: answer.status,
        ...(isNoEndpoint(answer.status) && { setting: "FULFILLMENT_AUTH_URL" }),
      });
      if (refusesCredentials(answer.status)) this.#credentials.refused("token", answer.status);
      const failed = {
        count: this.#failures,
        until: timeOf(this.#retryFrom),
        ...(answer.status !== undefined && { status: answer.status }),
      };
      after = { ...lease?.state, asking: undefined, failed };
    } else {
      const { token, life } = answer;
      this.#credentials.accepted("token");
      this.#failures = 0;
      // The life counts from before the lease, on both clocks: no later than the request.
      this.#use(token, life, renewMargin(life), since, false);
      const doubted_until =
        this.#doubtedUntil > this.#clock.monotonic() ? timeOf(this.#doubtedUntil) : undefined;
      const from = timeOf(since);
      after = { token, from, until: from + life, doubted_until, replaced: lease?.state.replaced };
    }
    const stored = lease && (await this.#store.swap(lease.seen, after));
    // If another instance has taken over since, its state counts.
    if (stored === undefined || stored.kind === "failed") {
      this.#log.warn("the token cannot be shared with other instances and the next start", {
        operation: "token",
      });
    }
  }

  async #ask(): Promise<Given | Failure> {
    const from = this.#clock.monotonic();
    const answer = await this.#request();
    const outcome = "token" in answer ? "data" : answer.reason === "refused" ? "refused" : "unclear";
    this.#measure?.({ operation: "token", outcome, milliseconds: this.#clock.monotonic() - from });
    return answer;
  }

  async #request(): Promise<Given | Failure> {
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
    // `created_at` is not used: if the service returns the same token twice, it already counts `expires_in` down.
    if (!read || !(life > 0)) return { reason: "unreadable", status };
    return { token: read.access_token, life };
  }

  /**
   * @param since monotonic ms from which `left` counts
   * @param isAdopted whether another instance, or an earlier start, asked for it
   */
  #use(value: string, left: number, margin: number, since: number, isAdopted: boolean): void {
    this.#generation++;
    const until = since + left;
    this.#token = {
      value,
      authorization: {
        headers: { authorization: `Bearer ${value}` },
        generation: this.#generation,
        isAdopted,
      },
      until,
      renewFrom: until - margin,
    };
    this.#refused = undefined;
  }
}
