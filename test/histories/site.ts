/** The backend of an order's site: opens sessions, views orders and ends them. */

import type { Send } from "./client-requests.ts";
import { bed, presentOf } from "./cluster.ts";
import type { Draws } from "./draws.ts";
import type { Answer, Json } from "./evidence.ts";
import { SITES } from "./instance.ts";
import type { Plan } from "./plan.ts";

export interface SiteOptions {
  readonly draws: Draws;
  readonly plans: readonly Plan[];
  readonly send: Send;
  /** The site's present address of an order's user. */
  readonly emailOf: (plan: Plan) => string;
}

export class Site {
  readonly #options: SiteOptions;
  /** Requests of sites under way. */
  #busy = 0;

  constructor(options: SiteOptions) {
    this.#options = options;
  }

  /** Views an order, ends it, or opens a session with other values. @returns whether anything was sent */
  act(): boolean {
    const { draws, plans } = this.#options;
    if (this.#busy > 1) return false;
    const plan = draws.one(presentOf(plans));
    if (plan.grant && draws.oneIn(3)) return this.#onGrant(plan);
    const order = `/v1/orders/${plan.order_id}`;
    switch (draws.weighted({ view: 3, cancel: 4, refund: 4, list: 1, conflict: 1 })) {
      case "view":
        return this.view(plan);
      case "cancel":
        return this.#asSite(plan, "POST", `${order}/cancel`);
      case "refund":
        return this.#asSite(plan, "POST", `${order}/refund`);
      case "list":
        return this.#asSite(plan, "GET", `/v1/redemptions?promotion_id=${plan.promotion}`);
      default:
        // A new ledger takes the first address for the user's: by another one the service does not find the order's reward.
        if (!bed.row(plan.site, plan.order_id)) return false;
        return this.#asSite(plan, "POST", "/v1/sessions", {
          ...plan.session,
          user: { email: plan.email.toLowerCase() },
        });
    }
  }

  /** Views a grant, and seldom closes it. */
  #onGrant(plan: Plan): boolean {
    const grant = `/v1/grants/${plan.grant?.grant_id}`;
    return this.#options.draws.oneIn(8)
      ? this.#asSite(plan, "POST", `${grant}/close`)
      : this.#asSite(plan, "GET", grant);
  }

  /** Views an order. @returns whether a request was sent */
  view(plan: Plan): boolean {
    return this.#asSite(plan, "GET", `/v1/orders/${plan.order_id}`);
  }

  /** Opens a session for a user of the order. @returns whether it was sent */
  letIn(plan: Plan, heard: (answer: Answer | undefined) => void): boolean {
    const session = { ...plan.session, user: { email: this.#options.emailOf(plan) } };
    return this.#asSite(plan, "POST", "/v1/sessions", session, heard);
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
    this.#busy++;
    // An answer about a whole grant is about none of its orders.
    const about = path.startsWith("/v1/grants/") ? undefined : plan;
    const request = {
      ...{ who: `the site ${plan.site}`, plan: about, method, path, body, headers },
      as: "site",
    } as const;
    const ask = this.#options.send(request, (answer) => {
      this.#busy--;
      heard(answer);
    });
    if (!ask) this.#busy--;
    return ask !== undefined;
  }
}
