/** The backends of the sites that hear of events: they take a delivery, refuse it, hang, or their answer is lost. */
import {
  type Transport,
  TransportError,
  type TransportResponse,
} from "../../server/fulfillment/transport.ts";
import type { Authorization, Delivery } from "./evidence.ts";
import { SITES } from "./instance.ts";
import type { Party } from "./scheduler.ts";
import type { Stage } from "./stage.ts";

export class Receivers {
  readonly #stage: Stage;
  readonly #isCalm: () => boolean;

  /** @param isCalm whether faults have ended */
  constructor(stage: Stage, isCalm: () => boolean) {
    this.#stage = stage;
    this.#isCalm = isCalm;
  }

  /** The way of one instance to the backends. */
  of(instance: Party): Transport {
    const { scheduler, draws, evidence, judge, count } = this.#stage;
    return async ({ url, headers, body = "", timeoutMs }) => {
      if (!instance.alive) return new Promise(() => {});
      if (url === SITES.club.authorize.url) return this.#authorize(instance, body, timeoutMs);
      const id = headers["webhook-id"] ?? "";
      const delivery: Delivery = { at: scheduler.now, instance: instance.name, id, body, isTaken: false };
      evidence.deliveries.push(delivery);
      judge.told(delivery);
      await scheduler.pass(instance, "webhook: before leaving");
      const met = this.#isCalm()
        ? "taken"
        : draws.weighted({ taken: 9, error: 1, hangs: 1, not_connected: 1, answer_lost: 1 });
      count("events", `webhook ${met.replace("_", " ")}`);
      if (met === "not_connected") throw new TransportError("not_connected", false);
      delivery.isTaken = met === "taken" || met === "answer_lost";
      const answered = scheduler.now + (met === "hangs" ? timeoutMs : 0);
      await scheduler.wait(instance, "webhook: before the answer", answered);
      if (met === "hangs") throw new TransportError("timeout", true);
      if (met === "answer_lost") throw new TransportError("broken", true);
      return { status: met === "error" ? 500 : 204, headers: {}, body: new Uint8Array() };
    };
  }

  /** A site is asked whether a confirmation may be stored. */
  async #authorize(instance: Party, body: string, timeoutMs: number): Promise<TransportResponse> {
    const { scheduler, draws, evidence, count } = this.#stage;
    const { data } = JSON.parse(body) as { data: { order_id: unknown; attempt: unknown } };
    const asked: Authorization = { seq: ++scheduler.seq, order_id: data.order_id, attempt: data.attempt };
    evidence.authorizations.push(asked);
    await scheduler.pass(instance, "authorize: before leaving");
    const met = this.#isCalm()
      ? "allow"
      : draws.weighted({ allow: 12, deny: 2, error: 1, garbled: 1, hangs: 1 });
    count("events", `authorize ${met}`);
    await scheduler.wait(
      instance,
      "authorize: before the answer",
      scheduler.now + (met === "hangs" ? timeoutMs : 0),
    );
    if (met === "hangs") throw new TransportError("timeout", true);
    if (met === "allow") asked.allowedSeq = ++scheduler.seq;
    const text = met === "garbled" ? "{" : JSON.stringify({ decision: met });
    return { status: met === "error" ? 500 : 200, headers: {}, body: new TextEncoder().encode(text) };
  }
}
