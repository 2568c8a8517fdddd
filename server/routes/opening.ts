/**
 * All data of the first screen, in one answer to one request without a preflight: the body is a form and has the session. Changes nothing. Source: openapi.json, POST /v1/opening; Fetch standard, CORS-safelisted request headers.
 */
import { type Context, Hono } from "hono";
import { nearest, resolveLocale } from "../../shared/locale.ts";
import type { MemberOpening, Order, OrderOpening } from "../../shared/wire.ts";
import * as wire from "../../shared/wire.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Limited } from "../catalog/offer.ts";
import type { CatalogList, CatalogViews } from "../catalog/views.ts";
import { FORM, readBody } from "../http/body.ts";
import type { AppEnv } from "../http/context.ts";
import { namesTag } from "../http/etag.ts";
import { errorFields, type Log } from "../observing/log.ts";
import { toProblem } from "../problems/problem.ts";
import type { Orders } from "../redemption/orders.ts";
import type { Rewards } from "../rewards/rewards.ts";
import { OPENING_CATALOG_WAIT } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { within } from "../tools/within.ts";
import type { WidgetBuild } from "../widget/version.ts";
import { zipped } from "./catalog.ts";
import { askingOf, type ShownOptions, shownTo } from "./order.ts";

/**
 * A form needs no preflight, and passes firewalls with the OWASP core rules, which refuse `text/plain` (920420): older widgets send that.
 * `application/json` is for clients that are no page.
 */
const TYPES = [FORM, "text/plain", "application/json"] as const;

export interface OpeningRoutesOptions extends ShownOptions {
  readonly orders: Orders;
  readonly rewards: Pick<Rewards, "list">;
  readonly catalog: Catalog;
  readonly catalogViews: CatalogViews;
  /** The words of the first screen, by language. */
  readonly firstWords: WidgetBuild["firstWords"];
  readonly clock: Clock;
  readonly log: Log;
}

/** The session's token in the body; the body is kept for the route. @throws ProblemError as readBody does */
export async function tokenOfOpening(c: Context<AppEnv>): Promise<string> {
  const request = await readBody(c, wire.openingRequest, TYPES);
  c.set("opening", request);
  return request.session_token;
}

export function openingRoutes(options: OpeningRoutesOptions): Hono<AppEnv> {
  const { orders, rewards, catalog, catalogViews, firstWords, clock, log } = options;
  const languages = Object.keys(firstWords);
  const app = new Hono<AppEnv>();
  const shown = shownTo(options);

  /** The rewards to choose from; undefined if they cannot be read, or not in time: the catalog's own route says why. */
  const catalogFor = (
    order: Order,
    limited: Limited,
    clientId: string | undefined,
  ): Promise<CatalogList | undefined> => {
    const read = catalog
      .get(order.promotion.id, clientId, "view")
      .then((entry) => catalogViews.list(entry, limited))
      .catch((error) => {
        // A refusal, or a failure of the service or the ledger, has its line elsewhere.
        if (!toProblem(error)) log.error("unexpected error", errorFields(error));
        return undefined;
      });
    return within(clock, OPENING_CATALOG_WAIT, read);
  };

  /** The chosen reward, from the kept catalog only: the answer must not wait for its picture. */
  const chosenOf = (order: Order, clientId: string | undefined): OrderOpening["reward"] => {
    const entry = catalog.peek(order.promotion.id, clientId);
    const chosen = entry?.rewards.find(({ sku }) => sku === order.sku);
    return chosen && catalogViews.reward(chosen);
  };

  app.post("/opening", zipped, async (c) => {
    const [session, { client_id: clientId }] = [c.get("session"), c.get("site")];
    const { etag, locale: asked } = c.get("opening");
    const heardIn = (wishes: readonly (string | null | undefined)[]) => {
      const locale = wishes.find(isLocale) ?? null;
      // A page that names a catalog has had an opening, and its words.
      const language = locale === null || etag ? undefined : nearest(resolveLocale(locale), languages);
      return {
        locale,
        ...(language !== undefined && { words: firstWords[language] }),
        server_time: new Date(clock.now()).toISOString(),
      };
    };
    if (session.member !== null) {
      const list = await rewards.list(session, wire.rewardsQuery.parse({}));
      return c.json({
        data: { rewards: list, ...heardIn([asked, session.locale]) } satisfies MemberOpening,
      });
    }
    const viewed = await orders.viewWithLimits(askingOf(session));
    const order = await shown(viewed.order, session);
    const limited = { ...viewed.limits, currency: session.currency };
    const offered = isChoosing(order) ? await catalogFor(order, limited, clientId) : undefined;
    const reward = isChoosing(order) ? undefined : chosenOf(order, clientId);
    const known = {
      order,
      ...(offered && { catalog_etag: offered.etag }),
      ...(reward && { reward }),
      ...heardIn([asked, order.locale, order.promotion.locale]),
    } satisfies Omit<OrderOpening, "catalog">;
    if (!offered || namesTag(etag ?? undefined, offered.etag)) return c.json({ data: known });
    // The shared list is not written as JSON again.
    const body = `{"data":${JSON.stringify(known).slice(0, -1)},"catalog":${offered.json}}}`;
    return c.body(body, 200, { "Content-Type": "application/json" });
  });
  return app;
}

/** Whether a wish is a usable language tag, so that the next one need not count. */
const isLocale = (wish: string | null | undefined): wish is string => resolveLocale(wish, "und") !== "und";

/** Until the order is finished another reward may be chosen, also while one is held. */
const isChoosing = ({ state }: Order): boolean =>
  state === "open" || state === "booked" || state === "processing";
