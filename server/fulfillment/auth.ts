/**
 * Authentication of calls: a bearer token, or the deprecated header credentials. One interface for both, so that the client depends
 * on neither. Source: docs/proof/interface.md, "Headers and versions".
 */

import type { Log } from "../observing/log.ts";
import type { MeasuredCall } from "../observing/measures.ts";
import type { Clock } from "../tools/clock.ts";
import type { CredentialStanding } from "./credential-standing.ts";
import { TokenSource } from "./token-source.ts";
import type { SharedValues } from "./token-store.ts";
import type { Transport } from "./transport.ts";

/** The headers of a call, and the identity of their credentials. */
export interface Authorization {
  readonly headers: Readonly<Record<string, string>>;
  /** Rises with every token; distinguishes the refusal of an old token from that of the newest. */
  readonly generation: number;
}

/** The kind of a 401: `unauthorized`, or unreadable. `forbidden` is excluded, because it does not concern the credentials. */
export type CredentialRefusal = "unauthorized" | "unreadable";

export interface Auth {
  /** Undefined: no call can be authenticated now, because the token endpoint is unreachable or refuses. Never rejects. */
  authorize(): Promise<Authorization | undefined>;
  /**
   * A call with these credentials was refused with 401.
   * @returns whether the call may be repeated with the present result of `authorize`
   */
  refused(authorization: Authorization, refusal: CredentialRefusal): boolean;
  /** A call with these credentials was accepted. */
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
  /** Keeps the token, encrypted, for the next start and for other instances. */
  readonly store: SharedValues;
  readonly clock: Clock;
  readonly log: Log;
  readonly credentials: CredentialStanding;
  /** Called for every request for a token. */
  readonly measure?: (call: MeasuredCall) => void;
}

export function createAuth(options: AuthOptions): Auth {
  return options.method === "headers" ? headerCredentials(options) : new TokenSource(options);
}

/** Source: docs/proof/interface.md, "Headers and versions", `Api-Key`. There is nothing to renew when they are refused. */
function headerCredentials({ apiKey, apiSecret }: Pick<AuthOptions, "apiKey" | "apiSecret">): Auth {
  const authorization = {
    headers: { "api-key": apiKey, "api-secret": apiSecret },
    generation: 0,
  };
  return {
    authorize: async () => authorization,
    refused: () => false,
    accepted: () => {},
  };
}
