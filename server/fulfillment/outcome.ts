/**
 * What an answer of the fulfillment service to a call proves, and nothing more. The redemption rules decide on these
 * alone; HTTP statuses and raw bodies never leave this folder.
 * Source: interface, Errors and rules R1 to R4; integrity rules 2, 3 and 6.
 */
import type { Redemption } from "./schemas.ts";

export type Outcome =
  /** A readable 2xx answer about the very redemption that was asked for. Its `state` is what counts, not the status. */
  | {
      readonly kind: "answered";
      readonly redemption: Redemption;
      /** Where the redemption is not what the interface promises of this operation; it is true all the same. */
      readonly unexpected?: Unexpected;
    }
  /** A readable 2xx answer about another redemption id or order id: proves nothing about ours. */
  | { readonly kind: "about_another" }
  /** A clear no (4xx but for 408, 425, 429): the call had no effect by itself, the redemption may still exist. */
  | { readonly kind: "refused"; readonly status: number; readonly error: RefusalName }
  /**
   * Nothing was done: the request provably never left this machine (name not resolved, connection refused), or there are
   * no credentials to send it with, be it after a 401 that turned the first ones away.
   */
  | { readonly kind: "not_sent"; readonly cause?: "credentials_refused" }
  /** Anything else: timeout, reset, 5xx, 429, garbled. The effect may have happened or may still happen. */
  | { readonly kind: "unknown"; readonly cause: string; readonly retryAfterMs?: number };

/** Another state than the operation leads to, as when the order had gone on before; or no link where there is to be one. */
export type Unexpected = "state" | "no_url";

/** Error names of the interface; any other spelling is `other`. */
export type RefusalName =
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "invalid_request"
  | "unprocessable_entity"
  | "other";
