/** What an origin is, and the site of a key or an origin. */
import type { Site } from "./env.ts";
import { keyring } from "./keys.ts";

export interface Sites {
  byKey(key: string): Site | undefined;
  byId(id: string): Site | undefined;
  /** In the order of the settings. */
  all(): readonly Site[];
  /** Whether any site has this origin: the only possible check of a preflight, which has no token. */
  hasOrigin(origin: string): boolean;
}

/** Sites that can be read again. */
export interface LiveSites extends Sites {
  replace(sites: readonly Site[]): void;
}

/** Schemes of hybrid apps have hosts in lower case, and no origin by the URL standard. */
const OF_APP = /^(?!https?:|file:)[a-z][a-z\d+.-]*:\/\/[a-z\d.-]+(?::\d{1,5})?$/;

/**
 * Whether a text is an origin as browsers spell it: scheme, host and port, also of a hybrid app such as `capacitor://localhost`.
 * `null`, which many pages share, is none.
 */
export const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) ? URL.parse(text)?.origin === text && !text.includes("*") : OF_APP.test(text);

/** What is read again while the server runs replaces what was there, as a whole: every request finds the one or the other. */
export function createSites(sites: readonly Site[]): LiveSites {
  let now = indexed(sites);
  return {
    byKey: (key) => now.byKey(key),
    byId: (id) => now.byId.get(id),
    hasOrigin: (origin) => now.origins.has(origin),
    all: () => now.sites,
    replace(next) {
      now = indexed(next);
    },
  };
}

const indexed = (sites: readonly Site[]) => ({
  sites,
  byKey: keyring(sites.flatMap((site) => site.keys.map((key) => [key, site] as const))),
  byId: new Map(sites.map((site) => [site.id, site])),
  origins: new Set(sites.flatMap((site) => site.origins)),
});
