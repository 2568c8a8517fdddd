/**
 * Owns the widget's state and its effects: calls, waits, lazy chunks, events to the host page. The controller decides
 * nothing: reduce.ts puts a task into the state, and the controller does that task and no other.
 */
import type { LitElement, ReactiveController } from "lit";
import type { Order } from "../shared/wire.ts";
import { type Answer, Api } from "./calls/api.ts";
import type { Take } from "./calls/hand-over.ts";
import type { SessionKeeper } from "./calls/session-keeper.ts";
import { type BeforeConfirm, RewardEvent, type RewardEventDetail, type RewardEventName } from "./events.ts";
import type { Drawers, Flow, Loaders } from "./loaders.ts";
import type { Attendant } from "./page/attendant.ts";
import type { Clock } from "./page/clock.ts";
import { detailOf, type Failure } from "./state/failure.ts";
import { needsFlow, open } from "./state/opening.ts";
import { type Event, INITIAL, type State, type Task } from "./state/state.ts";
import type { Words } from "./words/words.ts";

/** The answer took too long; the connection may still be there. */
const LATE = { ok: false, failure: { code: "offline", isLate: true } } as const satisfies Answer<never>;
/** The server gives its own reads 10 s; after this time the connection is at fault. */
export const READ_LIMIT_MS = 15_000;

/** The world outside, so that tests can bring their own. */
export interface Surroundings {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly loaders: Loaders;
  /** Resolves when it is known whether a request was sent early. */
  readonly handedOver?: Promise<void>;
  readonly takeEarly?: Take;
}

export interface RedemptionHost extends LitElement {
  readonly serverAddress: string;
  readonly locale: string | undefined;
  readonly beforeConfirm: BeforeConfirm | undefined;
  flush(): void;
}

export class RedemptionController implements ReactiveController {
  state: State = INITIAL;
  declare flow: Flow | undefined;
  /** Whether the user acted here. */
  hasActed = false;
  /** Null if the drawers could not be loaded. */
  declare drawers: Drawers | null | undefined;
  readonly #host: RedemptionHost;
  readonly #session: SessionKeeper;
  readonly #words: Words;
  readonly world: Surroundings;
  #api: Api | undefined;
  #server: string | undefined;
  #attached = new AbortController();
  #doing = new AbortController();
  #attendant: Attendant | undefined;
  #isReady = false;
  #isCopy = false;
  /** Events that wait for their rules to be loaded. */
  #waiting: Event[] = [];

  constructor(host: RedemptionHost, session: SessionKeeper, world: Surroundings, words: Words) {
    this.#host = host;
    this.#session = session;
    this.#words = words;
    this.world = world;
    host.addController(this);
  }

  hostConnected(): void {
    this.#attached = new AbortController();
    // An element that never drew anything has the name of a screen only as a copy: of a page's cache, or of a clone.
    this.#isCopy ||= !this.#host.hasUpdated && this.#host.hasAttribute("data-state");
    addEventListener("online", () => this.send({ type: "online" }), { signal: this.#attached.signal });
    this.start();
  }

  /**
   * Moving the element inside the page disconnects it only for a moment, which changes nothing. After a longer time the user's
   * place among the rewards is still there; every other screen is read anew.
   */
  hostDisconnected(): void {
    this.#attached.abort();
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#doing.abort();
      this.#api = undefined;
      this.#waiting = [];
      const { screen, prepared } = this.state;
      const isPicking = screen.name === "open" || screen.name === "details";
      this.state = isPicking
        ? { ...this.state, task: undefined, failure: undefined }
        : { ...INITIAL, prepared };
      this.#host.requestUpdate();
    });
  }

