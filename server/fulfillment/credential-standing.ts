/**
 * Whether the service accepts our credentials, by the last answers of its token endpoint and of its other operations. A refusal is
 * logged at its start and its end, and waits for an operator: no retry can help.
 * Source: docs/proof/interface.md, "Headers and versions"; docs/proof/rules.md, rule 10.
 */
import type { Log } from "../observing/log.ts";

/** The refusing side: the token endpoint refuses the key and secret, or an operation refuses its credentials. */
export const REFUSERS = ["token", "call"] as const;
export type RefusedBy = (typeof REFUSERS)[number];

/** Statuses with which a token endpoint refuses credentials. Source: RFC 6749, 5.2; the interface shows none. */
const REFUSING = [400, 401, 403];

export const refusesCredentials = (status: number | undefined): boolean =>
  status !== undefined && REFUSING.includes(status);

/** Statuses of an address without a token endpoint. Source: RFC 9110, 15.5.5 and 15.5.6. */
const NO_ENDPOINT = [404, 405];

export const isNoEndpoint = (status: number | undefined): boolean =>
  status !== undefined && NO_ENDPOINT.includes(status);

export class CredentialStanding {
  readonly #log: Log;
  readonly #refusedBy = new Set<RefusedBy>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Empty while no refusal is known. */
  get refusedBy(): ReadonlySet<RefusedBy> {
    return this.#refusedBy;
  }

  /** @param status the HTTP status of the refusal; undefined if another instance received it */
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
