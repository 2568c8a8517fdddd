/** What the middleware hands to the routes. */
import type { Site } from "../env.ts";
import type { SessionRow } from "../redemption/model.ts";

export interface AppEnv {
  Variables: {
    requestId: string;
    site: Site;
    session: SessionRow;
  };
}
