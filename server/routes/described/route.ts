/** The description of a route, and the common parts of many routes. */
import type { z } from "zod";
import type { ProblemCode } from "../../../shared/problems.ts";

/** The users of a route; the tags of the OpenAPI document. */
export const TAGS = {
  site: "For a site's own backend, with the site's key",
  browser: "For the browser, with a session and from a page of the site",
  operator: "For operators",
  everyone: "For everyone",
} as const;
export type Tag = keyof typeof TAGS;

/** Headers of answers beside `X-Request-Id`, which every answer has. */
export type HeaderName = "ETag" | "Retry-After";

/** A successful answer of a route. */
export interface Answered {
  /** The case of this answer. */
  readonly says: string;
  /** The `data` of the answer; absent for an answer without JSON. */
  readonly data?: z.ZodType;
  /** The type of an answer that is no JSON; beside `data`, the type that the query may ask for instead. */
  readonly type?: string;
  readonly headers?: readonly HeaderName[];
}

export type Security = "siteKey" | "sessionToken" | "operatorKey";

export interface RouteDescription {
  readonly method: "get" | "post" | "put" | "delete";
  /** In OpenAPI's spelling: `{name}` for a parameter. */
  readonly path: string;
  /** The name of the call in generated clients, which never changes. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  /** Any of these opens it. */
  readonly security?: Security | readonly Security[];
  readonly request?: z.ZodType;
  /** The accepted media types of the body; default: `application/json`. */
  readonly requestTypes?: readonly string[];
  /** The request may come without a body. */
  readonly mayBeEmpty?: true;
  readonly query?: z.ZodObject;
  /** The answer is a page of a list, with its position. */
  readonly paged?: true;
  /** Members of the answer beside `data`. */
  readonly beside?: Readonly<Record<string, z.ZodType>>;
  readonly responses: Readonly<Record<string, Answered>>;
  readonly problems?: readonly ProblemCode[];
}

/** On every route: the ledger may not answer, and before the server is ready nothing else is. */
export const ALWAYS: readonly ProblemCode[] = ["upstream_unavailable"];
export const UPSTREAM: readonly ProblemCode[] = [...ALWAYS, "upstream_invalid", "upstream_forbidden"];
export const BODY: readonly ProblemCode[] = [
  "invalid_json",
  "too_large",
  "unsupported_media_type",
  "invalid_request",
];
