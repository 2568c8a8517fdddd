import type { Context } from "hono";

/** What servers in front put at the end of a tag when they compress its answer: Apache `"x-gzip"`, Jetty `"x--gzip"`. */
const ENCODED = /(?:--?|;)(?:gzip|br|zstd|deflate)"$/;

/**
 * Whether a list of tags, as in If-None-Match, names this one. The comparison is weak, and a tag counts also as proxies alter it.
 * Source: RFC 9110, 13.1.2.
 */
export function namesTag(list: string | undefined, etag: string): boolean {
  const tags = list?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return tags.some((tag) => tag === "*" || tag === etag || tag.replace(ENCODED, '"') === etag);
}

/** Whether the client has the answer with this ETag. */
export const isKnown = (c: Context, etag: string): boolean => namesTag(c.req.header("If-None-Match"), etag);
