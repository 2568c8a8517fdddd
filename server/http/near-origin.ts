/**
 * Finds the site that a refused origin probably belongs to: most refusals are a mistake in a setting, and the log then names the
 * configured origin. Pure; gives no access.
 */
import type { Site } from "../env.ts";

export interface NearOrigin {
  readonly site: string;
  /** As configured in the site's `origins`. */
  readonly nearly: string;
}

/** A longer origin is not logged: host names have at most 253 characters (RFC 1035, 2.3.4). */
const ORIGIN_MAX_CHARS = 253 + "https://".length + ":65535".length;
/** Letters that may differ: with more, unrelated names would match. */
const TYPOS_MAX = 2;

/** An origin as browsers spell it, or `null`, which they send for pages without one; undefined for anything else. */
export function loggableOrigin(text: string | undefined): string | undefined {
  if (text === undefined || text.length > ORIGIN_MAX_CHARS) return undefined;
  return text === "null" || URL.parse(text)?.origin === text ? text : undefined;
}

/**
 * The nearest origin of these sites. First the same host with another scheme or port, then a host with an added or missing prefix
 * (`www.`), then a host that differs in at most two letters. Undefined if none is near.
 */
export function nearOrigin(origin: string, sites: readonly Site[]): NearOrigin | undefined {
  const asked = URL.parse(origin)?.hostname;
  if (!asked) return undefined;
  let best: (NearOrigin & { readonly distance: number }) | undefined;
  for (const { id: site, origins } of sites)
    for (const nearly of origins) {
      const distance = distanceOf(asked, new URL(nearly).hostname);
      if (distance !== undefined && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
        best = { site, nearly, distance };
    }
  return best && { site: best.site, nearly: best.nearly };
}

/** 0: the same host; 1: a subdomain of the other; above: differing letters. Undefined: too far. */
function distanceOf(asked: string, known: string): number | undefined {
  const [a, b] = [asked.replace(/\.$/, ""), known.replace(/\.$/, "")];
  if (a === b) return 0;
  if (a.endsWith(`.${b}`) || b.endsWith(`.${a}`)) return 1;
  // A short name would match many others.
  if (Math.min(a.length, b.length) <= 2 * TYPOS_MAX) return undefined;
  const typos = editDistance(a, b);
  return typos <= TYPOS_MAX ? 1 + typos : undefined;
}

/** Levenshtein's distance, as far as it is at most TYPOS_MAX; above that any larger number. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > TYPOS_MAX) return TYPOS_MAX + 1;
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      line.push(Math.min(same, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above[b.length] ?? 0;
}
