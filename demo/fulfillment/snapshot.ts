/**
 * The records that survive a restart: a real service does not forget its redemptions, and the token server's ledger
 * relies on that.
 *
 * Saved are redemptions, mails, plans of promotions, the position of the random generator, the moved clock, and changes of stock and
 * promotions. Everything else comes from the catalog again: rewards are named by SKU, and promotions keep their
 * distance from today. Tokens, faults, the record of calls and pending effects end with the process.
 */
import { z } from "zod";
import { promotionPlan } from "./catalog/plan.ts";
import { seedPromotions } from "./catalog/promotions.ts";
import { offerOf } from "./conditions.ts";
import type { Service } from "./service.ts";
import { initialStock, type RedemptionRecord, type Store, setUp } from "./store.ts";

/** Where the records are saved. Both calls are synchronous, so that no answer is sent before its effect is saved. */
export interface Snapshot {
  /** The text saved last, or undefined at the first start. */
  load(): string | undefined;
  save(json: string): void;
}

/** The text is not one that this service saved. A fresh start would forget billed codes. */
export class SnapshotUnreadable extends Error {
  override readonly name = "SnapshotUnreadable";
}

const VERSION = 1;

const moment = z.number();
const offer = z.object({ sku: z.string(), status: z.string(), state: z.string() });
const stock = z.object({ quantity: z.number().nullable(), budgetLeft: z.boolean() });
const promotion = z.object({
  id: z.number(),
  status: z.string().optional(),
  state: z.string().optional(),
  testing: z.boolean().optional(),
  startsAt: moment.optional(),
  endsAt: moment.nullable().optional(),
  offers: z.array(offer),
});
const issued = z.object({
  items: z
    .array(
      z.object({ name: z.string(), value: z.string(), format: z.enum(["string", "url"]), usage: z.string() }),
    )
    .readonly(),
  expiresAt: moment.nullable(),
  issuedAt: moment,
});
const redemption = z.object({
  id: z.string(),
  sequence: z.number(),
  orderId: z.string(),
  promotionId: z.number(),
  sku: z.string(),
  email: z.string().optional(),
  userId: z.number(),
  amount: z.number(),
  customization: z.object({ message: z.string().optional(), senderName: z.string().optional() }),
  /** Absent in older records: all redemptions then had the service's setting. */
  testing: z.boolean().optional(),
  createdAt: moment,
  flowKey: z.string(),
  documentKey: z.string(),
  state: z.string(),
  activatedAt: moment,
  updatedAt: moment,
  redeemedAt: moment.nullable(),
  refundedAt: moment.nullable(),
  holdEndsAt: moment.nullable(),
  reserved: z.boolean(),
  debited: z.boolean(),
  activated: z.boolean(),
  codes: issued.optional(),
});
const mail = z.object({ to: z.string(), redemptionId: z.string(), url: z.string(), at: moment });

const saved = z.object({
  version: z.literal(VERSION),
  /** The address in the links given out so far. */
  publicUrl: z.string(),
  clockOffset: z.number(),
  randomPosition: z.number(),
  stock: z.record(z.string(), stock),
  promotions: z.array(promotion),
  redemptions: z.array(redemption),
  outbox: z.array(mail),
  plans: z.array(promotionPlan).default([]),
});
type Saved = z.output<typeof saved>;

function changedPromotions(store: Store): Saved["promotions"] {
  return seedPromotions(store.startedAt).flatMap((before) => {
    const now = store.promotions.get(before.id);
    if (!now) return [];
    const members = {
      ...(now.status !== before.status && { status: now.status }),
      ...(now.state !== before.state && { state: now.state }),
      ...(now.testing !== before.testing && { testing: now.testing }),
      ...(now.startsAt !== before.startsAt && { startsAt: now.startsAt }),
      ...(now.endsAt !== before.endsAt && { endsAt: now.endsAt }),
    };
    const offers = now.offers.filter((each) => {
      const seeded = offerOf(before, each.sku);
      return each.status !== seeded?.status || each.state !== seeded.state;
    });
    return Object.keys(members).length + offers.length > 0 ? [{ id: now.id, ...members, offers }] : [];
  });
}

function changedStock(store: Store): Saved["stock"] {
  return Object.fromEntries(
    [...store.stock].filter(([sku, now]) => {
      const reward = store.catalog.get(sku);
      const before = reward && initialStock(reward);
      return now.quantity !== before?.quantity || now.budgetLeft !== before.budgetLeft;
    }),
  );
}

export function snapshotOf({ store, settings, clock }: Service): string {
  const text: Saved = {
    version: VERSION,
    publicUrl: settings.publicUrl(),
    clockOffset: clock.offset,
    randomPosition: store.random.position,
    stock: changedStock(store),
    promotions: changedPromotions(store),
    redemptions: [...store.redemptions.values()].map(({ reward, past: _, codesHidden: __, ...record }) => ({
      ...record,
      sku: reward.sku,
    })),
    outbox: store.outbox,
    plans: [...store.plans],
  };
  return JSON.stringify(text);
}

function read(text: string): Saved {
  try {
    return saved.parse(JSON.parse(text));
  } catch {
    // The message does not quote the text, because it contains codes.
    throw new SnapshotUnreadable("The records of the simulated fulfillment service cannot be read");
  }
}

/** Restores the saved records into a new service. */
export function restore({ store, settings, clock, redemptions }: Service, text: string): void {
  const before = read(text);
  // The service's address may have changed, and its links must lead to the new one.
  const moved = (url: string): string =>
    url.startsWith(`${before.publicUrl}/`) ? settings.publicUrl() + url.slice(before.publicUrl.length) : url;

  clock.advance(before.clockOffset);
  store.random.position = before.randomPosition;
  for (const plan of before.plans) setUp(store, plan);
  for (const [sku, now] of Object.entries(before.stock)) Object.assign(store.stock.get(sku) ?? {}, now);
  for (const { id, offers, ...members } of before.promotions) {
    const record = store.promotions.get(id);
    if (!record) continue;
    Object.assign(record, members);
    for (const now of offers) Object.assign(offerOf(record, now.sku) ?? {}, now);
  }
  for (const { sku, codes, ...record } of before.redemptions) {
    const reward = store.catalog.get(sku);
    // A later version's catalog may lack this SKU; the other records must still be restored.
    if (!reward) continue;
    const items = codes?.items.map((item) =>
      item.format === "url" ? { ...item, value: moved(item.value) } : item,
    );
    const continued: RedemptionRecord = {
      ...record,
      reward,
      email: record.email,
      testing: record.testing ?? settings.testing,
      codes: codes && { ...codes, items: items ?? [] },
      codesHidden: false,
      past: [],
    };
    redemptions.resume(continued);
  }
  store.outbox.push(...before.outbox.map((each) => ({ ...each, url: moved(each.url) })));
}
