/**
 * Some twenty orders in every state, from the start: each is played, by a session, the browser's routes and the care desk, as a
 * customer and a clerk would. What a service does seldom (refuse, stop, lose an answer) is done to one redemption alone, so
 * that no visitor meets it. `failed` is missing: it takes half an hour of refused cancellations, which are warnings in the log.
 */
import { z } from "zod";
import type { BrandSite } from "../brand/backend.ts";
import { SETS } from "../brand/sets.ts";
import { type BrandSpec, maxAmountOf, planOf } from "../brand/spec.ts";
import { type Control, PROMOTIONS, planned } from "../fulfillment/app.ts";
import { call, isRefusal, session } from "../site-backend.ts";
import type { Desk } from "./desk.ts";
import type { Shop } from "./orders.ts";

/** What has happened to the order when it is found. */
type Story =
  | "opened"
  | "booked"
  | "redeemed"
  | "activated"
  | "notified"
  | "opened_link"
  | "canceled"
  | "refunded"
  | "processing"
  | "denied"
  | "blocked"
  | "expired";

interface Sample {
  readonly shop: "demo" | Exclude<BrandSite, "yours">;
  readonly customer: string;
  readonly story: Story;
  /** The reward's place in its shop's list. */
  readonly reward?: number;
  /** Of a cancel or refund: who did it, and why. */
  readonly note?: readonly [by: string, reason: string];
}

const SAMPLES: readonly Sample[] = [
  { shop: "demo", customer: "Noah Lindgren", story: "redeemed", reward: 0 },
  {
    shop: "demo",
    customer: "Sofia Marchetti",
    story: "refunded",
    reward: 4,
    note: ["Anna Brandt", "Ordered twice by mistake"],
  },
  { shop: "demo", customer: "Ivy Chandler", story: "expired", reward: 6 },
  { shop: "supermarket", customer: "Petra Vogel", story: "redeemed", reward: 0 },
  { shop: "supermarket", customer: "Timo Kranz", story: "redeemed", reward: 3 },
  { shop: "supermarket", customer: "Aylin Demir", story: "booked", reward: 6 },
  { shop: "supermarket", customer: "Gerd Paulsen", story: "redeemed", reward: 2 },
  {
    shop: "supermarket",
    customer: "Lena Fuchs",
    story: "canceled",
    reward: 5,
    note: ["Anna Brandt", "Customer changed their mind"],
  },
  { shop: "bank", customer: "Omar Nasser", story: "redeemed", reward: 3 },
  { shop: "bank", customer: "Rania Aziz", story: "redeemed", reward: 8 },
  { shop: "bank", customer: "Yusuf Karimi", story: "denied", reward: 1 },
  { shop: "bank", customer: "Huda Saleh", story: "blocked", reward: 9 },
  { shop: "bank", customer: "Dana Al Amin", story: "opened" },
  { shop: "employer", customer: "Nadia Brooks", story: "notified", reward: 1 },
  { shop: "employer", customer: "Tom Ashby", story: "opened_link", reward: 3 },
  { shop: "employer", customer: "Ruth Kimani", story: "notified", reward: 5 },
  { shop: "employer", customer: "Sam Okoro", story: "opened" },
  { shop: "demo", customer: "Hannah Weiss", story: "activated", reward: 1 },
  { shop: "demo", customer: "Maya Torres", story: "redeemed", reward: 3 },
  {
    shop: "supermarket",
    customer: "Ole Harms",
    story: "refunded",
    reward: 1,
    note: ["Marek Zielinski", "Code did not work at the till"],
  },
  { shop: "demo", customer: "Kofi Mensah", story: "processing", reward: 2 },
];

export interface SampleOptions {
  readonly tokenServer: string;
  /** The shops' origin for browsers. */
  readonly origin: string;
  readonly shops: readonly Shop[];
  readonly control: Control;
  readonly desk: Desk;
  /** Aborted when the demo is put back to its beginning: another desk's orders are played then. */
  readonly signal: AbortSignal;
}

/** A code of the order's own keeps what happens to it from every other order. */
const DEMO_SKUS = [
  "VELMORA-25",
  "KESTROW-CODE-PLAIN-25",
  "QUILLMARSH-25",
  "TARNWELL-25",
  "PLUMVALE-50",
  "MARZENBY-18",
  "TUNDREL-LINK-PLAIN-12",
];

const specOf = (shop: Exclude<Sample["shop"], "demo">): BrandSpec => {
  const [version] = Object.values(SETS[shop].versions);
  if (!version) throw new Error(`${shop} has no version`);
  return version.spec;
};

const state = z.object({ state: z.string(), attempt: z.number().optional() });

/**
 * Plays the orders, those of one shop one after the other. One that cannot be played is missing from the list; nothing else depends on
 * it.
 */
