/** Performs the tasks of later screens: the route or chunk of each, and the event that its answer becomes. */
import type { Codes } from "../../shared/usages.ts";
import type { Balance, ChoosingSession, Order, RewardDetails, RewardsList } from "../../shared/wire.ts";
import type { Attendant } from "../page/attendant.ts";
import { phoneHere } from "../page/phone-loader.ts";
import { failed, READ_LIMIT_MS } from "../redemption-controller.ts";
import type { Event, KnownOrder, Task } from "../state/state.ts";
import type { Through } from "../views/phone.ts";
import { type Answer, type Api, isEach, isOrder, isReward, isText, type Loose, type Shape } from "./api.ts";

/**
 * The server answers a change within 12 s. After this time the answer counts as lost, and the order is read instead.
 */
const CHANGE_LIMIT_MS = 20_000;

/** What a task needs from the controller. */
export interface Desk {
  readonly api: Api;
  readonly signal: AbortSignal;
  /** The order that the screen is about. */
  readonly order: KnownOrder | undefined;
  /** Waits for an answer, up to a limit. */
  within<T>(limit: number, call: Promise<Answer<T>>): Promise<Answer<T>>;
  orderEvent(task: Task, limit: number, call: () => Promise<Answer<Order>>): Promise<Event>;
  readonly attendant: Pick<Attendant, "fetchDrawers" | "isGone" | "through" | "clock"> | undefined;
}

/** The most that the server gives at once. Source: openapi.json, GET /v1/rewards. */
const PER_PAGE = 50;
/** Nobody hears it: the task was given up meanwhile. */
const LEFT = { code: "offline" } as const;

type LaterTask = Exclude<Task, { do: "order" | "catalog" }>;

const post = (body: object): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const hasCodes: Shape = (data) =>
  isEach((data?.codes as Loose)?.items, (item) => isText(item?.usage) && isText(item.value));
const isBalance: Shape = (data) =>
  (data?.card_balance === null || typeof data?.card_balance === "number") &&
  (data.card_currency === null || isText(data.card_currency));
const isList: Shape = (data) =>
  isEach(data?.rewards, (each) => isText(each?.order_id) && isText(each.reward_name)) &&
  isEach(data?.open, isChoice);
const isChoice: Shape = (data) => isText(data?.order_id) && isText((data.promotion as Loose)?.id);
const isSession: Shape = (data) => isText(data?.session_token);
const isAnswered: Shape = (data) => isOrder(data) && (data?.codes === undefined || hasCodes(data));

export async function perform(task: LaterTask, desk: Desk): Promise<Event> {
  const { api, signal, order } = desk;
  // Another tab may have gone on to the next order of the grant: what is chosen here is meant for this one.
  const on = order?.grant_id === undefined ? "" : `?order_id=${encodeURIComponent(order.order_id)}`;
  switch (task.do) {
    // Without the signal: a change that was sent is never aborted.
    case "book":
      return desk.orderEvent(task, CHANGE_LIMIT_MS, () =>
        api.call<Order>(`order/book${on}`, post(task.choice), isOrder),
      );
    case "redeem":
    case "activate":
    case "notify":
      return withDrawers(
        desk,
        confirmed(
          desk.orderEvent(task, CHANGE_LIMIT_MS, () =>
            api.call<Order>(`order/${task.do}${on}`, post(task.confirmation), isAnswered),
          ),
        ),
      );
    case "link":
      return withDrawers(
        desk,
        desk.orderEvent(task, READ_LIMIT_MS, () =>
          api.call<Order>(`order/activate${on}`, { ...post(task.confirmation), signal }, isAnswered),
        ),
      );
    case "details": {
      const path = `rewards/${encodeURIComponent(task.sku)}`;
      const answer = await desk.within(READ_LIMIT_MS, api.call<RewardDetails>(path, { signal }, isReward));
      return answer.ok ? { type: "details", task, details: answer.data } : failed(task, answer.failure);
    }
    case "codes": {
      const call = api.call<{ codes: Codes }>(`order/codes${on}`, { ...post({}), signal }, hasCodes);
      const answer = await desk.within(READ_LIMIT_MS, call);
      if (!answer.ok) return failed(task, answer.failure);
      void desk.attendant?.fetchDrawers();
      return { type: "codes", task, codes: answer.data.codes };
    }
    case "balance": {
      const call = api.call<Balance>(`order/balance${on}`, { ...post({}), signal }, isBalance);
      const answer = await desk.within(READ_LIMIT_MS, call);
      return answer.ok ? { type: "card", task, card: answer.data } : failed(task, answer.failure);
    }
    case "pass": {
      const { wallet, locale } = task;
      const [phone, { attendant }] = [phoneHere(), desk];
      if (!phone || !attendant) return failed(task, LEFT);
      const through: Through = (alter) => attendant.through(alter, api.inner);
      const init = { ...post({ wallet, locale }), signal };
      const call = phone.fetchPass(through, `order/pass${on}`, init, attendant.clock);
      const answer = await desk.within(READ_LIMIT_MS, call);
      return answer.ok ? { type: "passed", task } : failed(task, answer.failure);
    }
    case "rewards": {
      api.inner = undefined;
      const after = task.after === undefined ? "" : `&after=${encodeURIComponent(task.after)}`;
      const path = `rewards?per_page=${PER_PAGE}${after}`;
      const answer = await desk.within(READ_LIMIT_MS, api.call<RewardsList>(path, { signal }, isList));
      return answer.ok ? { type: "rewards", task, list: answer.data } : failed(task, answer.failure);
    }
    case "enter": {
      const { opened } = task;
      api.inner = undefined;
      const path = `rewards/${encodeURIComponent(opened.order_id)}/session`;
      const call = api.call<ChoosingSession>(path, { ...post({}), signal }, isSession);
      const answer = await desk.within(READ_LIMIT_MS, call);
      if (!answer.ok || signal.aborted) return failed(task, answer.ok ? LEFT : answer.failure);
      api.inner = answer.data.session_token;
      return { type: "entered", task, opened };
    }
    case "next":
      return desk.orderEvent(task, CHANGE_LIMIT_MS, () => api.call<Order>("grant/next", post({}), isOrder));
    case "mark": {
      const { order_id, used } = task;
      api.inner = undefined;
      const path = `rewards/${encodeURIComponent(order_id)}/used`;
      const call = api.call<unknown>(path, { ...post({ used }), method: "PUT" }, () => true);
      const answer = await desk.within(READ_LIMIT_MS, call);
      return answer.ok ? { type: "marked", task, order_id, used } : failed(task, answer.failure);
    }
    case "prepare":
      if (await desk.attendant?.fetchDrawers()) return { type: "prepared", task };
      return failed(task, { code: "offline", isGone: (await desk.attendant?.isGone()) === true });
    default:
      return task satisfies never;
  }
}

/**
 * A confirmation that was called without a connection, and failed, was never sent. If the browser says that it is
 * connected, the confirmation may have arrived, and only the answer may be lost.
 */
async function confirmed(answer: Promise<Event>): Promise<Event> {
  const isUnsent = !navigator.onLine;
  const event = await answer;
  const isLost = event.type === "failed" && event.failure.code === "offline" && !event.failure.isLate;
  return isUnsent && isLost ? { ...event, failure: { ...event.failure, isUnsent } } : event;
}

/** A code or a link does not wait for the barcode drawers. */
async function withDrawers(desk: Desk, answer: Promise<Event>): Promise<Event> {
  const event = await answer;
  if (event.type === "order" && (event.order.codes || event.order.url)) void desk.attendant?.fetchDrawers();
  return event;
}
