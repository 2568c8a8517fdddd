/**
 * Who uses an order: its tabs on two devices, its site's backend, the operator. Each is a small model of a person: they
 * look, choose, change their mind, confirm what they were shown last, click twice, go away, come back.
 */
import type { Draws } from "./draws.ts";
import type { Answer, Ask, Json } from "./evidence.ts";
import { OPERATOR_KEY, SITES } from "./instance.ts";
import type { Choice, Plan } from "./plan.ts";

/** One tab of a browser. Tabs of one device share its session. */
export interface Tab {
  readonly name: string;
  readonly plan: Plan;
  readonly device: Device;
  /** Requests it waits for. */
  pending: number;
  /** What its user was shown last. */
  shown: Json;
}

export interface Device {
  readonly name: string;
  token: string | undefined;
}

export interface Request_ {
  readonly who: string;
  readonly as: Ask["as"];
  readonly plan: Plan | undefined;
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a request to an instance of the load balancer's choice; undefined where none is up. */
export type Send = (request: Request_, heard: (answer: Answer | undefined) => void) => Ask | undefined;

export interface PeopleOptions {
  readonly draws: Draws;
  readonly plans: readonly Plan[];
  readonly send: Send;
  /** Follows the link of an order; false where there is none. */
  readonly openLink: (plan: Plan) => boolean;
  /** They choose and choose, and hardly ever confirm. */
  readonly isRestless: boolean;
  /** They choose something else each time. */
  readonly isFickle: boolean;
}

/** Requests a tab has under way at most: a second one is a double click or an impatient user. */
const PENDING_MAX = 2;

export class People {
  readonly tabs: Tab[];
  readonly #options: PeopleOptions;
  #siteBusy = 0;

  constructor(options: PeopleOptions) {
    this.#options = options;
    const { draws, plans } = options;
    this.tabs = plans.flatMap((plan, n) => {
      const phone: Device = { name: "phone", token: undefined };
      const desk: Device = { name: "desk", token: undefined };
      const devices = draws.oneIn(3) ? [desk] : [desk, phone, ...(draws.oneIn(2) ? [desk] : [])];
      return devices.map((device, at): Tab => {
        const owner = n === 0 ? "Ana" : "Bo";
        return { name: `${owner}'s ${device.name} ${at + 1}`, plan, device, pending: 0, shown: {} };
      });
    });
  }

  /** Somebody does something. @returns whether anything was done */
  act(): boolean {
    const { draws } = this.#options;
    if (draws.oneIn(12)) return this.#site();
    if (draws.oneIn(25)) return this.#operator();
    const free = this.tabs.filter((tab) => tab.pending === 0);
    const tab =
      free.length > 0 && !draws.oneIn(8)
        ? draws.one(free)
        : oneOf(
            draws,
            this.tabs.filter((each) => each.pending < PENDING_MAX && each.device.token !== undefined),
          );
    return tab !== undefined && this.#use(tab);
  }

  /** The tab's user looks, as on a reload or at a poll. */
  look(tab: Tab, method = "GET"): boolean {
    return this.#browse(tab, method, "/v1/order");
  }

  codes(tab: Tab): boolean {
    return this.#browse(tab, "POST", "/v1/order/codes");
  }

