/** What the middleware hands to the routes. */

import type { ProblemCode } from "../../shared/problems.ts";
import type { OpeningRequest } from "../../shared/wire.ts";
import type { Site } from "../env.ts";
import type { SessionRow } from "../session-row.ts";

export interface AppEnv {
  Variables: {
    requestId: string;
    site: Site;
    session: SessionRow;
    /** The body of `POST /v1/opening`, which is read before its session is known. */
    opening: OpeningRequest;
    /** The order that the request is about, as soon as its id is known to be one. */
    orderId: string;
    /** The site of that order, where an operator asks. */
    orderSite: string;
    /** A short digest of the session token, also of one that is refused; it names a session and opens nothing. */
    sessionDigest: string;
    /** Of the problem that is answered. */
    problemCode: ProblemCode;
    /** Which operator asks: the key's name, where one is needed, and the address. */
    operator: { readonly operator?: string; readonly address?: string };
  };
}
