/**
 * The users of an order: its tabs on two devices, in turn with its site's backend and the operator. Each tab models a user who
 * views, chooses, chooses again, confirms the last shown reward, clicks twice, leaves and returns.
 */
import { presentOf } from "./cluster.ts";
import type { Draws } from "./draws.ts";
import type { Json } from "./evidence.ts";
import { SITES } from "./instance.ts";
import { list, operate } from "./operator.ts";
import { type Choice, isOneGrant, type Plan } from "./plan.ts";
import { Site, type SiteOptions } from "./site.ts";

/** One tab of a browser. Tabs of one device share its session. */
export interface Tab {
  readonly name: string;
  /** Of a grant: the order that was shown last. */
  plan: Plan;
  readonly device: Device;
  /** Pending requests of the tab. */
  pending: number;
  /** The order as last shown in the tab. */
  shown: Json;
}

export interface Device {
  readonly name: string;
  token: string | undefined;
}

export interface UsersOptions extends SiteOptions {
  /** Follows the link of an order; false if there is none. */
  readonly openLink: (plan: Plan) => boolean;
  /** The users choose again and again, and hardly ever confirm. */
  readonly isRestless: boolean;
  /** The users choose another reward each time. */
  readonly isFickle: boolean;
  /** The operator acts once in this many acts. */
  readonly operatorOdds: number;
}

/** Requests a tab has under way at most: a second one is a double click or an impatient user. */
const PENDING_MAX = 2;
/** Nobody asks for more orders of a grant: two or three requests under way may still open one each. */
const ORDERS_MAX = 8;

export class Users {
  readonly tabs: Tab[];
  readonly #options: UsersOptions;
  readonly #site: Site;

  constructor(options: UsersOptions) {
    this.#options = options;
    this.#site = new Site(options);
    const { draws, plans } = options;
    const apart = plans.filter(({ grant }) => grant === undefined || grant.k === 1);
    this.tabs = apart.flatMap((plan, n) => {
      const phone: Device = { name: "phone", token: undefined };
      const desk: Device = { name: "desk", token: undefined };
      const devices = draws.oneIn(3) ? [desk] : [desk, phone, ...(draws.oneIn(2) ? [desk] : [])];
      return devices.map((device, at): Tab => {
        const owner = n === 0 ? "Ana" : "Bo";
        return { name: `${owner}'s ${device.name} ${at + 1}`, plan, device, pending: 0, shown: {} };
      });
    });
  }

  /** One user, site or operator acts. @returns whether a request was sent or a link opened */
  act(): boolean {
    const { draws } = this.#options;
    if (draws.oneIn(12)) return this.#site.act();
    if (draws.oneIn(this.#options.operatorOdds)) return operate(this.#options);
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

  /** Views the order, as on a reload or at a poll; of a grant sometimes its last one. */
  look(tab: Tab, method = "GET"): boolean {
    const { grant } = tab.plan;
    const isFresh = grant !== undefined && (tab.shown.state === undefined || this.#options.draws.oneIn(3));
    return this.#browse(tab, method, "/v1/order", { isFresh });
  }

  /** Views this order of the tab's grant, or the tab's one order. */
  visit(tab: Tab, plan: Plan): boolean {
    this.#turnTo(tab, plan);
    return this.#browse(tab, "GET", "/v1/order");
  }

  #turnTo(tab: Tab, plan: Plan): void {
    if (tab.plan === plan) return;
    tab.plan = plan;
    tab.shown = { order_id: plan.order_id, state: "none" };
  }

  codes(tab: Tab): boolean {
    return this.#browse(tab, "POST", "/v1/order/codes");
  }

  /** The site's backend opens a session for a device. */
  letIn(tab: Tab): boolean {
    const { plan, device } = tab;
    tab.pending++;
    const isSent = this.#site.letIn(plan, (answer) => {
      tab.pending--;
      if (answer?.status === 201) device.token = String(answer.data?.session_token);
    });
    if (!isSent) tab.pending--;
    return isSent;
  }

  /** Each site views its orders. */
  viewAsSites(): void {
    for (const plan of presentOf(this.#options.plans)) this.#site.view(plan);
  }

  /** The operator views the whole list. */
  listAsOperator(): void {
    list(this.#options);
  }

  #use(tab: Tab): boolean {
    const { draws, isRestless } = this.#options;
    if (tab.device.token === undefined) return this.letIn(tab);
    const { state } = tab.shown;
    if (tab.plan.grant && typeof state === "string" && AFTER.has(state) && !draws.oneIn(3))
      return this.#spendOn(tab);
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

  /** The next choice of a grant, the list of what was got, or the codes of one of them. */
  #spendOn(tab: Tab): boolean {
    const { draws, plans } = this.#options;
    const isFull = presentOf(plans).filter((each) => isOneGrant(each, tab.plan)).length >= ORDERS_MAX;
    switch (draws.weighted({ next: isFull ? 0 : 8, list: 1, codes: 1 })) {
      case "next":
        return this.#browse(tab, "POST", "/v1/grant/next", { isFresh: true });
      case "list":
        return this.#browse(tab, "GET", "/v1/rewards", { isFresh: true });
      default: {
        this.#turnTo(tab, draws.one(presentOf(plans).filter((each) => isOneGrant(each, tab.plan))));
        return this.#browse(tab, "POST", `/v1/rewards/${tab.plan.order_id}/codes`, { isFresh: true });
      }
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

  /** Confirms the last shown reward, which may have changed since; sometimes one that was never shown. */
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
    const sent = this.#browse(tab, "POST", path, { body });
    if (sent && draws.oneIn(10)) this.#browse(tab, "POST", path, { body });
    return sent;
  }

  /** @param isFresh about whatever order of the grant is the last one, or about the one that the path names */
  #browse(
    tab: Tab,
    method: string,
    path: string,
    { body, isFresh = false }: { readonly body?: Json; readonly isFresh?: boolean } = {},
  ): boolean {
    const { draws, send } = this.#options;
    const { plan, device } = tab;
    const headers = {
      Authorization: `Bearer ${device.token}`,
      Origin: SITES[plan.site].origin,
      ...(body && { "Content-Type": "application/json" }),
    };
    const named = plan.grant && !isFresh ? { query: `?order_id=${plan.order_id}` } : {};
    const request = {
      who: tab.name,
      as: "browser",
      plan,
      method,
      path,
      headers,
      ...named,
      ...(body && { body }),
    } as const;
    tab.pending++;
    const ask = send(request, (answer) => {
      tab.pending--;
      if (!answer || ask?.hungUp) return;
      if (answer.status === 401) device.token = undefined;
      if (typeof answer.data?.state !== "string") return;
      tab.shown = answer.data;
      tab.plan = ask?.plan ?? plan;
    });
    if (!ask) tab.pending--;
    else if (draws.oneIn(30)) ask.hungUp = true;
    return ask !== undefined;
  }
}

/** An order after which the next one of its grant may be opened. */
const AFTER: ReadonlySet<string> = new Set([
  "redeemed",
  "activated",
  "notified",
  "canceled",
  "refunded",
  "denied",
  "blocked",
  "expired",
]);

const confirmsBy = ({ delivery }: Plan): string => delivery;

const oneOf = <T>(draws: Draws, of: readonly T[]): T | undefined =>
  of.length > 0 ? draws.one(of) : undefined;
