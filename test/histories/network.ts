/**
 * The way between an instance and the service: a request leaves, travels, has its effect, is answered, and the answer
 * travels back. Each of these waits at a gate; the instance's own deadline runs beside them.
 */
import type { AsyncLocalStorage } from "node:async_hooks";
import { ConnectionReset } from "../../demo/fulfillment/app.ts";
import { type Transport, TransportError, type TransportRequest } from "../../server/fulfillment/transport.ts";
import type { Draws } from "./draws.ts";
import type { Ask, Departure, Json } from "./evidence.ts";
import type { Party, Scheduler } from "./scheduler.ts";

/** What the network does to the next request of an operation. */
export type Trouble =
  /** Nothing listens: it never leaves. */
  | { readonly kind: "not_connected" }
  /** It arrives this much later, ms. */
  | { readonly kind: "late_arrival"; readonly ms: number }
  /** It is carried out and the answer is lost. */
  | { readonly kind: "answer_lost" }
  /** The answer comes this much later, ms. */
  | { readonly kind: "slow_answer"; readonly ms: number };

export interface NetworkOptions {
  readonly scheduler: Scheduler;
  readonly draws: Draws;
  readonly upstream: { fetch(request: Request): Response | Promise<Response> };
  readonly causes: AsyncLocalStorage<Ask>;
  /** The operation an address means, the upstream order id and the redemption it is about. */
  readonly describe: (request: TransportRequest) => Pick<Departure, "operation" | "orderId" | "redemptionId">;
  readonly trouble: (operation: string) => Trouble | undefined;
  readonly life: () => number;
  readonly departed: (departure: Departure) => void;
  readonly arrived: (departure: Departure) => void;
  readonly answered: (departure: Departure) => void;
}

/** Longest that an ordinary request or answer travels, ms. */
const TRAVEL_MAX = 400;

export class Network {
  readonly party: Party;
  readonly #options: NetworkOptions;

  constructor(party: Party, options: NetworkOptions) {
    this.party = party;
    this.#options = options;
  }

  /** The transport of one instance. */
  of(instance: Party): Transport {
    return (request) => (instance.alive ? this.#exchange(instance, request) : new Promise(() => {}));
  }

  async #exchange(instance: Party, request: TransportRequest) {
    const { scheduler, draws, causes, describe, life, departed, trouble } = this.#options;
    const departure: Departure = {
      seq: ++scheduler.seq,
      at: scheduler.now,
      instance: instance.name,
      life: life(),
      ...describe(request),
      method: request.method,
      url: request.url,
      body: jsonOf(request.body),
      bearer: /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1],
      cause: causes.getStore(),
    };
    departed(departure);
    const { operation } = departure;
    await scheduler.pass(instance, `${operation}: before leaving`);
    const met = trouble(operation);
    const isTooLate = scheduler.now - departure.at >= request.timeoutMs;
    if (met?.kind === "not_connected" || (isTooLate && draws.oneIn(2))) {
      this.#hear(departure, "not_sent");
      throw new TransportError(isTooLate ? "timeout" : "not_connected", false);
    }
    const waited = new AbortController();
    const late = scheduler
      .wait(instance, `${operation}: deadline`, departure.at + request.timeoutMs, waited.signal)
      .then(() => "timeout" as const);
    const trip = this.#travel(instance, departure, request, met);
    const result = await Promise.race([trip, late]);
    waited.abort("answered");
    if (result === "timeout" || result === "broken") {
      this.#hear(departure, result);
      throw new TransportError(result, true);
    }
    this.#hear(departure, result.status);
    return result;
  }

  async #travel(instance: Party, departure: Departure, request: TransportRequest, met: Trouble | undefined) {
    const { scheduler, draws, upstream, arrived } = this.#options;
    const { operation } = departure;
    const delay = met?.kind === "late_arrival" ? met.ms : this.#travelTime();
    await scheduler.wait(this.party, `${operation}: on its way`, scheduler.now + delay);
    departure.arrivedAt = scheduler.now;
    departure.arrivedSeq = ++scheduler.seq;
    scheduler.busy++;
    let response: Response | undefined;
    try {
      arrived(departure);
      const { url, method, headers, body } = request;
      response = await upstream.fetch(new Request(url, { method, headers, body }));
      departure.status = response.status;
      departure.text = await response.text();
    } catch (error) {
      if (!(error instanceof ConnectionReset)) throw error;
    } finally {
      scheduler.busy--;
    }
    const back = met?.kind === "slow_answer" ? met.ms : draws.oneIn(4) ? this.#travelTime() : 0;
    await scheduler.wait(instance, `${operation}: before the answer`, scheduler.now + back);
    if (!response || met?.kind === "answer_lost") return "broken" as const;
    const body = new TextEncoder().encode(departure.text);
    return { status: response.status, headers: Object.fromEntries(response.headers), body };
  }

  #travelTime(): number {
    const { draws } = this.#options;
    return draws.oneIn(3) ? draws.below(TRAVEL_MAX) : 0;
  }

  #hear(departure: Departure, heard: Departure["heard"]): void {
    const { scheduler, answered } = this.#options;
    departure.heard = heard;
    departure.answeredAt = scheduler.now;
    departure.answeredSeq = ++scheduler.seq;
    answered(departure);
  }
}

function jsonOf(body: string | undefined): Json | undefined {
  return body === undefined ? undefined : (JSON.parse(body) as Json);
}
