/**
 * The webhooks as operators see them: what waits, what is off and why, a test, and turning one on again.
 * Source: docs/webhooks.md, "When it fails".
 */
import { z } from "zod";
import { field } from "../../shared/wire/field.ts";
import { type Event, TEST_EVENT } from "../../shared/wire.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { errorFields, type Log } from "../observing/log.ts";
import { ProblemError } from "../problems/problem.ts";
import { type Doer, deedOf } from "../rows/audit.ts";
import type { Clock } from "../tools/clock.ts";
import { randomUuid } from "../tools/random.ts";
import { isTaken, type WebhookSender } from "../webhooks/sender.ts";
import type { AskedBy } from "./attention-list.ts";
import { operatorDeed } from "./attention-query.ts";

export const webhookOff = z
  .object({
    site: field(z.string(), "The site's id", "shop"),
    reason: field(z.literal("webhook_off"), "Why it is on this list", "webhook_off"),
    cause: field(
      z.enum(["gone", "failing"]),
      "`gone`: its receiver answered 410; `failing`: every try failed for three days",
      "failing",
    ),
    since: field(z.iso.datetime(), "Since when nothing is sent", "2026-11-22T12:00:00.000Z"),
    waiting: field(z.int(), "Events that wait", 12),
    remedy: field(
      z.string(),
      "What to do",
      "Have the site mend its receiver. Then POST /v1/webhooks/shop/test, and POST /v1/webhooks/shop/resume once it is delivered.",
    ),
  })
  .meta({
    id: "WebhookOff",
    description: "A webhook that is off, until its entry changes or an operator resumes it",
  });
export type WebhookOff = z.infer<typeof webhookOff>;

export const webhookTest = z
  .object({
    delivered: field(z.boolean(), "Whether the receiver answered with 2xx", true),
    status: field(z.int().optional(), "What it answered", 204),
    reason: field(z.string().optional(), "Why no answer came", "timeout"),
    cause: field(
      z.string().optional(),
      "The error behind it: `CERT_HAS_EXPIRED`, `ENOTFOUND`, `ECONNREFUSED`; `AddressRefused`: the address is not public",
      "ECONNREFUSED",
    ),
  })
  .meta({ id: "WebhookTest", description: "What became of a test event" });
export type WebhookTest = z.infer<typeof webhookTest>;

export const failedEvent = z
  .object({
    event_id: field(z.string(), "The event", "evt_5f0c2d9be1b84a63a8e7c1d2f3a4b5c6"),
    order_id: field(z.string(), "The order that it is about", "1042"),
    type: field(z.string(), "What it tells of", "order.redeemed"),
    tries: field(z.int(), "How often it was tried", 3),
    tried_at: field(z.iso.datetime(), "When it was last tried", "2026-11-22T12:00:00.000Z"),
    next_try_at: field(
      z.iso.datetime().optional(),
      "When it is tried again; absent: not by itself",
      "2026-11-22T12:05:00.000Z",
    ),
    failure: field(
      z.string(),
      "Why: the status that was answered, or why no answer came",
      "timeout, ECONNREFUSED",
    ),
  })
  .meta({ id: "FailedEvent", description: "An event that was not delivered at its last try" });
export type FailedEvent = z.infer<typeof failedEvent>;

export const sendAgainRequest = operatorDeed
  .extend({ since: field(z.iso.datetime(), "From when on, UTC", "2026-11-22T12:00:00.000Z") })
  .meta({
    id: "SendAgainRequest",
    description: "Has everything sent again that a site was told of since then",
  });

export const sentAgain = z
  .object({ events: field(z.int(), "How many events are sent again", 12) })
  .meta({ id: "SentAgain", description: "What is sent again" });

/** The last failures that are shown: whether they are of one kind is seen by then. */
const FAILURES_SHOWN = 20;

type OfLedger = Pick<
  Ledger,
  "waitingEvents" | "webhooks" | "resumeWebhook" | "failedEvents" | "sendAgainSince"
>;

/** A webhook at one moment. Times epoch ms. */
export interface WebhookNow {
  readonly site: string;
  readonly waiting: number;
  /** Since when the oldest event waits. */
  readonly since: number | null;
  readonly off: { readonly since: number; readonly cause: WebhookOff["cause"] } | null;
}

