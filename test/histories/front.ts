/** The load balancer before the instances: it sends each request to one of them and hears the answer. */
import type { AsyncLocalStorage } from "node:async_hooks";
import type { Request_ } from "./client-requests.ts";
import type { Answer, Ask, Json } from "./evidence.ts";
import type { Instance } from "./instance.ts";
import { isOneGrant } from "./plan.ts";
import type { Stage } from "./stage.ts";
import { bodyText, outcomeText } from "./words.ts";

type Heard = (answer: Answer | undefined) => void;

export class Front {
  readonly #stage: Stage;
  readonly #causes: AsyncLocalStorage<Ask>;
  readonly #heard = new Map<Ask, Heard>();

  /** @param causes carries the request that causes an event */
  constructor(stage: Stage, causes: AsyncLocalStorage<Ask>) {
    this.#stage = stage;
    this.#causes = causes;
  }

  /** @returns undefined if none is up */
  send(instances: readonly Instance[], request: Request_, heard: Heard): Ask | undefined {
    const { scheduler, draws, evidence, say } = this.#stage;
    const up = instances.filter(({ server }) => server !== undefined);
    const awake = up.filter(({ party }) => party.pausedUntil <= scheduler.now);
    // A load balancer does not notice a paused instance at once.
    const instance = awake.length > 0 && !draws.oneIn(8) ? draws.one(awake) : draws.one(up);
    const app = instance?.server?.app;
    if (!instance || !app) return undefined;
    const { who, as, plan, method, path, query = "", body, headers } = request;
    const ask: Ask = {
      seq: ++scheduler.seq,
      at: scheduler.now,
      who,
      as,
      plan,
      isNamed: plan?.grant === undefined || query !== "" || path.includes(plan.order_id),
      method,
      path,
      body,
      instance: instance.party.name,
      generation: evidence.generations.length,
      stalledBefore: instance.party.stalled,
      hungUp: false,
      lost: false,
    };
    evidence.asks.push(ask);
    this.#heard.set(ask, heard);
    say(() => `${who} → ${ask.instance}: ${method} ${path}${query}${body ? ` ${bodyText(body)}` : ""}`);
    const url = `https://rewards.example${path}${query}`;
    const sent = new Request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    this.#causes.run(ask, () => {
      Promise.resolve(app.fetch(sent))
        .then(async (response) => {
          const text = await response.text();
          if (instance.party.alive) this.#answered(ask, instance, response, text);
        })
        .catch((error) => evidence.errors.push(`${method} ${path} threw: ${error}`));
    });
    return ask;
  }

  /** An instance died with open requests: their connections break. */
  lose({ party }: Instance): void {
    for (const ask of this.#stage.evidence.asks) {
      if (ask.instance !== party.name || ask.answer || ask.lost) continue;
      ask.lost = true;
      this.#heard.get(ask)?.(undefined);
    }
  }

  #answered(ask: Ask, instance: Instance, response: Response, text: string): void {
    const { scheduler, evidence, judge, say } = this.#stage;
    const json = text.startsWith("{") ? (JSON.parse(text) as Json) : undefined;
    const answer: Answer = {
      seq: ++scheduler.seq,
      at: scheduler.now,
      status: response.status,
      text,
      data: json?.data as Json | undefined,
      code: typeof json?.code === "string" ? json.code : undefined,
      headers: response.headers,
      stalled: instance.party.stalled - ask.stalledBefore,
    };
    ask.answer = answer;
    // A session of a grant is about its last order, which the answer names.
    const named = evidence.plans.find(({ order_id }) => order_id === answer.data?.order_id);
    if (!ask.isNamed && ask.plan && named && isOneGrant(ask.plan, named)) ask.plan = named;
    const { upstream_order_id: released, done } = answer.data ?? {};
    if (typeof released === "string" && (done === "next_attempt" || done === "ended"))
      evidence.released.set(released, scheduler.now);
    if (typeof released === "string" && done === "acknowledged")
      evidence.acknowledged.set(released, scheduler.now);
    say(() => `${ask.who} ← ${answer.status} ${answer.code ?? outcomeText(answer.data)}`);
    judge.answered(ask, answer);
    this.#heard.get(ask)?.(answer);
    this.#heard.delete(ask);
  }
}
