/**
 * Whether the service takes our credentials: what its token endpoint and its other operations last said of them. A refusal
 * is logged when it begins and when it ends, and waits for a person: nothing that is repeated can mend it.
 * Source: interface, Authentication; integrity rule 7.
 */
import type { Log } from "../log.ts";

/** Who refuses: the token endpoint the key and secret, or an operation what it was sent with. */
export const REFUSERS = ["token", "call"] as const;
export type RefusedBy = (typeof REFUSERS)[number];

/** Statuses by which a token endpoint says that the credentials are wrong. Source: RFC 6749, 5.2; the interface shows none. */
const REFUSING = [400, 401, 403];

export const refusesCredentials = (status: number | undefined): boolean =>
  status !== undefined && REFUSING.includes(status);

/** Statuses of an address at which no token endpoint stands. Source: RFC 9110, 15.5.5 and 15.5.6. */
const NO_ENDPOINT = [404, 405];

export const isNoEndpoint = (status: number | undefined): boolean =>
  status !== undefined && NO_ENDPOINT.includes(status);

export class CredentialStanding {
  readonly #log: Log;
  readonly #refusedBy = new Set<RefusedBy>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Empty while the credentials are good, as far as anybody knows. */
  get refusedBy(): ReadonlySet<RefusedBy> {
    return this.#refusedBy;
  }

  /** @param status the HTTP status that said so; undefined where another instance heard it */
  refused(by: RefusedBy, status?: number): void {
    if (this.#refusedBy.has(by)) return;
    this.#refusedBy.add(by);
    this.#log.error(
      "the fulfillment service refuses the credentials: check FULFILLMENT_API_KEY and FULFILLMENT_API_SECRET",
      { operation: by, reason: "credentials_refused", ...(status !== undefined && { status }) },
    );
  }

  accepted(by: RefusedBy): void {
    if (!this.#refusedBy.delete(by)) return;
    this.#log.info("the fulfillment service takes the credentials again", { operation: by });
  }
}
