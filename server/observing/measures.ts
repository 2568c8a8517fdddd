/**
 * The counters and timers of one instance: requests, problems, calls to the fulfillment service, rounds of the reconciler. Labels
 * have few values each: a route is its pattern, never a path, and no label is made up by a client.
 * Source: Prometheus, "Metric and label naming" and "Instrumentation".
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { PROBLEM_CODES, type ProblemCode } from "../../shared/problems.ts";
import type { Environment } from "../../shared/wire.ts";
import { RECONCILER_BUCKETS_SECONDS, REQUEST_BUCKETS_SECONDS, UPSTREAM_BUCKETS_SECONDS } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { Failures } from "./failures.ts";

const PREFIX = "reward_redemption_";

export interface MeasuredRequest {
  readonly method: string;
  /** The route's pattern. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The code of the answered problem. */
  readonly code?: ProblemCode;
}

export interface MeasuredCall {
  /** The operation of the interface, or `token`. */
  readonly operation: string;
  /** The kind of its answer: `data`, `refused`, `unclear` or `not_sent`. */
  readonly outcome: string;
  readonly milliseconds: number;
}

export interface MeasuredRound {
  readonly outcome: "done" | "failed";
  readonly milliseconds: number;
  /** How many orders were due. */
  readonly due: number;
}

export interface Build {
  readonly version: string;
  readonly environment: Environment;
  readonly clock: Pick<Clock, "monotonic">;
}

/** Problems whose cause is the service or the database. */
const IS_UPSTREAM = /^(?:upstream_|codes_unreadable$)/;

export class Measures {
  readonly registry = new Registry();
  /** Requests that failed for the service or the database. */
  readonly failedRequests: Failures;
  /** Questions that a site left unanswered, by site. */
  readonly unanswered = new Map<string, Failures>();
  readonly #clock: Build["clock"];
  readonly #requests: Histogram;
  readonly #problems: Counter;
  readonly #calls: Histogram;
  readonly #rounds: Histogram;
  readonly #due: Counter;
  readonly #deliveries: Counter;
  readonly #authorizations: Counter;

  constructor({ version, environment, clock }: Build) {
    this.#clock = clock;
    this.failedRequests = new Failures(clock);
    const registers = [this.registry];
    const histogram = (name: string, help: string, labelNames: string[], buckets: readonly number[]) =>
      new Histogram({ name: `${PREFIX}${name}`, help, labelNames, buckets: [...buckets], registers });
    const counter = (name: string, help: string, labelNames: string[]) =>
      new Counter({ name: `${PREFIX}${name}`, help, labelNames, registers });
    this.#requests = histogram(
      "request_duration_seconds",
      "How long requests took, by method, pattern of the route and status",
      ["method", "route", "status"],
      REQUEST_BUCKETS_SECONDS,
    );
    this.#problems = counter("problems_total", "Answers that were problems, by code", ["code"]);
    this.#calls = histogram(
      "upstream_duration_seconds",
      "How long calls to the fulfillment service took, by operation and what the answer was",
      ["operation", "outcome"],
      UPSTREAM_BUCKETS_SECONDS,
    );
    this.#rounds = histogram(
      "reconciler_duration_seconds",
      "How long the rounds of the reconciler took",
      ["outcome"],
      RECONCILER_BUCKETS_SECONDS,
    );
    this.#due = counter("reconciler_due_orders_total", "Orders that rounds of the reconciler found due", []);
    this.#deliveries = counter(
      "webhook_deliveries_total",
      "Tries of webhooks, by site and what became of them",
      ["site", "outcome"],
    );
    this.#authorizations = counter(
      "authorizations_total",
      "Confirmations that sites were asked about, by site and what became of it",
      ["site", "outcome"],
    );
    // From the start, so that the first problem of a code is already an increase.
    for (const code of PROBLEM_CODES) this.#problems.inc({ code }, 0);
    for (const outcome of ["done", "failed"]) this.#rounds.zero({ outcome });
    new Gauge({
      name: `${PREFIX}build_info`,
      help: "Always 1; the labels say what runs",
      labelNames: ["version", "environment", "node"],
      registers,
    }).set({ version, environment, node: process.version }, 1);
  }

  /** Arrow functions, so that each can be passed on alone. */
  readonly request = ({ method, route, status, milliseconds, code }: MeasuredRequest): void => {
    this.#requests.observe({ method, route, status: String(status) }, milliseconds / 1000);
    if (code !== undefined) this.#problems.inc({ code });
    this.failedRequests.count(code !== undefined && IS_UPSTREAM.test(code));
  };

  readonly call = ({ operation, outcome, milliseconds }: MeasuredCall): void => {
    this.#calls.observe({ operation, outcome }, milliseconds / 1000);
  };

  /** From the start of a webhook, so that its first failure is already an increase. */
  readonly expectDeliveries = (site: string): void => {
    for (const outcome of ["delivered", "failed"]) this.#deliveries.inc({ site, outcome }, 0);
  };

  readonly delivery = (site: string, outcome: "delivered" | "failed"): void => {
    this.#deliveries.inc({ site, outcome });
  };

  /** From the start, so that the first refusal is already an increase. */
  readonly expectAuthorizations = (site: string): void => {
    for (const outcome of ["allowed", "denied", "unavailable"])
      this.#authorizations.inc({ site, outcome }, 0);
    if (!this.unanswered.has(site)) this.unanswered.set(site, new Failures(this.#clock));
  };

  readonly authorization = (site: string, outcome: "allowed" | "denied" | "unavailable"): void => {
    this.#authorizations.inc({ site, outcome });
    this.unanswered.get(site)?.count(outcome === "unavailable");
  };

  readonly round = ({ outcome, milliseconds, due }: MeasuredRound): void => {
    this.#rounds.observe({ outcome }, milliseconds / 1000);
    this.#due.inc(due);
  };
}

/** Which limit refused a connection. */
export type ConnectionLimit = "address" | "all";

/** The measures of the process itself. */
export interface ProcessMeasures {
  readonly registry: Registry;
  readonly countRefusedConnection: (limit: ConnectionLimit) => void;
}

/** CPU, memory, event loop, garbage collection and connections: once for each process, by the module that starts it. */
export function processMeasures(): ProcessMeasures {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const refused = new Counter({
    name: `${PREFIX}connections_refused_total`,
    help: "Connections that were closed at once, by the limit that was reached",
    labelNames: ["limit"],
    registers: [registry],
  });
  for (const limit of ["address", "all"] satisfies ConnectionLimit[]) refused.inc({ limit }, 0);
  return { registry, countRefusedConnection: (limit) => refused.inc({ limit }) };
}
