/** The demo shop as one app: its page and its backend below `/demo/`, where every link to the shop leads. */
import { Hono } from "hono";
import { demoFonts, FONTS_PATH } from "../fonts.ts";
import { type BackendOptions, shopBackend } from "./backend.ts";
import { shopPages } from "./pages.ts";

export const SHOP_PATH = "/demo/";

export interface ShopOptions extends BackendOptions {
  /** The token server's address for browsers. */
  readonly publicUrl: string;
}

export function createShop(options: ShopOptions): Hono {
  const app = new Hono();
  app.get("/", (c) => c.redirect(SHOP_PATH, 302));
  app.get("/demo", (c) => c.redirect(SHOP_PATH, 302));
  app.route(FONTS_PATH, demoFonts());
  app.use("/demo/*", async (c, next) => {
    await next();
    c.header("cache-control", "no-store");
  });
  app.route(SHOP_PATH, shopBackend(options));
  app.route(SHOP_PATH, shopPages(options.publicUrl));
  return app;
}
