/**
 * What an answer of the fulfillment service to a call proves. The redemption rules use only these outcomes; HTTP statuses and raw
 * bodies never leave this folder.
 * Source: interface, Errors and rules R1 to R4; integrity rules 2, 3 and 6.
 */
import type { Redemption } from "./schemas.ts";

export type Outcome =
  /** A readable 2xx answer about the requested redemption. The `state` counts, not the HTTP status. */
  | {
      readonly kind: "answered";
      readonly redemption: Redemption;
      /** Set if the redemption is not as the interface promises for this operation; the answer is valid all the same. */
      readonly unexpected?: Unexpected;
    }
  /** A readable 2xx answer about another redemption id or order id: it proves nothing about ours. */
  | { readonly kind: "about_another" }
  /** A clear refusal (4xx except 408, 425, 429): the call had no effect; the redemption may still exist. */
  | { readonly kind: "refused"; readonly status: number; readonly error: RefusalName }
  /**
   * Nothing was done: the request provably never left this machine (name not resolved, connection refused), or there were no
   * credentials for it, possibly after a 401 that refused the first ones.
   */
  | { readonly kind: "not_sent"; readonly cause?: "credentials_refused" }
  /** Anything else: timeout, reset, 5xx, 429, garbled body. The effect may have happened or may still happen. */
  | { readonly kind: "unknown"; readonly cause: string; readonly retryAfterMs?: number };

/** Another state than the operation leads to, for example because the order had moved on; or a missing link. */
export type Unexpected = "state" | "no_url";

/** Error names of the interface; any other spelling is `other`. */
export type RefusalName =
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "invalid_request"
  | "unprocessable_entity"
  | "other";
