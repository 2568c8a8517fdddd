/**
 * Passes for the phones' wallets, where the operator has set them up. Each is made for its request, and kept nowhere.
 * Source: docs/server/passes.md; openapi.json, POST /v1/order/pass.
 */
import { formatLocale, nearest, resolveLocale } from "../../shared/locale.ts";
import type { Codes } from "../../shared/usages.ts";
import { type Order, WALLETS, type Wallet } from "../../shared/wire.ts";
import type { CatalogDetails } from "../catalog/catalog.ts";
import type { PassSettings } from "../settings/passes.ts";
import { PASS_PARTS_WAIT } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { within } from "../tools/within.ts";
import type { Words } from "../widget/version.ts";
import { applePass } from "./apple.ts";
import { passContent } from "./content.ts";
import { googleLink } from "./google.ts";

export interface Logo {
  /** Its address on this server. */
  readonly url: string;
  /** Resolves to a PNG; undefined if it is none, or cannot be had. */
  readonly png: () => Promise<Uint8Array | undefined>;
}

export interface PassesOptions {
  readonly settings: PassSettings;
  /** The words of the widget that passes need, by language; English too. */
  readonly words: Readonly<Record<string, Words>>;
  readonly textsOf: (sku: string) => Promise<CatalogDetails>;
  readonly logoOf: (site: string, order: Order) => Logo | undefined;
  readonly clock: Clock;
}

export interface PassWish {
  readonly site: string;
  readonly order: Order;
  readonly codes: Codes;
  /** What the page asks for, before what the session says. */
  readonly locale: string | null | undefined;
}

/** A file, or an address. */
export type Pass = { readonly file: Uint8Array<ArrayBuffer> } | { readonly url: string };

export interface Passes {
  /** Whether there are passes of that kind at all. */
  has(wallet: Wallet): boolean;
  /** The order with the wallets for which its session may have a pass. */
  offered(order: Order): Order;
  make(wallet: Wallet, wish: PassWish): Promise<Pass>;
}

/** What is mailed is opened on the service's own page: an order of that delivery has no pass. */
export const mayHavePass = ({ delivery }: Pick<Order, "delivery">): boolean => delivery !== "notify";

export function createPasses({ settings, words, textsOf, logoOf, clock }: PassesOptions): Passes {
  const tags = Object.keys(words);
  const has = (wallet: Wallet): boolean => {
    if (wallet === "google") return settings.google !== undefined;
    // An expired certificate signs what no phone takes.
    return settings.apple !== undefined && clock.now() < settings.apple.expiresAt;
  };

  return {
    has,

    offered(order) {
      if (order.state !== "redeemed" || order.withheld || !mayHavePass(order)) return order;
      const wallets = WALLETS.filter(has);
      return wallets.length > 0 ? { ...order, wallets } : order;
    },

    async make(wallet, { site, order, codes, locale }) {
      const asked = resolveLocale(locale, order.locale, order.promotion.locale);
      const tag = nearest(asked, tags) ?? "en";
      const logo = logoOf(site, order);
      // Without its texts or its picture a pass still is one.
      const inTime = <T>(read: Promise<T>): Promise<T | undefined> =>
        within(
          clock,
          PASS_PARTS_WAIT,
          read.catch(() => undefined),
        );
      const [texts, png] = await Promise.all([
        order.sku === undefined ? undefined : inTime(textsOf(order.sku)),
        wallet === "apple" && logo ? inTime(logo.png()) : undefined,
      ]);
      const content = passContent({
        site,
        order,
        codes,
        locale: formatLocale(asked, tag),
        words: words[tag] ?? {},
        ...(texts && { texts }),
        ...(logo && { logoUrl: logo.url }),
      });
      const { apple, google } = settings;
      if (wallet === "apple" && apple) return { file: await applePass(content, apple, png) };
      if (wallet === "google" && google)
        return { url: await googleLink(content, google, Math.floor(clock.now() / 1000)) };
      throw new Error("a pass was asked for that is not set up");
    },
  };
}
