/** A run: connects, finds its targets, plans, runs the checks, tidies, reports. */
import { type CreateForm, createApis, type DeliverForm, type Order, type Paths } from "./api.ts";
import { type Check, type Ctx, NOTHING, type Scenario } from "./check.ts";
import { createCredentials, type Key, TOKEN_PATH } from "./credentials.ts";
import { evidenceFrom, watched } from "./evidence.ts";
import { type Answer, type Clock, createExchange, type Fetch, NoAnswer } from "./exchange.ts";
import { Differs, NotSupported } from "./judge.ts";
import { EVIDENCE_IDS_MOST } from "./limits.ts";
import { type Allowed, whyNot } from "./needs.ts";
import { orderIdOf, orderIdsOf, type Plan, planOf } from "./plan.ts";
import { codesOf, dataOf, idOf, member, text } from "./reading.ts";
import { type Report, type Result, resultOf, summaryOf } from "./report.ts";
import { findTarget, known, type Wanted } from "./target.ts";
import { tidy } from "./tidy.ts";

export interface RunOptions {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly key: Key;
  readonly wanted: Wanted;
  readonly allowed: Allowed;
  readonly email: string;
  /** Part of every order id. */
  readonly run: string;
  readonly paths: Paths;
  readonly createForm?: CreateForm;
  readonly deliverForm?: DeliverForm;
  readonly checks: readonly Check[];
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly deadline?: (ms: number) => AbortSignal;
}

export interface PreparedRun {
  readonly plan: Plan;
  /** Runs the checks, and calls `tell` with each result. */
  execute(tell?: (result: Result) => void): Promise<Report>;
}

/** The result of a check that ended with this error. */
function outcomeOf(error: unknown, judged: readonly Answer[]) {
  if (error instanceof NotSupported) return { result: "not_supported", reason: error.message } as const;
  const requests = evidenceFrom(judged);
  if (error instanceof Differs) {
    const { expected, actual } = error;
    const ids = error.ids.slice(0, EVIDENCE_IDS_MOST);
    return { result: "differs", expected, actual, requests, ids } as const;
  }
  const differs = { result: "differs", requests, ids: [] as string[] } as const;
  if (error instanceof NoAnswer) return { ...differs, expected: "an answer", actual: error.message };
  // The message of any other error may quote an answer.
  const name = error instanceof Error ? error.name : "an unknown error";
  return { ...differs, expected: "an answer that can be judged", actual: name };
}

/** The run's own redemptions in all answers, and the number of those with codes. */
function seenIn(answers: readonly Answer[], run: string): Report["made"] {
  const own = answers
    .map(dataOf)
    .flatMap((data) => (Array.isArray(data) ? data : [data]))
    .filter((item) => text(member(item, "order_id"))?.startsWith(orderIdsOf(run)));
  const coded = own.filter((item) => codesOf(item).length > 0);
  return { redemptions: new Set(own.map(idOf)).size, codes: new Set(coded.map(idOf)).size };
}

/**
 * Connects and finds the checks' targets; only reads.
 * @throws NoToken if the token endpoint gives none; NoAnswer if the service cannot be reached
 */
export async function prepareRun(options: RunOptions): Promise<PreparedRun> {
  const { allowed, checks, clock, run } = options;
  const exchange = createExchange(options);
  const tokenUrl = `${options.authUrl}${TOKEN_PATH}`;
  const credentials = createCredentials(options.key, allowed.auth, tokenUrl, exchange, clock);
  const as = createApis({ ...options, exchange, credentials });
  const api = as("usual");
  const startedAt = clock.now();
  // Proves the addresses and the key before anything else: no answer, or no token, ends the run.
  await api.rewards();
  const target = await findTarget(api, options.wanted, startedAt);
  const plan = planOf(checks, target, allowed);

  const orders: Order[] = [];
  const scenarios = new Map<Scenario, Promise<unknown>>();
  const ctx: Ctx = {
    api,
    as,
    credentials,
    target,
    email: options.email,
    answers: exchange.answers,
    newOrder(own = {}) {
      const order: Order = {
        promotion: known(target.promotionId),
        sku: own.sku ?? known(target.fixed),
        orderId: orderIdOf(run, known(target.promotionId), orders.length + 1),
        email: options.email,
        ...own,
      };
      orders.push(order);
      return order;
    },
    played<T>(scenario: Scenario<T>) {
      const played = (scenarios.get(scenario) as Promise<T> | undefined) ?? scenario.play(ctx);
      scenarios.set(scenario, played);
      return played;
    },
    pause: clock.pause,
  };

  async function tryOut(check: Check): Promise<Result> {
    const reason = whyNot(check, target, allowed);
    if (reason !== undefined) return resultOf(check, { result: "not_supported", reason });
    const [before, looked] = [exchange.answers.length, new Set<Answer>()];
    try {
      await check.run({
        ...ctx,
        played: async (scenario) => watched(await ctx.played(scenario), (answer) => looked.add(answer)),
      });
      return resultOf(check, { result: "holds" });
    } catch (error) {
      // The evidence of a scenario's check is the answers it read; of any other check, the answers to its own requests.
      const judged = looked.size > 0 ? [...looked] : exchange.answers.slice(before);
      return resultOf(check, outcomeOf(error, judged));
    }
  }

  return {
    plan,
    async execute(tell = () => {}) {
      const results: Result[] = [];
      for (const check of checks) {
        const result = await tryOut(check);
        results.push(result);
        tell(result);
      }
      const left = await tidy(api, orders);
      return {
        suite: "reward-fulfillment-v2",
        version: 2,
        base_url: options.baseUrl,
        run,
        started_at: new Date(startedAt).toISOString(),
        finished_at: new Date(clock.now()).toISOString(),
        promotion: target.promotionId ?? null,
        planned: plan.makes,
        made: orders.length === 0 ? NOTHING : seenIn(exchange.answers, run),
        left,
        summary: summaryOf(results),
        checks: results,
      };
    },
  };
}
