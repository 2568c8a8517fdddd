/**
 * The run's credentials: a bearer token, requested once and kept, or header credentials.
 *
 * The token endpoint is strictly rate limited and the only receiver of the secret, so one token serves a whole run.
 * Another one is requested only if a wait outlasts the first. Source: docs/proof/interface.md, "Headers and versions".
 */
import type { Answer, Clock, Exchange } from "./exchange.ts";
import { READ_TIMEOUT_MS, TOKEN_LIFE_UNKNOWN_MS, TOKEN_MARGIN_MS } from "./limits.ts";
import { member } from "./reading.ts";

export interface Key {
  readonly key: string;
  readonly secret: string;
}

/** The credentials of a call: the run's own, or wrong ones on purpose. */
export type Proof =
  | "usual"
  | "none"
  | "headers"
  | "wrong_token"
  | "wrong_headers"
  | "wrong_key"
  | "wrong_secret";

/** The token endpoint gave no token; `message` says why in one line. */
export class NoToken extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`The token endpoint gave no token: it answered ${answer.status}`);
    this.name = "NoToken";
    this.answer = answer;
  }
}

export interface Credentials {
  /** @throws NoToken, NoAnswer */
  headers(proof: Proof): Promise<Record<string, string>>;
  /** Calls the token endpoint with one wrong member. @throws NoAnswer */
  askWrongly(member: keyof TokenRequest): Promise<Answer>;
  /** The answer of the token endpoint; undefined before the first call. */
  readonly tokenAnswer: Answer | undefined;
}

/** Relative to the token address. Source: docs/proof/interface.md, "Operations". */
export const TOKEN_PATH = "/oauth/token";

/** The body for the token endpoint. Source: docs/proof/interface.md, "Operations". */
export interface TokenRequest {
  readonly client_id: string;
  readonly client_secret: string;
  readonly grant_type: string;
}

/** A credential that no service has issued. */
const MADE_UP = "conformance-made-up-credential";

function lifeOf(answer: Answer): number {
  const seconds = Number(member(answer.body, "expires_in") ?? Number.NaN);
  return seconds > 0 ? seconds * 1000 : TOKEN_LIFE_UNKNOWN_MS;
}

export function createCredentials(
  { key, secret }: Key,
  method: "oauth" | "headers",
  tokenUrl: string,
  exchange: Exchange,
  clock: Clock,
): Credentials {
  let held: { token: string; goodUntil: number } | undefined;
  let tokenAnswer: Answer | undefined;

  const ask = (changed: Partial<TokenRequest> = {}, limitAccepted = false) =>
    exchange.send({
      limitAccepted,
      operation: "Token request",
      method: "POST",
      url: tokenUrl,
      asked: { path: TOKEN_PATH, query: {} },
      headers: {},
      body: { client_id: key, client_secret: secret, grant_type: "client_credentials", ...changed },
      timeoutMs: READ_TIMEOUT_MS,
    });

  async function bearer(): Promise<string> {
    if (held && clock.now() < held.goodUntil) return held.token;
    const asked = clock.now();
    const answer = await ask();
    tokenAnswer = answer;
    const token = member(answer.body, "access_token");
    if (answer.status !== 200 || typeof token !== "string" || token === "") throw new NoToken(answer);
    const life = lifeOf(answer);
    held = { token, goodUntil: asked + life - Math.min(TOKEN_MARGIN_MS, life / 5) };
    return token;
  }

  return {
    askWrongly: (member) => ask({ [member]: member === "grant_type" ? "password" : MADE_UP }, true),
    get tokenAnswer() {
      return tokenAnswer;
    },
    async headers(proof): Promise<Record<string, string>> {
      switch (proof) {
        case "usual":
          return method === "oauth"
            ? { authorization: `Bearer ${await bearer()}` }
            : { "api-key": key, "api-secret": secret };
        case "none":
          return {};
        case "headers":
          return { "api-key": key, "api-secret": secret };
        case "wrong_token":
          return { authorization: `Bearer ${MADE_UP}` };
        case "wrong_headers":
          return { "api-key": MADE_UP, "api-secret": MADE_UP };
        case "wrong_key":
          return { "api-key": MADE_UP, "api-secret": secret };
        case "wrong_secret":
          return { "api-key": key, "api-secret": MADE_UP };
        default:
          return proof satisfies never;
      }
    },
  };
}