  /** The site's backend lets a device in. */
  letIn(tab: Tab): boolean {
    const { plan, device } = tab;
    tab.pending++;
    const isSent = this.#asSite(plan, "POST", "/v1/sessions", plan.session, (answer) => {
      tab.pending--;
      if (answer?.status === 201) device.token = String(answer.data?.session_token);
    });
    if (!isSent) tab.pending--;
    return isSent;
  }

  #use(tab: Tab): boolean {
    const { draws, isRestless } = this.#options;
    if (tab.device.token === undefined) return this.letIn(tab);
    const { state } = tab.shown;
    switch (state) {
      case undefined:
        return this.look(tab);
      case "open":
      case "canceled":
        return this.#do(
          tab,
          draws.weighted({ choose: 16, confirm: 2, look: 2, catalog: 1, poke: 1, codes: 0 }),
        );
      case "booked":
        if (isRestless)
          return this.#do(
            tab,
            draws.weighted({ choose: 9, confirm: 1, look: 3, catalog: 0, poke: 0, codes: 0 }),
          );
        return this.#do(
          tab,
          draws.weighted({ choose: 3, confirm: 14, look: 2, catalog: 0, poke: 1, codes: 0 }),
        );
      case "processing":
        return this.#do(
          tab,
          draws.weighted({ choose: 1, confirm: 4, look: 8, catalog: 0, poke: 1, codes: 1 }),
        );
      case "activated":
      case "notified":
        if (draws.oneIn(3) && this.#options.openLink(tab.plan)) return true;
        return this.#do(
          tab,
          draws.weighted({ choose: 1, confirm: 4, look: 8, catalog: 0, poke: 1, codes: 3 }),
        );
      default:
        return this.#do(
          tab,
          draws.weighted({ choose: 1, confirm: 4, look: 5, catalog: 0, poke: 1, codes: 5 }),
        );
    }
  }

  #do(tab: Tab, what: "choose" | "confirm" | "look" | "catalog" | "poke" | "codes"): boolean {
    const { draws } = this.#options;
    switch (what) {
      case "choose":
        return this.#choose(tab);
      case "confirm":
        return this.#confirm(tab);
      case "look":
        return this.look(tab);
      case "catalog":
        return draws.oneIn(2)
          ? this.#browse(tab, "GET", "/v1/catalog")
          : this.#browse(tab, "GET", `/v1/rewards/${draws.one(tab.plan.choices).sku}`);
      case "poke":
        return draws.oneIn(2)
          ? this.look(tab, draws.one(["HEAD", "OPTIONS"]))
          : this.#browse(tab, draws.one(["GET", "HEAD", "OPTIONS"]), `/v1/order/${confirmsBy(tab.plan)}`);
      case "codes":
        return draws.oneIn(4) ? this.#browse(tab, "POST", "/v1/order/balance") : this.codes(tab);
      default:
        return what satisfies never;
    }
  }

  #choose(tab: Tab): boolean {
    const { draws } = this.#options;
    const { choices, delivery } = tab.plan;
    const isFickle = this.#options.isFickle || draws.oneIn(3);
    const choice = isFickle ? draws.one(choices) : (choices[0] as Choice);
    if (delivery === "notify") return this.#twice(tab, "/v1/order/notify", { ...choice });
    return this.#twice(tab, "/v1/order/book", { ...choice });
  }

  /** Of what was shown last, which may have changed since; and now and then of what was never shown. */
  #confirm(tab: Tab): boolean {
    const { draws } = this.#options;
    const { delivery, choices } = tab.plan;
    if (delivery === "notify") {
      const { sku, amount } = tab.shown;
      if (sku === undefined) return this.#choose(tab);
      return this.#twice(tab, "/v1/order/notify", { sku, ...(amount !== undefined && { amount }) });
    }
    const { attempt, sku, amount } = tab.shown;
    if (attempt === undefined) return this.#choose(tab);
    const mistake = draws.weighted({ none: 10, reward: 1, attempt: 1 });
    const said = mistake === "reward" ? draws.one(choices) : { sku, ...(amount !== undefined && { amount }) };
    const n =
      mistake === "attempt" ? draws.one([Math.max(1, Number(attempt) - 1), Number(attempt) + 1]) : attempt;
    return this.#twice(tab, `/v1/order/${delivery}`, { attempt: n, ...said });
  }

  /** Sometimes a double click. */
  #twice(tab: Tab, path: string, body: Json): boolean {
    const { draws } = this.#options;
    const sent = this.#browse(tab, "POST", path, body);
    if (sent && draws.oneIn(10)) this.#browse(tab, "POST", path, body);
    return sent;
  }

  #browse(tab: Tab, method: string, path: string, body?: Json): boolean {
    const { draws, send } = this.#options;
    const { plan, device } = tab;
    const headers = {
      Authorization: `Bearer ${device.token}`,
      Origin: SITES[plan.site].origin,
      ...(body && { "Content-Type": "application/json" }),
    };
    const request = { who: tab.name, as: "browser", plan, method, path, body, headers } as const;
    tab.pending++;
    const ask = send(request, (answer) => {
      tab.pending--;
      if (!answer || ask?.hungUp) return;
      if (answer.status === 401) device.token = undefined;
      if (typeof answer.data?.state === "string") tab.shown = answer.data;
    });
    if (!ask) tab.pending--;
    else if (draws.oneIn(30)) ask.hungUp = true;
    return ask !== undefined;
  }

  #site(): boolean {
    const { draws, plans } = this.#options;
    if (this.#siteBusy > 1) return false;
    const plan = draws.one(plans);
    const order = `/v1/orders/${plan.order_id}`;
    switch (draws.weighted({ view: 3, cancel: 4, refund: 4, list: 1, conflict: 1 })) {
      case "view":
        return this.#asSite(plan, "GET", order);
      case "cancel":
        return this.#asSite(plan, "POST", `${order}/cancel`);
      case "refund":
        return this.#asSite(plan, "POST", `${order}/refund`);
      case "list":
        return this.#asSite(plan, "GET", `/v1/redemptions?promotion_id=${plan.promotion}`);
      default:
        return this.#asSite(plan, "POST", "/v1/sessions", {
          ...plan.session,
          user: { email: plan.email.toLowerCase() },
        });
    }
  }

  #asSite(
    plan: Plan,
    method: string,
    path: string,
    body?: Json,
    heard: (answer: Answer | undefined) => void = () => {},
  ): boolean {
    const headers = {
      Authorization: `Bearer ${SITES[plan.site].key}`,
      ...(body && { "Content-Type": "application/json" }),
    };
    this.#siteBusy++;
    const request = { who: `the site ${plan.site}`, as: "site", plan, method, path, body, headers } as const;
    const ask = this.#options.send(request, (answer) => {
      this.#siteBusy--;
      heard(answer);
    });
    if (!ask) this.#siteBusy--;
    return ask !== undefined;
  }

  #operator(): boolean {
    const { draws, send, plans } = this.#options;
    const headers = { Authorization: `Bearer ${OPERATOR_KEY}` };
    const plan = draws.one(plans);
    if (draws.oneIn(2)) {
      const isAcknowledged = draws.oneIn(4);
      const path = `/v1/attention/${plan.site}/${plan.order_id}/release`;
      const body = isAcknowledged ? { acknowledge: true } : {};
      const sent = { ...headers, "Content-Type": "application/json" };
      const request = {
        who: "the operator",
        as: "operator",
        plan,
        method: "POST",
        path,
        body,
        headers: sent,
      } as const;
      return send(request, () => {}) !== undefined;
    }
    const path = draws.oneIn(3) ? "/metrics" : "/v1/attention";
    return (
      send(
        { who: "the operator", as: "operator", plan: undefined, method: "GET", path, headers },
        () => {},
      ) !== undefined
    );
  }
}

const confirmsBy = ({ delivery }: Plan): string => delivery;

const oneOf = <T>(draws: Draws, of: readonly T[]): T | undefined =>
  of.length > 0 ? draws.one(of) : undefined;
