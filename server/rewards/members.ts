/**
 * For a site's backend: its orders as the ledger knows them, and the whole of a member as one document, which can be forgotten.
 * Source: docs/points/grants.md, "A member's rewards"; openapi.json, GET /v1/orders and GET /v1/users/{user_id}.
 */
import type { Event, ForgottenMember, MemberData, OrdersQuery, SiteOrder } from "../../shared/wire.ts";
import { chainOf, moneyOf } from "../grants/chain.ts";
import type { Grants } from "../grants/grants.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { auditEntryOf } from "../operators/audit.ts";
import { ProblemError } from "../problems/problem.ts";
import type { Doer } from "../rows/audit.ts";
import { placeOf } from "../rows/grant.ts";
import type { OrderKey, Row } from "../rows/order.ts";
import type { Subject } from "../rows/session.ts";
import { ofGrant, ofMember, ofOrder } from "../sessions/sessions.ts";
import type { SiteOrders } from "../site-orders/site-orders.ts";
import { MEMBER_PAGE } from "../timing.ts";

export interface MembersOptions {
  readonly ledger: Pick<Ledger, "readOrder" | "ordersOf" | "chainOf" | "eventsOf" | "audit">;
  readonly siteOrders: Pick<SiteOrders, "shown">;
  readonly grants: Pick<Grants, "shown">;
  readonly forgetUser: (key: OrderKey, by: Doer) => Promise<void>;
  readonly endSessions: (subject: Subject) => Promise<void>;
}

export class Members {
  readonly #options: MembersOptions;

  constructor(options: MembersOptions) {
    this.#options = options;
  }

  /** A page of the site's orders. @throws ProblemError order_not_found if there is no order `after` */
  async orders(site: string, { per_page, ...filter }: OrdersQuery): Promise<SiteOrder[]> {
    const { ledger } = this.#options;
    const { after } = filter;
    if (after !== undefined && !(await ledger.readOrder({ site, order_id: after })))
      throw new ProblemError("order_not_found");
    return this.#shown(site, await ledger.ordersOf(site, filter, per_page));
  }

  /** @throws ProblemError user_not_found */
  async data(site: string, userId: string): Promise<MemberData> {
    const { ledger, grants } = this.#options;
    const rows = await this.#rowsOf(site, userId);
    const ids = rows.map(({ order }) => order.order_id);
    const events = await ledger.eventsOf(site, ids);
    const deeds = await Promise.all(ids.map((order_id) => ledger.audit({ site, order_id }, MEMBER_PAGE)));
    const ofGrants = Map.groupBy(rows, ({ order }) => placeOf(order.order_id)?.grant_id);
    const chains = await Promise.all(
      [...ofGrants.keys()].flatMap((grant_id) =>
        grant_id === undefined
          ? []
          : [ledger.chainOf({ site, grant_id }).then((all) => [grant_id, chainOf(all)] as const)],
      ),
    );
    return {
      user_id: userId,
      orders: await this.#shown(site, rows),
      grants: chains.flatMap(([grant_id, chain]) => (chain ? [grants.shown({ site, grant_id }, chain)] : [])),
      events: events.map(({ body }) => JSON.parse(body) as Event),
      audit: deeds.flat().map(auditEntryOf),
    };
  }

  /**
   * Forgets the member in every order that is finished, whose sessions end; the others are named.
   * @throws ProblemError user_not_found
   */
  async forget(site: string, userId: string, by: Doer): Promise<ForgottenMember> {
    const { forgetUser, endSessions } = this.#options;
    const rows = await this.#rowsOf(site, userId);
    const unfinished: string[] = [];
    for (const { order } of rows)
      await forgetUser(order, by).catch((error) => {
        if (!(error instanceof ProblemError) || error.code !== "order_processing") throw error;
        unfinished.push(order.order_id);
      });
    // A grant's session is still needed while one of its orders is.
    const isNeeded = (grantId: string): boolean => unfinished.some((id) => placeOf(id)?.grant_id === grantId);
    const ended = new Map<string, Subject>();
    for (const { order_id } of rows.map(({ order }) => order)) {
      if (!unfinished.includes(order_id)) ended.set(order_id, ofOrder({ site, order_id }));
      const grant_id = placeOf(order_id)?.grant_id;
      if (grant_id !== undefined && !isNeeded(grant_id))
        ended.set(`${grant_id}~`, ofGrant({ site, grant_id }));
    }
    for (const subject of [ofMember(site, userId), ...ended.values()]) await endSessions(subject);
    return { forgotten: rows.length - unfinished.length, unfinished };
  }

  async #rowsOf(site: string, user_id: string): Promise<Row[]> {
    const { ledger } = this.#options;
    const rows: Row[] = [];
    for (;;) {
      const after = rows.at(-1)?.order.order_id;
      const filter = { user_id, ...(after !== undefined && { after }) };
      const page = await ledger.ordersOf(site, filter, MEMBER_PAGE);
      rows.push(...page);
      if (page.length < MEMBER_PAGE) break;
    }
    if (rows.length === 0) throw new ProblemError("user_not_found");
    return rows;
  }

  /** With the money of their grants: a chain is read once, however many of its orders are listed. */
  async #shown(site: string, rows: readonly Row[]): Promise<SiteOrder[]> {
    const { ledger, siteOrders } = this.#options;
    const ids = new Set(rows.flatMap(({ order }) => placeOf(order.order_id)?.grant_id ?? []));
    const read = async (grant_id: string) =>
      [grant_id, chainOf(await ledger.chainOf({ site, grant_id }))] as const;
    const chains = new Map(await Promise.all([...ids].map(read)));
    return rows.map((row) => {
      const chain = chains.get(placeOf(row.order.order_id)?.grant_id ?? "");
      return { ...siteOrders.shown(row), ...(chain && moneyOf(chain)) };
    });
  }
}
