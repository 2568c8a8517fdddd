/** The first request of a page, and all data of the first screen. Source: openapi.json, POST /v1/opening. */
import { z } from "zod";
import { reward } from "./catalog.ts";
import { field } from "./field.ts";
import { order } from "./order.ts";
import { rewardsList } from "./rewards.ts";

/** Longer than any tag of ours: a hash with its quotes and, as caches give it back, `W/`. */
const ETAG_MAX = 64;
/** Longer than any session token of ours; the exact form is private to the server. */
const TOKEN_MAX = 256;

/** The longest tag that the standard recommends to allow for. A longer one of a page counts as none. */
const LOCALE_MAX = 35;

export const openingRequest = z
  .object({
    session_token: field(
      z.string().min(1).max(TOKEN_MAX),
      "The session; it stands in the body, because a header of that name would cost the browser a request before this one",
      "n0pFw1C2b0Zx1Q9m2m7Jc8m8m3o0mC4k5B1xvYk2sHk",
    ),
    etag: field(
      z.string().max(ETAG_MAX).nullish(),
      "The `catalog_etag` of a catalog that the page has already, so that it is not sent again",
      '"3q2-7w"',
    ),
    locale: field(
      z.string().max(LOCALE_MAX).nullish().catch(undefined),
      "The language that the page asks the widget to speak, where it asks for one; BCP 47. It goes before the session's",
      "fr-FR",
    ),
  })
  .meta({ id: "OpeningRequest", description: "What a page asks first" });
export type OpeningRequest = z.infer<typeof openingRequest>;

/** In both. */
const heard = z.object({
  locale: field(
    z.string().nullable(),
    "The request's language, else the session's, else the promotion's; null where none is known",
    "fr-FR",
  ),
  words: field(
    z.record(z.string(), z.string()).optional(),
    "The first screen's words in the widget's language for `locale`, by their names in `messages`; absent where that is English, where the widget has no such language, and where `etag` shows that the page has had an opening",
    { pick_title: "Choisissez votre récompense" },
  ),
  server_time: field(
    z.iso.datetime(),
    "The clock that `hold_expires_at` is of, when this was answered",
    "2026-11-22T12:00:00.000Z",
  ),
});

export const orderOpening = heard
  .extend({
    order: field(order, "The order, as `GET /v1/order` answers it"),
    catalog: field(
      z.array(reward).optional(),
      "While a reward can be chosen: the rewards, as `GET /v1/catalog` answers them. Absent where `etag` names this very catalog, and where it cannot be had at once: then `GET /v1/catalog` has it, or says why not",
    ),
    catalog_etag: field(
      z.string().optional(),
      "Names the catalog, also where it is left out because the page has it: the `ETag` of `GET /v1/catalog`",
      '"3q2-7w"',
    ),
    reward: field(
      reward.optional(),
      "When nothing can be chosen any more: the reward that was, where the server has it at hand",
    ),
  })
  .meta({ id: "OrderOpening", description: "All that the first screen of an order or grant needs" });
export type OrderOpening = z.infer<typeof orderOpening>;

export const memberOpening = heard
  .extend({ rewards: field(rewardsList, "The first page, as `GET /v1/rewards` answers it") })
  .meta({ id: "MemberOpening", description: "All that the first screen of a member's rewards needs" });
export type MemberOpening = z.infer<typeof memberOpening>;

/** By the session's kind. */
export const opening = z
  .union([orderOpening, memberOpening])
  .meta({ id: "Opening", description: "All that the first screen needs" });
export type Opening = z.infer<typeof opening>;
