/** The partner portal: a site with an origin of its own, and the token server's redirect to it. */
import { Hono } from "hono";
import { demoFonts, FONTS_PATH } from "../fonts.ts";
import { type PortalBackendOptions, portalBackend } from "./backend.ts";
import { portalPages } from "./pages.ts";

export const PORTAL_PATH = "/demo/portal/";
const WITHOUT_SLASH = PORTAL_PATH.slice(0, -1);

export interface PortalOptions extends PortalBackendOptions {
  /** The token server's address for browsers, without a trailing slash. */
  readonly publicUrl: string;
}

/** Page and backend, both below {@link PORTAL_PATH}, where every link to the portal leads. */
export function createPortal(options: PortalOptions): Hono {
  const app = new Hono();
  app.get(WITHOUT_SLASH, (c) => c.redirect(PORTAL_PATH, 302));
  app.route(`${PORTAL_PATH}api`, portalBackend(options));
  app.route(PORTAL_PATH, portalPages(options.publicUrl));
  return app;
}

/** The portal as the only app of a listener. @param shared what all pages of the demo have */
export function createPortalSite(options: PortalOptions, shared: Hono): Hono {
  const app = new Hono();
  app.get("/", (c) => c.redirect(PORTAL_PATH, 302));
  app.route(FONTS_PATH, demoFonts());
  app.route("/", shared);
  app.route("/", createPortal(options));
  return app;
}

/**
 * The redirect at {@link PORTAL_PATH} on the token server if the portal listens elsewhere. It keeps the host name that
 * the visitor used. A visitor from another machine gets a note that there is no portal; an unknown host name is not
 * followed.
 */
export function portalEntrance(origins: readonly string[]): Hono {
  const byName = new Map(origins.map((origin) => [new URL(origin).hostname, origin]));
  const app = new Hono();
  for (const path of [WITHOUT_SLASH, PORTAL_PATH]) {
    app.get(path, (c) => {
      c.header("cache-control", "no-store");
      const origin = byName.get(new URL(c.req.url).hostname);
      if (origin !== undefined) return c.redirect(`${origin}${PORTAL_PATH}`, 302);
      return c.text("The partner portal answers on the machine that the token server runs on.\n", 404);
    });
  }
  return app;
}
