/**
 * Owns the widget's state and everything it causes: calls, waits, lazy chunks, events to the host page. It decides
 * nothing: reduce.ts puts a task into the state, and the controller does that task and no other.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { Order } from "../shared/wire.ts";
import { type Answer, Api, OFFLINE } from "./api.ts";
import type { Clock } from "./clock.ts";
import { RewardEvent, type RewardEventDetail, type RewardEventName } from "./events.ts";
import type { Failure } from "./failure.ts";
import type { Drawers, Flow, Loaders } from "./loaders.ts";
import { failureOf, isUsable, newsOf } from "./news.ts";
import { reduce } from "./reduce.ts";
import type { SessionKeeper } from "./session-keeper.ts";
import { type Event, INITIAL, type State, type Task } from "./state.ts";

/** An answer that takes too long; the connection may be there. */
const LATE = { ok: false, failure: { code: "offline", isLate: true } } as const satisfies Answer<never>;
/** The server gives its own reads 10 s; after this much the connection is the trouble. */
const READ_LIMIT_MS = 15_000;
/** The server answers a book or redeem within 12 s, or its answer is lost and the order is looked at instead. */
const CHANGE_LIMIT_MS = 20_000;
/** Twice a second, so that no second of a countdown is skipped. */
const TICK_MS = 500;

/** The world outside, so that tests can bring their own. */
export interface Surroundings {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly loaders: Loaders;
}

export type RedemptionHost = ReactiveControllerHost &
  HTMLElement & { readonly serverAddress: string; flush(): void };

export class RedemptionController implements ReactiveController {
  state: State = INITIAL;
  flow: Flow | undefined;
  drawers: Drawers | undefined;
  readonly #host: RedemptionHost;
  readonly #session: SessionKeeper;
  readonly #world: Surroundings;
  #api: Api | undefined;
  #server: string | undefined;
  #doing = new AbortController();
  #ticking: AbortController | undefined;
  #isReady = false;

