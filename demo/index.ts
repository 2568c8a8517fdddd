/**
 * The demo that runs beside the token server without credentials: the simulated fulfillment service on a loopback port
 * of its own, and sites that use the token server over HTTP with a site key, as any other site does: a shop, pages of
 * brands, a partner's portal, and a care desk for the orders of them all.
 */
import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { isOnThisMachine, originsOf, reachable } from "./addresses.ts";
import { barOn, barRoutes } from "./bar/bar.ts";
import { createPhone, qrOf } from "./bar/phone.ts";
import { BRAND_PATH, BRAND_SITES, type BrandOptions, type BrandSite, siteName } from "./brand/backend.ts";
import { BRANDS_PATH, createBrands } from "./brand/brand.ts";
import { SETS } from "./brand/sets.ts";
import { createDesk, DESK_PATH } from "./desk/desk.ts";
import { playSamples } from "./desk/samples.ts";
import { DEMO_API_KEY, DEMO_API_SECRET, SnapshotUnreadable } from "./fulfillment/app.ts";
import { MAILBOX_PATH, PAGE_PATH } from "./fulfillment/pages/paths.ts";
import { serveFulfillment } from "./fulfillment/serve.ts";
import { fileSnapshot } from "./fulfillment/snapshot-file.ts";
import { HELP_PATH, helpPages } from "./help.ts";
import { listen } from "./listener.ts";
import { PORTAL_NAME } from "./portal/customers.ts";
import { createPortal, PORTAL_PATH } from "./portal/portal.ts";
import { PROOF_PATH } from "./proof/backend.ts";
import { createProof } from "./proof/proof.ts";
import { CHOICES } from "./shop/choices.ts";
import { createShop, SHOP_PATH } from "./shop/shop.ts";
import { createReceiver, type Receiver, SECRET_PREFIX } from "./webhook.ts";

export { SnapshotUnreadable };

export interface DemoOptions {
  /** The token server's address for browsers. */
  readonly publicUrl: string;
  /**
   * The token server's address for the sites' backends; default: the same. The two differ behind a proxy or a mapped
   * port.
   */
  readonly serverUrl?: string;
  /** The ports of mailbox and control, and of the phone, one after the other, if they are free; by default, and otherwise, any free ports. */
  readonly firstPort?: number;
  /** Puts the token server back to its beginning, and calls `forget`. */
  readonly startOver?: () => Promise<void>;
  /** Whether there are orders from the start; default: none. */
  readonly hasSamples?: boolean;
  /** Where the simulated service saves its records; must live as long as the ledger's file. Default: nowhere. */
  readonly stateFile?: string;
}

interface SignedTo {
  readonly url: string;
  readonly secrets: readonly string[];
}

interface DemoSite {
  readonly id: string;
  readonly keys: readonly string[];
  readonly origins: readonly string[];
  readonly promotions?: readonly string[];
  readonly webhook?: SignedTo;
  /** Where the site is asked before a confirmation is stored. */
  readonly authorize?: SignedTo;
}

export interface Demo {
  readonly fulfillment: { baseUrl: string; authUrl: string; apiKey: string; apiSecret: string };
  readonly sites: readonly DemoSite[];
  /** `/` and everything below `/demo/` on the token server. */
  readonly pages: Hono;
  /** The addresses for a presenter. Mailbox and control answer on this machine only. */
  readonly addresses: Readonly<
    Record<"shop" | "brand" | "portal" | "proof" | "desk" | "mailbox" | "control", string>
  >;
  /** How far the service's clock was moved, ms. */
  offset(): number;
  /** Plays the orders that there are from the start, if there are any; the token server listens. */
  play(): Promise<void>;
  /** Puts the service and the sites back to their beginning. */
  forget(): void;
  stop(): Promise<void>;
}

const SHOP_SITE_ID = "demo";
const PORTAL_SITE_ID = "portal";
const YOURS_SITE_ID: BrandSite = "yours";
/** Below a site's webhook. */
const AUTHORIZE_PATH = "/authorize";
const SITE_KEY_BYTES = 32;
const SECRET_BYTES = 32;
const SEED_BYTES = 16;

const drawKey = (): string => randomBytes(SITE_KEY_BYTES).toString("base64url");

