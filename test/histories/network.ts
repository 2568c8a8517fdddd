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

/** A fault of the network at the next request of an operation. */
export type Trouble =
  /** The connection is refused: the request never leaves. */
  | { readonly kind: "not_connected" }
  /** The request arrives this much later, ms. */
  | { readonly kind: "late_arrival"; readonly ms: number }
  /** The request is carried out and its answer is lost. */
  | { readonly kind: "answer_lost" }
  /** The answer comes this much later, ms. */
  | { readonly kind: "slow_answer"; readonly ms: number }
  /** A gateway delivers the request once more, this much later, ms; if at once, the second answer arrives. */
  | { readonly kind: "delivered_twice"; readonly ms: number }
  /** The request is carried out, and a gateway answers 504 instead of the service. */
  | { readonly kind: "gateway_page" };

/** An instance's name begins with the letter of its slot. */
export const SLOTS = ["A", "B", "C"] as const;

export interface NetworkOptions {
  readonly scheduler: Scheduler;
  readonly draws: Draws;
  readonly upstream: { fetch(request: Request): Response | Promise<Response> };
  readonly causes: AsyncLocalStorage<Ask>;
  /** The operation of a request's address, and its upstream order id and redemption. */
  readonly describe: (request: TransportRequest) => Pick<Departure, "operation" | "orderId" | "redemptionId">;
  readonly trouble: (operation: string) => Trouble | undefined;
  /** Called before each delivery of a call that is delivered twice. */
  readonly secondDelivery: (operation: string) => void;
  readonly generation: () => number;
  readonly departed: (departure: Departure) => void;
  readonly arrived: (departure: Departure) => void;
  readonly answered: (departure: Departure) => void;
}

const TAKEN = '{"error_name":"invalid_request","error_message":null}';

const GATEWAY_PAGE = "<html><body><h1>Gateway Time-out</h1></body></html>";

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
    const { scheduler, draws, causes, describe, generation, departed, trouble } = this.#options;
    const departure: Departure = {
      seq: ++scheduler.seq,
      at: scheduler.now,
      instance: instance.name,
      generation: generation(),
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
    const { scheduler, draws, arrived } = this.#options;
    const { operation } = departure;
    const delay = met?.kind === "late_arrival" ? met.ms : this.#travelTime();
    await scheduler.wait(this.party, `${operation}: on its way`, scheduler.now + delay);
    departure.arrivedAt = scheduler.now;
    departure.arrivedSeq = ++scheduler.seq;
    arrived(departure);
    if (met?.kind === "delivered_twice") this.#options.secondDelivery(departure.operation);
    let response = await this.#deliver(departure, request);
    if (met?.kind === "delivered_twice") {
      if (met.ms === 0) response = await this.#deliverAgain(departure, request, response);
      else void this.#deliverLate(departure, request, met.ms);
    }
    if (met?.kind === "gateway_page") {
      departure.status = 504;
      departure.text = GATEWAY_PAGE;
      response = new Response(GATEWAY_PAGE, { status: 504, headers: { "content-type": "text/html" } });
    }
    const back = met?.kind === "slow_answer" ? met.ms : draws.oneIn(4) ? this.#travelTime() : 0;
    await scheduler.wait(instance, `${operation}: before the answer`, scheduler.now + back);
    if (!response || met?.kind === "answer_lost") return "broken" as const;
    const body = new TextEncoder().encode(departure.text);
    return { status: response.status, headers: Object.fromEntries(response.headers), body };
  }

  /** The service's answer; undefined if it breaks the connection. */
  async #deliver(departure: Departure, request: TransportRequest): Promise<Response | undefined> {
    const { scheduler, upstream } = this.#options;
    const { url, method, headers, body } = request;
    scheduler.busy++;
    try {
      const response = await upstream.fetch(new Request(url, { method, headers, body }));
      departure.status = response.status;
      departure.text = await response.text();
      return response;
    } catch (error) {
      if (!(error instanceof ConnectionReset)) throw error;
      return undefined;
    } finally {
      scheduler.busy--;
    }
  }

  /**
   * Delivers the request again at once and returns the second answer: after a Book or Create that worked, the second is refused
   * because its order id is taken.
   */
  async #deliverAgain(
    departure: Departure,
    request: TransportRequest,
    first: Response | undefined,
  ): Promise<Response | undefined> {
    const isTaken = ["book", "create"].includes(departure.operation) && first?.status === 201;
    if (!isTaken) return this.#deliver(departure, request);
    departure.status = 422;
    departure.text = TAKEN;
    const date = first.headers.get("date") ?? "";
    return new Response(TAKEN, { status: 422, headers: { date, "content-type": "application/json" } });
  }

  /** Delivers the request once more without using the answer. */
  async #deliverLate(departure: Departure, request: TransportRequest, ms: number): Promise<void> {
    const { scheduler } = this.#options;
    await scheduler.wait(this.party, `${departure.operation}: a second time`, scheduler.now + ms);
    this.#options.secondDelivery(departure.operation);
    await this.#deliver({ ...departure }, request);
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
