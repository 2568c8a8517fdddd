/** The values that the middleware passes to the routes. */

import type { ProblemCode } from "../../shared/problems.ts";
import type { OpeningRequest } from "../../shared/wire.ts";
import type { SessionRow } from "../rows/session.ts";
import type { Site } from "../settings/env.ts";

export interface AppEnv {
  Variables: {
    requestId: string;
    site: Site;
    session: SessionRow;
    /** The body of `POST /v1/opening`, which is read before its session is known. */
    opening: OpeningRequest;
    /** The order of the request, as soon as the form of its id was checked. */
    orderId: string;
    /** The site of that order, in an operator's request. */
    orderSite: string;
    /** A short digest of the session token, also of a refused one; the digest identifies a session but gives no access. */
    sessionDigest: string;
    /** The code of the answered problem. */
    problemCode: ProblemCode;
    /** The operator of the request: the key's name, and the address. */
    operator: { readonly operator: string; readonly address: string };
    /** The same operator, and how they were recognised. */
    operatorSeen: {
      readonly name: string;
      readonly role: "act" | "read";
      readonly by: "key" | "cookie" | "header";
    };
  };
}