export class WebhookOperations {
  readonly #ledger: OfLedger;
  readonly #sender: WebhookSender;
  readonly #clock: Pick<Clock, "now">;
  readonly #log: Log;

  constructor(options: {
    readonly ledger: OfLedger;
    readonly sender: WebhookSender;
    readonly clock: Pick<Clock, "now">;
    readonly log: Log;
  }) {
    this.#ledger = options.ledger;
    this.#sender = options.sender;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  /** Every webhook of the settings. @returns undefined if the ledger does not answer */
  async standing(): Promise<readonly WebhookNow[] | undefined> {
    try {
      const waiting = new Map((await this.#ledger.waitingEvents()).map((each) => [each.site, each]));
      const known = new Map((await this.#ledger.webhooks()).map((each) => [each.site, each]));
      return this.#sender.sites().map((site) => {
        const { off_since = null, off_reason } = known.get(site) ?? {};
        const { count = 0, since = null } = waiting.get(site) ?? {};
        const cause = off_reason === "gone" ? "gone" : "failing";
        return { site, waiting: count, since, off: off_since === null ? null : { since: off_since, cause } };
      });
    } catch (error) {
      this.#log.warn("the webhooks could not be counted", errorFields(error));
      return undefined;
    }
  }

  async off(): Promise<WebhookOff[]> {
    return ((await this.standing()) ?? []).flatMap(({ site, waiting, off }) =>
      off
        ? [
            {
              site,
              reason: "webhook_off",
              cause: off.cause,
              since: new Date(off.since).toISOString(),
              waiting,
              remedy: `Have the site mend its receiver. Then POST /v1/webhooks/${site}/test, and POST /v1/webhooks/${site}/resume once it is delivered.`,
            },
          ]
        : [],
    );
  }

  /** Sends an event about no order, also while the webhook is off. @throws ProblemError not_found */
  async test(site: string): Promise<WebhookTest> {
    const webhook = this.#sender.webhookOf(site) ?? unknown();
    const event_id = `evt_${randomUuid().replaceAll("-", "")}`;
    const body: Event = {
      type: TEST_EVENT,
      timestamp: new Date(this.#clock.now()).toISOString(),
      data: { event_id, sequence: 0, order_id: TEST_EVENT, delivery: "redeem", state: "open" },
    };
    const { retryAfter: _, ...said } = await this.#sender.send(webhook, event_id, JSON.stringify(body));
    return { delivered: isTaken(said), ...said };
  }

  /** Turns a webhook on: what waits is sent. @throws ProblemError not_found */
  async resume(site: string, by: Doer, asked_by: AskedBy): Promise<void> {
    if (!this.#sender.webhookOf(site)) unknown();
    await this.#ledger.resumeWebhook(site, deedOf(by, "resume_webhook", { site }));
    this.#log.info("a webhook was turned on by a person", { ...asked_by, site });
    this.#sender.wake(site);
  }

  /** The events that were not delivered at their last try, the last tried first. @throws ProblemError not_found */
  async failures(site: string): Promise<FailedEvent[]> {
    if (!this.#sender.webhookOf(site)) unknown();
    const failed = await this.#ledger.failedEvents(site, FAILURES_SHOWN);
    const written = (time: number): string => new Date(time).toISOString();
    return failed.map(({ id, tried_at, next_try_at, ...event }) => ({
      ...{ event_id: id, ...event, tried_at: written(tried_at) },
      ...(next_try_at !== null && { next_try_at: written(next_try_at) }),
    }));
  }

  /**
   * Sends everything again that the site was told of since `since`, for a receiver that lost it; it knows by the ids what it has.
   * @throws ProblemError not_found; invalid_request while the webhook is off
   */
  async sendAgain(site: string, since: string, by: Doer): Promise<z.infer<typeof sentAgain>> {
    if (!this.#sender.webhookOf(site)) unknown();
    if ((await this.#sender.offSince(site)) !== null)
      throw new ProblemError("invalid_request", { detail: "The webhook is off: resume it first." });
    const deed = deedOf(by, "send_again", { site });
    const events = await this.#ledger.sendAgainSince(site, Date.parse(since), deed);
    this.#sender.hurry(site);
    return { events };
  }
}

function unknown(): never {
  throw new ProblemError("not_found", { detail: "No site of this name has a `webhook` in the settings." });
}
