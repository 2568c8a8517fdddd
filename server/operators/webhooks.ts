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

/** A webhook at one moment. Times epoch ms. */
export interface WebhookNow {
  readonly site: string;
  readonly waiting: number;
  /** Since when the oldest event waits. */
  readonly since: number | null;
  readonly off: { readonly since: number; readonly cause: WebhookOff["cause"] } | null;
}

export class WebhookOperations {
  readonly #ledger: Pick<Ledger, "waitingEvents" | "webhooks" | "resumeWebhook">;
  readonly #sender: WebhookSender;
  readonly #clock: Pick<Clock, "now">;
  readonly #log: Log;

  constructor(options: {
    readonly ledger: Pick<Ledger, "waitingEvents" | "webhooks" | "resumeWebhook">;
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
}

function unknown(): never {
  throw new ProblemError("not_found", { detail: "No site of this name has a `webhook` in the settings." });
}