  /**
   * Starts in a later task: a page may set the session first and the server in its next line, and the session must go
   * to no other server.
   */
  start(): void {
    void Promise.resolve(this.world.handedOver).then(() => this.#begin());
  }

  /** Another server address counts until a server has answered. */
  hostUpdated(): void {
    if (!this.#api || this.state.order || this.#server === this.#host.serverAddress) return;
    this.#api = undefined;
    this.start();
  }

  /** Begins once there is a session and the element is on a page. Begins again only with another session. */
  #begin(): void {
    if (!this.#host.isConnected || this.#api) return;
    if (this.#session.token === undefined && !this.#session.getSession) {
      if (this.#isCopy) this.send({ type: "unset", isCopy: true });
      // The later screens' rules limit how long the session may be missing.
      return void this.#fetchFlow();
    }
    this.#server = this.#host.serverAddress;
    this.#api = new Api(this.#server, this.#session, this.world.fetch, (what) =>
      this.world.takeEarly?.(this.#host, what),
    );
    // The element was away, and kept the user's place.
    const isBack = this.state.order !== undefined;
    this.#isReady = isBack;
    this.send({ type: isBack ? "renewed" : "started" });
  }

  /** The page gave another session. */
  renew(): void {
    if (this.#api) {
      this.#api.inner = undefined;
      this.send({ type: "renewed" });
    } else this.start();
  }

  /** What the user does. The page may have a say before a confirmation. */
  readonly act = (event: Event): void => {
    this.hasActed = true;
    const { beforeConfirm } = this.#host;
    if (event.type === "confirm" && beforeConfirm) return void this.flow?.askFirst(this, beforeConfirm);
    // Whatever else the user does takes the press back.
    if (this.state.asking) this.send({ type: "asking" });
    this.send(event);
  };

  /** Every event comes through here. */
  readonly send = (event: Event): void => {
    const before = this.state;
    const after = this.flow ? this.flow.reduce(before, event) : open(before, event);
    if (!after) {
      this.#waiting.push(event);
      void this.#fetchFlow();
      return;
    }
    if (after === before) return;
    this.state = after;
    if (!this.#isReady && isUsable(after)) {
      this.#isReady = true;
      // Not before the screen is really there: a screen that cannot be drawn is not ready.
      this.#host.requestUpdate();
      void this.#host.updateComplete.then(
        () => this.#emit("reward-ready"),
        () => {},
      );
    }
    for (const [name, more] of this.flow?.newsOf(before, after, event) ?? []) this.#emit(name, more);
    const failure = failureOf(after);
    if (failure && failure !== failureOf(before)) this.#emit("reward-error", detailOf(failure));
    if (after.task !== before.task) this.#follow(after.task);
    if (!this.flow && (after.catalog || needsFlow(after))) void this.#fetchFlow();
    this.#host.requestUpdate();
  };

  /**
   * The old task's answer is not needed any more. Only reads are aborted: a change that was sent may already have had
   * its effect.
   */
  #follow(after: Task | undefined): void {
    this.#doing.abort();
    this.#doing = new AbortController();
    if (after) void this.#do(after, this.#doing.signal);
  }

  async #do(task: Task, signal: AbortSignal): Promise<void> {
    const event = await this.#answerTo(task, signal);
    if (!signal.aborted && event)
      this.send(event.type === "session-ended" && this.#session.isNone ? { type: "none", task } : event);
  }

  async #answerTo(task: Task, signal: AbortSignal): Promise<Event | undefined> {
    const api = this.#api;
    if (!api) return undefined;
    const { clock } = this.world;
    switch (task.do) {
      case "order": {
        if (task.after !== undefined) await clock.sleep(task.after, signal);
        await clock.visible(signal);
        if (signal.aborted) return undefined;
        return this.#orderEvent(task, READ_LIMIT_MS, () =>
          api.order({ hasCatalog: this.state.catalog !== undefined, locale: this.#host.locale, signal }),
        );
      }
      case "catalog": {
        const answer = await this.within(READ_LIMIT_MS, api.catalog(signal));
        return answer.ok ? { type: "catalog", task, rewards: answer.data } : failed(task, answer.failure);
      }
      default:
        // Only rules of later screens set other tasks.
        return this.flow?.perform(task, {
          api,
          signal,
          order: this.state.order,
          within: this.within,
          orderEvent: (...order) => this.#orderEvent(...order),
          attendant: this.#attendant,
        });
    }
  }

  async #orderEvent(task: Task, limit: number, call: () => Promise<Answer<Order>>): Promise<Event> {
    // The hold counts from before the call, so that the countdown never ends after the server's.
    const sentAt = this.world.clock.now();
    let answer = await this.within(limit, call());
    if (!answer.ok && !answer.failure.isLate && !this.state.order) {
      await this.#fetchFlow();
      const why = this.flow?.explain(answer, call, this.world.fetch, this.#host.serverAddress);
      answer = why ? await this.within(limit, why) : answer;
    }
    if (!answer.ok) return failed(task, answer.failure);
    const { data: order, catalog, reward, rewards: list, retryAfter, locale, words } = answer;
    if (locale && words) this.#words.give(locale, words);
    if (list) return { type: "rewards", task, list, locale };
    return { type: "order", task, order, catalog, reward, sentAt: answer.sentAt ?? sentAt, retryAfter };
  }

  /** A call that takes too long counts as lost. The call itself goes on, because it may have had its effect. */
  readonly within = <T>(limit: number, call: Promise<T>): Promise<T | typeof LATE> => {
    const timer = new AbortController();
    const late = this.world.clock.sleep(limit, timer.signal).then((): typeof LATE => LATE);
    return Promise.race([call, late]).finally(() => timer.abort());
  };

  /** Loads the later screens, and then sends the events that waited for them. */
  async #fetchFlow(): Promise<void> {
    try {
      if (!this.flow) {
        const flow = await this.within(READ_LIMIT_MS, this.world.loaders.flow());
        if ("ok" in flow) throw flow;
        // Several events may have waited for the chunk.
        this.#attendant ??= new flow.Attendant(this.#host, this, this.#session);
        this.flow = flow;
      }
      for (const event of this.#waiting.splice(0)) this.send(event);
    } catch (error) {
      if (this.#waiting.splice(0).length > 0 || needsFlow(this.state)) {
        const isGone = error !== LATE && (await this.isThere());
        // biome-ignore lint/suspicious/noConsole: the browser names the file there, for the page's author.
        if (isGone) console.error("<reward-redemption>: flow.js", error);
        this.send({ type: "unloadable", isGone });
      }
    }
    this.#host.requestUpdate();
  }

  /** Whether the server answers: then a file that could not be loaded is gone, and the connection is there. */
  async isThere(): Promise<boolean> {
    return !!this.#api && (await this.within(READ_LIMIT_MS, this.#api.order({ hasCatalog: true }))).ok;
  }

  #emit(name: RewardEventName, more?: RewardEventDetail): void {
    this.#host.dispatchEvent(new RewardEvent(name, this.detail(more)));
  }

  /** What an event, or the page's `beforeConfirm`, is told. */
  detail(more?: RewardEventDetail): RewardEventDetail {
    const { order_id, sku, attempt, state } = this.state.order ?? {};
    // The held reward and the selected one may differ: then the event says nothing about the hold.
    const isOther = sku !== undefined && more?.sku !== undefined && more.sku !== sku;
    const known = isOther ? { order_id } : { order_id, sku, attempt, state };
    return { ...known, ...more };
  }
}

/** Whether the user can act, or sees the order's outcome. */
function isUsable({ screen, order, owned, catalog }: State): boolean {
  if (!(order || owned) || screen.name === "loading" || screen.name === "problem") return false;
  return screen.name !== "open" || catalog !== undefined;
}

function failureOf({ screen, failure }: State): Failure | undefined {
  return screen.name === "problem" ? screen.failure : failure;
}

export function failed(task: Task, failure: Failure): Event {
  return failure.code === "session_expired"
    ? { type: "session-ended", task }
    : { type: "failed", task, failure };
}