export async function playSamples(options: SampleOptions): Promise<void> {
  const shops = new Set(SAMPLES.map(({ shop }) => shop));
  const playShop = async (shop: Sample["shop"]): Promise<void> => {
    for (const [i, sample] of SAMPLES.entries())
      if (sample.shop === shop && !options.signal.aborted)
        await play(sample, i, options).catch(() => undefined);
  };
  await Promise.all([...shops].map(playShop));
}

/** The orders are spread over so many days, and over the hours in which people shop. */
const DAYS = 3;
const HOURS = [9.2, 10.7, 12.4, 13.1, 16.6, 18.3, 20.1];
const HOUR_MS = 3_600_000;

/** When the order would have been made: before now, at a human hour of the last days. Epoch ms. */
function orderedAt(i: number, now: number): number {
  const day = new Date(now - (i % DAYS) * 24 * HOUR_MS).setHours(0, 0, 0, 0);
  const at = day + (HOURS[(i * 5) % HOURS.length] ?? 12) * HOUR_MS + i * 60_000;
  return at < now ? at : at - 24 * HOUR_MS;
}

async function play(sample: Sample, i: number, options: SampleOptions): Promise<void> {
  const { tokenServer, origin, shops, control, desk } = options;
  const { shop, customer, story, reward = 0, note } = sample;
  const siteKey = shops.find(({ id }) => id === shop)?.siteKey ?? "";
  const order_id = `${shop}-sample-${i + 1}`;
  const metadata = { customer, ordered: new Date(orderedAt(i, Date.now())).toISOString() };
  const email = `${customer.toLowerCase().replaceAll(" ", ".")}@customer.example`;
  const browser = async (token: string, path: string, body: object) => {
    const answer = await call(
      fetch,
      `${tokenServer}/v1/order/${path}`,
      { bearer: token, origin, body },
      state,
    );
    if (isRefusal(answer)) throw new Error(answer.error);
    return answer;
  };

  const { values, sku, amount } = orderOf(shop, story, reward, control);
  const opened = await call(
    fetch,
    `${tokenServer}/v1/sessions`,
    { bearer: siteKey, body: { order_id, user: { email }, metadata, ...values } },
    session,
  );
  if (isRefusal(opened)) throw new Error(opened.error);
  desk.orders.opened(shop, order_id, email);
  const token = opened.session_token;
  const choice = { sku, ...(amount !== undefined && { amount }) };
  const redemption = () => control.redemptions().findLast((each) => each.email === email)?.id ?? "";

  if (story === "opened") return;
  if (values.delivery === "notify") {
    await browser(token, "notify", choice);
    if (story === "opened_link") control.openLink(redemption());
    return;
  }
  const { attempt } = await browser(token, "book", choice);
  const confirm = (kind: "redeem" | "activate") => browser(token, kind, { attempt, ...choice });
  /** The answer comes late, or never: nobody waits for it. */
  const begin = (kind: "redeem") => void confirm(kind).catch(() => undefined);
  const always = { times: "always", match: { redemption_id: redemption() } } as const;
  switch (story) {
    case "booked":
      return;
    case "canceled":
    case "refunded": {
      const [by, reason] = note ?? ["", ""];
      if (story === "refunded") await confirm("redeem");
      await desk.act(shop, order_id, { action: story === "refunded" ? "refund" : "cancel", by, reason });
      return;
    }
    case "processing":
      // A state, not a lost answer: lost answers are warnings in the terminal of a presenter.
      control.fault({ operation: "redeem", kind: "state", state: "pending", ...always });
      begin("redeem");
      return;
    case "denied":
    case "blocked":
      control.fault({ operation: "redeem", kind: "state", state: story, ...always, times: 1 });
      await confirm("redeem");
      return;
    case "activated":
    case "expired":
      await confirm("activate");
      if (story === "expired") control.forceState(redemption(), "expired");
      return;
    case "redeemed":
      await confirm("redeem");
      return;
    case "notified":
    case "opened_link":
      return;
    default:
      story satisfies never;
  }
}

const BY_LINK: readonly Story[] = ["activated", "expired"];

/** The session's values, and the choice. */
function orderOf(shop: Sample["shop"], story: Story, reward: number, control: Control) {
  const delivery = BY_LINK.includes(story) ? "activate" : "redeem";
  if (shop === "demo") {
    const promotion = delivery === "activate" ? PROMOTIONS.activating : PROMOTIONS.main;
    return {
      values: { promotion_id: String(promotion), delivery, currency: "USD", max_amount: "100" },
      sku: DEMO_SKUS[reward] ?? "",
      amount: undefined,
    };
  }
  const spec = specOf(shop);
  const plan = planOf(spec);
  const chosen = planned(plan, 0).rewards[reward];
  return {
    values: {
      promotion_id: String(control.setUpPromotion(plan)),
      delivery: spec.delivery,
      currency: spec.currency,
      max_amount: maxAmountOf(spec),
    },
    sku: chosen?.sku ?? "",
    amount: typeof chosen?.worth === "object" ? String(Math.min(chosen.worth.max, 25)) : undefined,
  };
}
