/**
 * How calls prove who they are: a bearer token, or the deprecated header credentials. Both behind one interface, so that
 * the client knows neither. Source: interface, Authentication.
 */
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { MeasuredCall } from "../measures.ts";
import type { CredentialStanding } from "./credential-standing.ts";
import { TokenSource } from "./token-source.ts";
import type { SharedValues } from "./token-store.ts";
import type { Transport } from "./transport.ts";

/** What a call carries, and which credentials these were. */
export interface Authorization {
  readonly headers: Readonly<Record<string, string>>;
  /** Rises with every token; tells an old token's refusal from the newest one's. */
  readonly generation: number;
  /** Whether nobody asked for these since they were last refused: they may be as old as what they replace. */
  readonly isAdopted: boolean;
}

/** What a 401 said: its name, or that it had none. `forbidden` is not here: it is no matter of credentials. */
export type CredentialRefusal = "unauthorized" | "unreadable";

/** There are no credentials to send a call with at the moment: the token endpoint cannot be reached or refuses. */
export class AuthUnavailable extends Error {
  override readonly name = "AuthUnavailable";
  /** Whether the token endpoint said that the credentials are wrong, so that waiting does not help. */
  readonly isRefused: boolean;

  constructor(isRefused: boolean) {
    super(isRefused ? "credentials refused" : "no token");
    this.isRefused = isRefused;
  }
}

export interface Auth {
  /** @throws AuthUnavailable */
  authorize(): Promise<Authorization>;
  /**
   * A call with these credentials was refused with 401.
   * @returns whether it may be repeated with what `authorize` gives now
   */
  refused(authorization: Authorization, refusal: CredentialRefusal): boolean;
  /** A call with these credentials was let in. */
  accepted(authorization: Authorization): void;
}

export interface AuthOptions {
  readonly method: "oauth" | "headers";
  /** Base address of the API; a token is bound to it. */
  readonly baseUrl: string;
  /** Base address of the token service; may carry a path and a trailing slash. */
  readonly authUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly transport: Transport;
  /** Keeps the token, encrypted, across restarts and for all instances. */
  readonly store: SharedValues;
  readonly clock: Clock;
  readonly log: Log;
  readonly credentials?: CredentialStanding;
  /** Told of every request for a token. */
  readonly measure?: (call: MeasuredCall) => void;
}

export function createAuth(options: AuthOptions): Auth {
  return options.method === "headers" ? headerCredentials(options) : new TokenSource(options);
}

/** Source: interface, "Header credentials", deprecated. There is nothing to renew when they are refused. */
function headerCredentials({ apiKey, apiSecret }: Pick<AuthOptions, "apiKey" | "apiSecret">): Auth {
  const authorization = {
    headers: { "api-key": apiKey, "api-secret": apiSecret },
    generation: 0,
    isAdopted: false,
  };
  return {
    authorize: async () => authorization,
    refused: () => false,
    accepted: () => {},
  };
}
