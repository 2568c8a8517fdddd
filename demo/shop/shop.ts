/** The demo shop as one app: its page and its backend below `/demo/`, where every way to it leads. */
import { Hono } from "hono";
import { type BackendOptions, shopBackend } from "./backend.ts";
import { shopPages } from "./pages.ts";

const HOME = "/demo/";

export interface ShopOptions extends BackendOptions {
  /** The token server's address for browsers. */
  readonly publicUrl: string;
}

export function createShop(options: ShopOptions): Hono {
  const app = new Hono();
  app.get("/", (c) => c.redirect(HOME, 302));
  app.get("/demo", (c) => c.redirect(HOME, 302));
  app.use("/demo/*", async (c, next) => {
    await next();
    c.header("cache-control", "no-store");
  });
  app.route(HOME, shopBackend(options));
  app.route(HOME, shopPages(options.publicUrl));
  return app;
}
