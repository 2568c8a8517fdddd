/** How things are, in one answer for the operator's page. Source: docs/operate/index.md, "The page"; openapi.json, GET /operator/state. */
import { z } from "zod";
import { field } from "../../shared/wire/field.ts";
import type { Environment } from "../../shared/wire.ts";
import { attentionOrder } from "./attention-query.ts";
import { type DetailsOptions, detailsOf } from "./details.ts";

/** As many orders as a person sees to in one sitting; the rest comes up behind them. */
const ORDERS_SHOWN = 100;

const webhookNow = z.object({
  site: field(z.string(), "The site's id", "shop"),
  waiting: field(z.int(), "Events that wait to be sent", 0),
  since: field(z.iso.datetime().optional(), "Since when the oldest waits", "2026-11-22T12:00:00.000Z"),
  off_since: field(z.iso.datetime().optional(), "Since when nothing is sent", "2026-11-22T12:00:00.000Z"),
  cause: field(z.enum(["gone", "failing"]).optional(), "Why it is off", "failing"),
});

export const situation = z
  .object({
    environment: field(z.string(), "`simulated`, `sandbox` or `production`", "production"),
    version: field(z.string(), "Of this server", "0.1.0"),
    sites: field(z.array(z.string()), "The ids of the sites", ["shop"]),
    ledger: field(z.string().nullable(), "What is wrong with the ledger; null: it answers", null),
    warnings: field(
      z.array(
        z.object({
          code: field(z.string(), "Its code", "attention"),
          message: field(z.string(), "In words", "1 order needs a person"),
        }),
      ),
      "What is wrong, as in `/readyz?details`",
    ),
    orders: field(z.array(attentionOrder), "The orders that need a person, those that wait longest first"),
    total: field(z.int(), "How many they are", 3),
    webhooks: field(z.array(webhookNow), "Every webhook of the settings"),
  })
  .meta({ id: "Situation", description: "How things are, for the operator's page" });
export type Situation = z.infer<typeof situation>;

export interface PageOptions extends DetailsOptions {
  readonly environment: Environment;
  readonly version: string;
  readonly siteIds: () => readonly string[];
}

/** Also where the ledger does not answer: then without what is in it. */
export async function situationOf(options: PageOptions): Promise<Situation> {
  const { ledgerWatch, attention, webhookOperations, environment, version, siteIds } = options;
  const fault = await ledgerWatch.check();
  const list = { page: 1, per_page: ORDERS_SHOWN };
  const [{ warnings }, listed, webhooks] = await Promise.all([
    detailsOf(options, fault),
    fault === null ? attention.page(list) : { data: [], total: 0 },
    webhookOperations.standing(),
  ]);
  const written = (time: number): string => new Date(time).toISOString();
  return {
    ...{ environment, version, sites: [...siteIds()], ledger: fault, warnings: [...warnings] },
    ...{ orders: listed.data, total: listed.total },
    webhooks: (webhooks ?? []).map(({ site, waiting, since, off }) => ({
      ...{ site, waiting },
      ...(since !== null && { since: written(since) }),
      ...(off && { off_since: written(off.since), cause: off.cause }),
    })),
  };
}
