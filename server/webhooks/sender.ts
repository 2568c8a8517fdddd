/**
 * Sends the events of sites to their webhooks. Of all instances one sends: the holder of a lease. Each site has a queue of its own,
 * so that a receiver that hangs delays no other. An event may be sent twice, with the same id, where its sender died.
 * Source: docs/webhooks.md; Standard Webhooks.
 */
import { readRetryAfter } from "../fulfillment/outcome.ts";
import { causeOf, type Transport, TransportError } from "../fulfillment/transport.ts";
import { type DueEvent, type Ledger, WEBHOOKS_LEASE, type WebhookRow } from "../ledger/ledger.ts";
import { errorFields, type Log } from "../observing/log.ts";
import type { Site, Webhook } from "../settings/env.ts";
import {
  DELIVERIES_AT_ONCE,
  DELIVERY_ANSWER_MAX_BYTES,
  DELIVERY_PAUSE_MAX,
  DELIVERY_TIMEOUT,
  DELIVERY_WAIT_MAX,
  LEASE,
  SENDER_EVERY,
  WEBHOOK_OFF_AFTER,
} from "../timing.ts";
import { toBase64Url } from "../tools/bytes.ts";
import type { Clock } from "../tools/clock.ts";
import { sha256 } from "../tools/digests.ts";
import { randomUuid } from "../tools/random.ts";
import { waitForNextTry } from "./retry.ts";
import { signedHeaders } from "./signature.ts";

export interface SenderOptions {
  readonly ledger: Ledger;
  readonly sites: readonly Site[];
  /** To public addresses only. */
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly measure: (site: string, outcome: "delivered" | "failed") => void;
}

interface Queue {
  readonly site: string;
  webhook: Webhook;
  /** Ids of the events under way. */
  readonly sending: Set<string>;
  standing: WebhookRow;
  /** The receiver asked to wait until then, monotonic ms. */
  pausedUntil: number;
  isLooking: boolean;
  isWoken: boolean;
  isAnnounced: boolean;
}

const fingerprintOf = (webhook: Webhook): string =>
  toBase64Url(sha256(JSON.stringify([webhook.url, webhook.secrets])));

const onAgain = (site: string, webhook: Webhook): WebhookRow => ({
  site,
  fingerprint: fingerprintOf(webhook),
  failing_since: null,
  off_since: null,
  off_reason: null,
});

const queueOf = (site: string, webhook: Webhook): Queue => ({
  site,
  webhook,
  sending: new Set(),
  standing: onAgain(site, webhook),
  pausedUntil: 0,
  isLooking: false,
  isWoken: false,
  isAnnounced: false,
});

/** What became of a delivery. */
interface Answer {
  /** Absent where none came. */
  readonly status?: number;
  /** Milliseconds. */
  readonly retryAfter?: number | undefined;
  /** Why none came. */
  readonly reason?: string;
  /** The code or name of the error behind it: one of certificates, names, addresses or connections. */
  readonly cause?: string;
}

export const isTaken = ({ status = 0 }: Answer): boolean => status >= 200 && status < 300;

const failureOf = ({ status, reason, cause }: Answer): string =>
  [status, reason, cause].filter((each) => each !== undefined).join(", ");

