/** A grant as its site sees it. Source: openapi.json, GET /v1/grants/{grant_id}; docs/points/grants.md. */
import { z } from "zod";
import { field } from "./field.ts";
import { siteOrder } from "./order.ts";
import { grantState } from "./words.ts";

export const siteGrant = z
  .object({
    grant_id: field(z.string(), "The site's own id", "spring-81"),
    amount: field(z.string(), "What all its rewards may be worth together, in whole units", "100"),
    currency: field(z.string(), "ISO 4217", "USD"),
    spent: field(
      z.string(),
      "The values of its rewards that were confirmed and not refunded, those of unknown outcome included: a decimal string",
      "40",
    ),
    left: field(z.string(), "The rest of the amount: a decimal string", "60"),
    state: field(
      grantState,
      "`spent`: less than one unit is left, or `rewards_max` rewards were had. `closed`: by the site",
      "open",
    ),
    rewards_max: field(z.int(), "How many rewards it may be spent on", 10),
    orders: field(z.array(siteOrder), "Its orders, the first one first"),
  })
  .meta({ id: "Grant", description: "An amount that one user may spend on several rewards" });
export type SiteGrant = z.infer<typeof siteGrant>;
