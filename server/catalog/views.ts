/**
 * The form in which a catalog's rewards are sent. Sessions with equal limits share one list. Only the list is kept:
 * `GET /v1/catalog` and `POST /v1/opening` are built around it.
 */
import { LRUCache } from "lru-cache";
import { AMOUNT_LIMITS } from "../../shared/amounts.ts";
import type { Reward } from "../../shared/wire.ts";
import { type Images, imageAddresses } from "../images/images.ts";
import { CATALOG_LISTS_CHARS } from "../timing.ts";
import { toBase64Url } from "../tools/bytes.ts";
import { sha256 } from "../tools/digests.ts";
import type { CatalogEntry, CatalogReward } from "./entry.ts";
import { type Limited, shownOf, viewReward } from "./offer.ts";

export interface CatalogList {
  /** The rewards as a JSON array. */
  readonly json: string;
  /** Strong, with its quotes. */
  readonly etag: string;
}

export interface CatalogViews {
  reward(reward: CatalogReward): Reward;
  /** The rewards of an entry that a session's limits leave. @throws ProblemError promotion_unavailable */
  list(entry: CatalogEntry, limits: Limited): CatalogList;
}

/** @param publicUrl the address under which browsers reach the server, without a trailing slash */
export function catalogViews(images: Images, publicUrl: string): CatalogViews {
  const imageUrl = imageAddresses(images, publicUrl);
  /** By the entry's content and the limits: an unchanged catalog keeps its lists after a new read. */
  const lists = new LRUCache<string, CatalogList>({
    maxSize: CATALOG_LISTS_CHARS,
    sizeCalculation: ({ json }, key) => json.length + key.length,
  });
  const view = (reward: CatalogReward): Reward => viewReward(reward, imageUrl);
  return {
    reward: view,
    list(entry, limits) {
      const isShown = shownOf(entry, limits);
      const { currency, ...own } = limits;
      // Without a limit the currency hides no reward.
      const isLimited = AMOUNT_LIMITS.some((limit) => own[limit] !== null);
      const key = JSON.stringify([entry.version, own, isLimited ? currency : null]);
      const kept = lists.get(key);
      if (kept) return kept;
      const json = JSON.stringify(entry.rewards.filter(isShown).map(view));
      const list = { json, etag: etagOf(json) };
      lists.set(key, list);
      return list;
    },
  };
}

/** 132 bits. */
const ETAG_CHARS = 22;

/** A strong ETag of a text, with its quotes. */
export const etagOf = (text: string): string => `"${toBase64Url(sha256(text)).slice(0, ETAG_CHARS)}"`;
