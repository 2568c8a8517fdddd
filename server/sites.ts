/** Which site a key or an origin belongs to. Keys are compared as digests, so that timing tells nothing about them. */
import { createHash } from "node:crypto";
import type { Site } from "./env.ts";

export interface Sites {
  byKey(key: string): Site | undefined;
  byId(id: string): Site | undefined;
  /** Whether any site names this origin: all that a preflight, which has no token, can be held against. */
  hasOrigin(origin: string): boolean;
}

const digest = (value: string): string => createHash("sha256").update(value).digest("base64url");

export function createSites(sites: readonly Site[]): Sites {
  const byKey = new Map(sites.flatMap((site) => site.keys.map((key) => [digest(key), site] as const)));
  const byId = new Map(sites.map((site) => [site.id, site]));
  const origins = new Set(sites.flatMap((site) => site.origins));
  return {
    byKey: (key) => byKey.get(digest(key)),
    byId: (id) => byId.get(id),
    hasOrigin: (origin) => origins.has(origin),
  };
}