export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { publicUrl, serverUrl = publicUrl, firstPort = 0, stateFile } = options;
  const startOver = options.startOver ?? (async () => forget());
  const shown = {
    shop: SHOP_PATH,
    yours: BRAND_PATH,
    ...Object.fromEntries(Object.keys(SETS).map((id) => [id, `${BRANDS_PATH}${id}/`])),
  };
  // A partner's site is on another origin than the token server, as most are; where only one address is public, on the same.
  const isHere = isOnThisMachine(publicUrl);
  const portalListener = isHere ? await listen("127.0.0.1", firstPort && firstPort + 2) : undefined;
  const portalUrl = portalListener ? `http://127.0.0.1:${portalListener.port}` : publicUrl;
  const portalAddress = portalListener ? `${portalUrl}${PORTAL_PATH}` : PORTAL_PATH;
  const ofStaff = { portal: portalAddress, desk: DESK_PATH };
  const ofBar = {
    publicUrl,
    pages: { ...shown, ...(!isHere && ofStaff) },
    phone: () => phone,
    pagesHere: () => ({ proof: PROOF_PATH, ...ofStaff, ...behind }),
    startOver,
  };
  const around = new Hono();
  around.use(MAILBOX_PATH, barOn("mailbox"));
  around.use(PAGE_PATH, barOn("control"));
  around.route("/", barRoutes(ofBar, { origins: () => originsOf(service.url), isTokenServer: false }));
  const ofService = {
    around,
    // A random seed: an old ledger may know ids of an earlier service, and a new service must not draw them again.
    seed: randomBytes(SEED_BYTES).toString("hex"),
    refill: true,
    snapshot: stateFile === undefined ? undefined : fileSnapshot(stateFile),
    startOver,
  };
  const service = await serveFulfillment({ ...ofService, port: firstPort }).catch((error) => {
    // Taken, or beyond the last port.
    if (!["EADDRINUSE", "ERR_SOCKET_BAD_PORT"].includes(error.code)) throw error;
    return serveFulfillment(ofService);
  });
  const shopKey = drawKey();
  // A listener of its own: the sites may be at an address that is neither public nor loopback, where no webhook goes.
  const receiving = await listen("127.0.0.1", 0);
  const fulfillment = {
    baseUrl: service.baseUrl,
    authUrl: service.authUrl,
    apiKey: DEMO_API_KEY,
    apiSecret: DEMO_API_SECRET,
  };
  const behind = { mailbox: `${service.url}${MAILBOX_PATH}`, control: `${service.url}${PAGE_PATH}` };
  const origins = originsOf(publicUrl);
  const tokenServer = reachable(serverUrl);
  const setUp: BrandOptions["setUp"] = (plan) => service.control.setUpPromotion(plan);
  const ofPages = { publicUrl, tokenServer, origins, setUp };
  const phone = createPhone({
    publicUrl,
    tokenServer,
    service: service.url,
    port: firstPort && firstPort + 1,
    pages: shown,
  });
  const ofProof = { publicUrl, origins, fulfillment, switches: behind.control };
  const proof = await createProof({ ...ofProof, control: service.control });
  const signedTo = (path: string): SignedTo => ({
    url: `http://127.0.0.1:${receiving.port}/${path}`,
    secrets: [SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64")],
  });
  const told = (site: DemoSite) => ({ ...site, webhook: signedTo(site.id) });
  const shopSite = told({ id: SHOP_SITE_ID, keys: [shopKey], origins });
  const askedOf = (id: string): SignedTo => signedTo(`${id}${AUTHORIZE_PATH}`);
  /** The visitor's own brand says what its backend answers. */
  const ofYours = askedOf(YOURS_SITE_ID);
  const brandSites = Object.keys(BRAND_SITES).map((id) => ({
    ...told({ id, keys: [drawKey()], origins }),
    ...(id === YOURS_SITE_ID && { authorize: ofYours }),
  }));
  const portalKey = drawKey();
  const authorize = askedOf(PORTAL_SITE_ID);
  const ofPortal = [...new Set([...originsOf(portalUrl), ...origins])];
  const portalSite = { ...told({ id: PORTAL_SITE_ID, keys: [portalKey], origins: ofPortal }), authorize };
  const shops = [
    { id: SHOP_SITE_ID, name: "Linden Club", siteKey: shopKey },
    { id: PORTAL_SITE_ID, name: PORTAL_NAME, siteKey: portalKey },
    ...brandSites.map(({ id, keys }) => ({
      id,
      name: siteName(id as BrandSite),
      siteKey: keys[0] ?? "",
    })),
  ];
  const helped = Object.fromEntries(shops.map((shop) => [shop.id, { ...shop, tokenServer }]));
  const now = (): number => Date.now() + service.control.offset();
  const openDesk = () => createDesk({ shops, tokenServer, origins, now });
  let desk = openDesk();
  let playing = new AbortController();
  const opened = (shop: string) => (orderId: string, email: string) =>
    desk.orders.opened(shop, orderId, email);
  /** What the sites' backends remember begins with these. */
  const openSites = (): Hono => {
    const receivers = new Hono();
    const receiverOf = ({ id, webhook }: ReturnType<typeof told>): Receiver => {
      const receiver = createReceiver(webhook.secrets, now);
      receivers.route(`/${id}`, receiver.app);
      return receiver;
    };
    const pages = new Hono();
    const shared = new Hono()
      .route("/", barRoutes(ofBar, { origins: () => origins, isTokenServer: true }))
      .use(`${HELP_PATH}*`, barOn("help"))
      .route("/", helpPages(helped));
    pages.route("/", shared);
    pages.route("/", desk.app);
    pages.get(PROOF_PATH.slice(0, -1), (c) => c.redirect(PROOF_PATH, 302));
    pages.route(PROOF_PATH, proof.app);
    pages.route(
      "/",
      createShop({
        ...ofPages,
        siteKey: shopKey,
        choices: CHOICES,
        receiver: receiverOf(shopSite),
        opened: opened(SHOP_SITE_ID),
      }),
    );
    const ofBrands = Object.fromEntries(
      brandSites.map((site) => [
        site.id,
        {
          siteKey: site.keys[0] ?? "",
          receiver: receiverOf(site),
          // Each change of a brand that is being made opens an order, which nobody has asked for.
          ...(site.id !== YOURS_SITE_ID && { opened: opened(site.id) }),
        },
      ]),
    ) as Record<BrandSite, { siteKey: string; receiver: Receiver }>;
    const brands = createBrands({ ...ofPages, sites: ofBrands, secrets: ofYours.secrets, now });
    pages.route("/", brands.app);
    receivers.route(`/${YOURS_SITE_ID}${AUTHORIZE_PATH}`, brands.asked);
    const portal = createPortal({
      ...ofPages,
      origins: ofPortal,
      siteKey: portalKey,
      receiver: receiverOf(portalSite),
      secrets: authorize.secrets,
      qr: (path) => qrOf(phone.url ?? reachable(publicUrl), path, SHOP_PATH),
      opened: opened(PORTAL_SITE_ID),
      now,
    });
    if (portalListener) pages.get(PORTAL_PATH, (c) => c.redirect(portalAddress, 302));
    pages.route("/", portal.app);
    portalListener?.serve(
      new Hono()
        .route("/", barRoutes(ofBar, { origins: () => originsOf(portalUrl), isTokenServer: false }))
        .route("/", portal.app)
        // What all pages of the demo share.
        .get("/demo/*", (c) => pages.fetch(c.req.raw)),
    );
    receivers.route(`/${PORTAL_SITE_ID}${AUTHORIZE_PATH}`, portal.asked);
    receiving.serve(receivers);
    return pages;
  };
  let pages = openSites();
  const forget = (): void => {
    proof.forget();
    phone.set();
    playing.abort();
    playing = new AbortController();
    service.control.reset();
    desk = openDesk();
    pages = openSites();
  };
  return {
    fulfillment,
    sites: [shopSite, ...brandSites, portalSite],
    get pages() {
      return pages;
    },
    addresses: {
      shop: `${reachable(publicUrl)}${SHOP_PATH}`,
      brand: `${reachable(publicUrl)}${BRAND_PATH}`,
      portal: portalListener ? portalAddress : `${reachable(publicUrl)}${PORTAL_PATH}`,
      proof: `${reachable(publicUrl)}${PROOF_PATH}`,
      desk: `${reachable(publicUrl)}${DESK_PATH}`,
      ...behind,
    },
    async play() {
      const { origin } = new URL(publicUrl);
      if (options.hasSamples)
        await playSamples({
          tokenServer,
          origin,
          shops,
          control: service.control,
          desk,
          signal: playing.signal,
        });
    },
    offset: () => service.control.offset(),
    forget,
    async stop() {
      const listeners = [receiving, portalListener].map((each) => each?.close());
      await Promise.all([phone.set(), proof.close(), service.close(), ...listeners]);
    },
  };
}