  constructor(host: RedemptionHost, session: SessionKeeper, world: Surroundings) {
    this.#host = host;
    this.#session = session;
    this.#world = world;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener("pagehide", this.#onPageHide);
    addEventListener("pageshow", this.#onPageShow);
    document.addEventListener("visibilitychange", this.#onVisibility);
    this.start();
  }

  /** Moving the element inside the page disconnects it for a moment only; that changes nothing. */
  hostDisconnected(): void {
    removeEventListener("pagehide", this.#onPageHide);
    removeEventListener("pageshow", this.#onPageShow);
    document.removeEventListener("visibilitychange", this.#onVisibility);
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#doing.abort();
      this.#api = undefined;
      this.#ticking?.abort();
      this.#ticking = undefined;
      this.state = { ...INITIAL, prepared: this.state.prepared };
      this.#host.requestUpdate();
    });
  }

  /** A page may give the session first and the server in its next line: the session goes to no other. */
  start(): void {
    queueMicrotask(() => this.#begin());
  }

  /** Another server counts as long as none has answered. */
  hostUpdated(): void {
    if (!this.#api || this.state.order || this.#server === this.#host.serverAddress) return;
    this.#api = undefined;
    this.start();
  }

  /** As soon as there is a session and a page; again only when there is another session. */
  #begin(): void {
    if (!this.#host.isConnected || this.#api) return;
    if (this.#session.token === undefined && !this.#session.getSession) return;
    this.#server = this.#host.serverAddress;
    this.#api = new Api(this.#server, this.#session, this.#world.fetch);
    this.#isReady = false;
    this.send({ type: "started" });
  }

  /** The page brought another session. */
  renew(): void {
    if (this.#api) this.send({ type: "renewed" });
    else this.start();
  }

  /** Everything that happens comes through here. */
  readonly send = (event: Event): void => {
    const before = this.state;
    const after = reduce(before, event);
    if (after === before) return;
    this.state = after;
    if (!this.#isReady && isUsable(after)) {
      this.#isReady = true;
      this.#emit("reward-ready");
    }
    for (const [name, more] of newsOf(before, after, event)) this.#emit(name, more);
    if (after.task !== before.task) this.#follow(after.task);
    if (after.screen.name === "booked") void this.#countDown();
    if (!this.flow && event.type !== "unloadable" && (needsFlow(after) || after.catalog || failureOf(after)))
      void this.#fetchFlow();
    this.#host.requestUpdate();
  };

  /** The old task's answer is not wanted any more. Only reads are stopped for that: what was sent stays sent. */
  #follow(after: Task | undefined): void {
    this.#doing.abort();
    this.#doing = new AbortController();
    if (after) void this.#do(after, this.#doing.signal);
  }

  async #do(task: Task, signal: AbortSignal): Promise<void> {
    const event = await this.#answerTo(task, signal);
    if (!signal.aborted && event) this.send(event);
  }

  async #answerTo(task: Task, signal: AbortSignal): Promise<Event | undefined> {
    const api = this.#api;
    if (!api) return undefined;
    const { clock } = this.#world;
    switch (task.do) {
      case "order": {
        if (task.after !== undefined) await clock.sleep(task.after, signal);
        await clock.visible(signal);
        if (signal.aborted) return undefined;
        return this.#orderEvent(task, READ_LIMIT_MS, () => api.order(signal));
      }
      case "book":
        return this.#orderEvent(task, CHANGE_LIMIT_MS, () => api.book(task.choice));
      case "redeem":
        return this.#orderEvent(task, CHANGE_LIMIT_MS, () => api.redeem(task.confirmation));
      case "catalog": {
        const answer = await this.#within(READ_LIMIT_MS, api.catalog(signal));
        return answer.ok ? { type: "catalog", task, rewards: answer.data } : failed(task, answer.failure);
      }
      case "details": {
        const answer = await this.#within(READ_LIMIT_MS, api.reward(task.sku, signal));
        return answer.ok ? { type: "details", task, details: answer.data } : failed(task, answer.failure);
      }
      case "codes": {
        const answer = await this.#within(READ_LIMIT_MS, api.codes(signal));
        if (!answer.ok) return failed(task, answer.failure);
        await this.#fetchDrawers();
        return { type: "codes", task, codes: answer.data };
      }
      case "prepare":
        return (await this.#fetchDrawers()) && (await this.#fetchFlow())
          ? { type: "prepared", task }
          : failed(task, OFFLINE.failure);
      default:
        return task satisfies never;
    }
  }

  async #orderEvent(task: Task, limit: number, call: () => Promise<Answer<Order>>): Promise<Event> {
    // The hold is counted from before the call, so that the countdown never ends after the server's.
    const sentAt = this.#world.clock.now();
    const answer = await this.#within(limit, call());
    if (!answer.ok) return failed(task, answer.failure);
    if (answer.data.codes) await this.#fetchDrawers();
    return { type: "order", task, order: answer.data, sentAt, retryAfter: answer.retryAfter };
  }

  /** An answer that takes too long counts as none; the call itself goes on, because it may have had its effect. */
  async #within<T>(limit: number, call: Promise<Answer<T>>): Promise<Answer<T>> {
    const timer = new AbortController();
    const late = this.#world.clock.sleep(limit, timer.signal).then((): Answer<T> => LATE);
    const answer = await Promise.race([call, late]);
    timer.abort();
    return answer;
  }

  async #fetchDrawers(): Promise<boolean> {
    try {
      this.drawers ??= await this.#world.loaders.drawers();
    } catch {
      // Before a confirmation this stops it; afterwards the codes are shown as text.
    }
    return this.drawers !== undefined;
  }

  /** Whether the later screens are here. */
  async #fetchFlow(): Promise<boolean> {
    try {
      this.flow ??= await this.#world.loaders.flow();
    } catch {
      if (needsFlow(this.state)) this.send({ type: "unloadable" });
    }
    this.#host.requestUpdate();
    return this.flow !== undefined;
  }

  async #countDown(): Promise<void> {
    if (this.#ticking) return;
    const ticking = new AbortController();
    this.#ticking = ticking;
    const { clock } = this.#world;
    while (this.state.screen.name === "booked" && !ticking.signal.aborted) {
      await clock.sleep(TICK_MS, ticking.signal);
      this.send({ type: "ticked", now: clock.now() });
    }
    if (this.#ticking === ticking) this.#ticking = undefined;
  }

  #emit(name: RewardEventName, more?: RewardEventDetail): void {
    const { order_id, sku, attempt, state } = this.state.order ?? {};
    // What is held and what was picked now may be two rewards: then nothing is told of the hold.
    const isOther = sku !== undefined && more?.sku !== undefined && more.sku !== sku;
    const known = isOther ? { order_id } : { order_id, sku, attempt, state };
    this.#host.dispatchEvent(new RewardEvent(name, { ...known, ...more }));
  }

  readonly #onPageHide = (): void => {
    this.send({ type: "wiped" });
    this.#host.flush();
  };

  readonly #onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) this.send({ type: "returned" });
  };

  readonly #onVisibility = (): void => {
    this.send({ type: document.hidden ? "hidden" : "returned" });
  };
}

/** Whether the screen is in the lazy chunk, or its words are: only "no answer" can be said without it. */
export function needsFlow({ screen }: State): boolean {
  if (screen.name === "problem") return screen.failure.code !== "offline";
  return screen.name !== "loading" && screen.name !== "open";
}

function failed(task: Task, failure: Failure): Event {
  return failure.code === "session_expired"
    ? { type: "session-ended", task }
    : { type: "failed", task, failure };
}
