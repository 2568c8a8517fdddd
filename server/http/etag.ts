import type { Context } from "hono";

/** Whether the client has the answer with this ETag. The comparison is weak. Source: RFC 9110, 13.1.2. */
export function isKnown(c: Context, etag: string): boolean {
  const tags = c.req.header("If-None-Match")?.split(",") ?? [];
  return tags.some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