export class WebhookSender {
  readonly #options: SenderOptions;
  readonly #queues = new Map<string, Queue>();
  readonly #holder = randomUuid();
  readonly #running = new Set<Promise<void>>();
  /** Monotonic ms; the lease is this process's until then. */
  #leaseUntil = 0;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.setSites(options.sites);
  }

  /** The sites as they are from now on; what is under way for one that has gone ends. */
  setSites(sites: readonly Site[]): void {
    const webhooks = new Map(sites.flatMap(({ id, webhook }) => (webhook ? [[id, webhook]] : [])));
    for (const id of this.#queues.keys()) if (!webhooks.has(id)) this.#queues.delete(id);
    for (const [id, webhook] of webhooks) {
      const queue = this.#queues.get(id);
      if (queue) queue.webhook = webhook;
      else this.#queues.set(id, queueOf(id, webhook));
    }
  }

  has(site: string): boolean {
    return this.#queues.has(site);
  }

  sites(): readonly string[] {
    return [...this.#queues.keys()];
  }

  webhookOf(site: string): Webhook | undefined {
    return this.#queues.get(site)?.webhook;
  }

  /** Since when the site's webhook is off, epoch ms; null while it is on. */
  async offSince(site: string): Promise<number | null> {
    return (await this.#options.ledger.webhooks()).find((row) => row.site === site)?.off_since ?? null;
  }

  /** Something of the site is wanted now, whatever its receiver asked for. */
  hurry(site: string): void {
    const queue = this.#queues.get(site);
    if (queue) queue.pausedUntil = 0;
    this.wake(site);
  }

  /** Something of the site may be due: it is sent here, or by the instance that sends. */
  wake(site: string): void {
    const queue = this.#queues.get(site);
    if (!queue) return;
    if (this.#isSender()) {
      this.#look(queue);
      return;
    }
    // Of many at once the first one is enough: the sender looks for all that is due, and by itself every SENDER_EVERY.
    if (queue.isAnnounced) return;
    queue.isAnnounced = true;
    this.#run(() => this.#options.ledger.announceEvents(site).finally(() => (queue.isAnnounced = false)));
  }

  /** Runs until the signal fires; deliveries under way are waited for. */
  async run(signal: AbortSignal): Promise<void> {
    const { ledger, clock, log } = this.#options;
    while (!signal.aborted) {
      try {
        const now = clock.monotonic();
        if (this.#queues.size > 0 && (await ledger.takeLease(WEBHOOKS_LEASE, this.#holder))) {
          this.#leaseUntil = now + LEASE;
          await ledger.listenForEvents((site) => this.wake(site));
          await this.#readStandings();
          for (const queue of this.#queues.values()) this.#look(queue);
        }
      } catch (error) {
        log.error("webhooks could not be looked for", errorFields(error));
      }
      await clock.sleep(SENDER_EVERY, signal);
    }
    const wasSender = this.#isSender();
    this.#leaseUntil = 0;
    await Promise.allSettled(this.#running);
    // The next sender need not wait for the lease's end. Where the ledger is away, it does.
    if (wasSender) await ledger.dropLease(WEBHOOKS_LEASE, this.#holder).catch(() => {});
  }

  #isSender(): boolean {
    return this.#options.clock.monotonic() < this.#leaseUntil;
  }

  /** Another entry in the settings turns a webhook on again; an operator did it in the ledger. */
  async #readStandings(): Promise<void> {
    const { ledger } = this.#options;
    const known = new Map((await ledger.webhooks()).map((row) => [row.site, row]));
    for (const queue of this.#queues.values()) {
      const { site, webhook, standing } = queue;
      const row = known.get(site);
      if (!row) continue;
      const isOther = row.fingerprint !== fingerprintOf(webhook);
      if (isOther) {
        await ledger.resumeWebhook(site);
        await this.#stand(queue, onAgain(site, webhook));
      } else queue.standing = row;
      // What the receiver asked for while it failed is over.
      if (isOther || (standing.failing_since !== null && row.failing_since === null)) queue.pausedUntil = 0;
    }
  }

  async #stand(queue: Queue, standing: WebhookRow): Promise<void> {
    queue.standing = standing;
    await this.#options.ledger.storeWebhook(standing);
  }

  #look(queue: Queue): void {
    queue.isWoken = true;
    if (queue.isLooking) return;
    queue.isLooking = true;
    this.#run(async () => {
      try {
        while (queue.isWoken) {
          queue.isWoken = false;
          await this.#sendDue(queue);
        }
      } finally {
        queue.isLooking = false;
      }
    });
  }

  async #sendDue(queue: Queue): Promise<void> {
    const { ledger, clock } = this.#options;
    const { sending, standing, site } = queue;
    const free = (standing.failing_since === null ? DELIVERIES_AT_ONCE : 1) - sending.size;
    const isResting = standing.off_since !== null || clock.monotonic() < queue.pausedUntil;
    if (free <= 0 || isResting || !this.#isSender()) return;
    const due = await ledger.dueEvents(site, free + sending.size);
    for (const event of due.filter(({ id }) => !sending.has(id)).slice(0, free)) {
      sending.add(event.id);
      this.#run(async () => {
        try {
          await this.#deliver(queue, event);
        } finally {
          sending.delete(event.id);
          this.#look(queue);
        }
      });
    }
  }

  async #deliver(queue: Queue, { id, body, tries }: DueEvent): Promise<void> {
    const { ledger, clock, log, random, measure } = this.#options;
    const { site } = queue;
    const answer = await this.send(queue.webhook, id, body);
    const now = clock.now();
    const tried = tries + 1;
    // A sender that slept past its lease has nothing to say any more: what another one delivered stays delivered.
    const note = async (wait: number | null, isDelivered: boolean): Promise<boolean> => {
      const failure = isDelivered ? {} : { failure: failureOf(answer) };
      const isNoted = await ledger.noteTry(id, this.#holder, { tries: tried, wait, isDelivered, ...failure });
      // The event is still due, here or elsewhere: nothing is sent again before the next round has taken the lease.
      if (!isNoted) this.#leaseUntil = 0;
      return isNoted;
    };
    if (isTaken(answer)) {
      measure(site, "delivered");
      if (!(await note(null, true))) return;
      if (queue.standing.failing_since !== null) await this.#stand(queue, onAgain(site, queue.webhook));
      return;
    }
    measure(site, "failed");
    const { retryAfter = 0, cause, ...said } = answer;
    const wait = waitForNextTry(tried, random(), retryAfter);
    const [error_name, wait_seconds] = [cause, wait && Math.round(wait / 1000)];
    log.warn("a webhook was not delivered", {
      ...{ site, event_id: id, attempt: tried },
      ...{ ...said, error_name, wait_seconds },
    });
    if (!(await note(wait ?? null, false))) return;
    // What the receiver asks for holds for this event; its other events wait for minutes at most.
    if (retryAfter > 0) queue.pausedUntil = clock.monotonic() + Math.min(retryAfter, DELIVERY_PAUSE_MAX);
    const failing_since = queue.standing.failing_since ?? now;
    // Ten tries of one event, over three days: a pause of the server alone turns nothing off.
    const isLong = now - failing_since >= WEBHOOK_OFF_AFTER;
    const off_reason = answer.status === 410 ? "gone" : wait === undefined && isLong ? "failing" : null;
    if (off_reason === null && queue.standing.failing_since !== null) return;
    if (off_reason !== null) log.error("a webhook is off", { site, reason: off_reason });
    await this.#stand(queue, { ...queue.standing, failing_since, off_since: off_reason && now, off_reason });
  }

  /** One delivery. Redirects are not followed; any 2xx status is a success, any other a failure. */
  async send(webhook: Webhook, id: string, body: string): Promise<Answer> {
    const { transport, clock } = this.#options;
    try {
      const { status, headers } = await transport({
        method: "POST",
        url: webhook.url,
        headers: signedHeaders(id, body, clock.now(), webhook.secrets),
        body,
        timeoutMs: DELIVERY_TIMEOUT,
        maxBytes: DELIVERY_ANSWER_MAX_BYTES,
      });
      return { status, retryAfter: readRetryAfter(headers["retry-after"], clock.now(), DELIVERY_WAIT_MAX) };
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      // The head of an answer says enough, whatever becomes of its body.
      if (error.status !== undefined) return { status: error.status };
      return { reason: error.reason, ...(error.cause !== undefined && { cause: causeOf(error.cause) }) };
    }
  }

  #run(work: () => Promise<void>): void {
    const running = work()
      .catch((error) => this.#options.log.error("a webhook could not be worked on", errorFields(error)))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}
