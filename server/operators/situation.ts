/** How things are, in one answer for the operator's page. Source: docs/operate/index.md, "The page"; openapi.json, GET /operator/state. */
import { z } from "zod";
import { field } from "../../shared/wire/field.ts";
import type { Environment } from "../../shared/wire.ts";
import type { Site } from "../settings/env.ts";
import type { DatabaseSetting } from "../settings/setting.ts";
import { attentionOrder } from "./attention-query.ts";
import { type DetailsOptions, detailsOf } from "./details.ts";
import { lamp, lampsOf } from "./lamps.ts";

/** As many orders as a person sees to in one sitting; the rest comes up behind them. */
const ORDERS_SHOWN = 100;

const instance = z.object({
  name: field(z.string(), "Its machine", "server-1"),
  version: field(z.string(), "Its version", "0.1.0"),
  since: field(z.iso.datetime(), "When it started", "2026-11-22T12:00:00.000Z"),
  seen: field(z.iso.datetime(), "When it last noted that it works", "2026-11-22T12:00:00.000Z"),
});

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
    lamps: field(z.array(lamp), "What is wrong, by the part that it is about"),
    instances: field(z.array(instance), "The instances on this ledger that were seen in the last hour"),
    orders: field(z.array(attentionOrder), "The orders that need a person, those that wait longest first"),
    total: field(z.int(), "How many they are", 3),
    webhooks: field(z.array(webhookNow), "Every webhook of the settings"),
  })
  .meta({ id: "Situation", description: "How things are, for the operator's page" });
export type Situation = z.infer<typeof situation>;

export interface PageOptions extends DetailsOptions {
  readonly environment: Environment;
  readonly version: string;
  /** The sites as they are. */
  readonly allSites: () => readonly Site[];
  readonly database: DatabaseSetting["kind"];
}

/** What there is to know of copies, where they are not late. */
function copiesNote({ backups, database }: PageOptions): string | undefined {
  if (!backups) return WITHOUT_COPIES[database];
  const { failure } = backups.standing();
  return failure === undefined ? undefined : `The last try failed and is repeated: ${failure}.`;
}

/** Where this server makes none. */
const WITHOUT_COPIES: Readonly<Record<DatabaseSetting["kind"], string>> = {
  sqlite: "No copies are made: BACKUP_EVERY and BACKUP_DIR are not set. Runbook: On a schedule.",
  postgres: "PostgreSQL is copied by its own tools, which this page does not see.",
  memory: "The ledger is in memory, and ends with the process.",
};

/** Also where the ledger does not answer: then without what is in it. */
export async function situationOf(options: PageOptions): Promise<Situation> {
  const { ledgerWatch, attention, webhookOperations, environment, version, allSites } = options;
  const fault = await ledgerWatch.check();
  const list = { page: 1, per_page: ORDERS_SHOWN };
  const [details, listed, webhooks] = await Promise.all([
    detailsOf(options, fault),
    fault === null ? attention.page(list) : { data: [], total: 0 },
    webhookOperations.standing(),
  ]);
  const written = (time: number): string => new Date(time).toISOString();
  return {
    ...{ environment, version, sites: allSites().map(({ id }) => id) },
    lamps: lampsOf({
      details,
      sites: allSites()
        .filter(({ webhook, authorize }) => webhook ?? authorize)
        .map(({ id }) => id),
      copies: copiesNote(options),
    }),
    instances: details.instances.map(({ since, seen, ...each }) => ({
      ...each,
      ...{ since: written(since), seen: written(seen) },
    })),
    ...{ orders: listed.data, total: listed.total },
    webhooks: (webhooks ?? []).map(({ site, waiting, since, off }) => ({
      ...{ site, waiting },
      ...(since !== null && { since: written(since) }),
      ...(off && { off_since: written(off.since), cause: off.cause }),
    })),
  };
}
