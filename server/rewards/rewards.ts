/**
 * What a user has, in their own browser: the rewards of a member or of a grant, and what still can be chosen. A list is one query, and
 * has no code; the codes of one reward are read from the service by the way of every order.
 * Source: docs/points/grants.md, "A member's rewards"; openapi.json, GET /v1/rewards.
 */
import type { Codes } from "../../shared/usages.ts";
import type { Balance, OpenChoice, OwnedReward, RewardsList, Session } from "../../shared/wire.ts";
import { balanceOf, chainOf, followingOf } from "../grants/chain.ts";
import type { Ledger, RewardFilter } from "../ledger/ledger.ts";
import { ProblemError } from "../problems/problem.ts";
import { confirmerOf } from "../redemption/confirmer.ts";
import type { Asking, Orders } from "../redemption/orders.ts";
import { stateOf } from "../redemption/view.ts";
import type { Worker } from "../redemption/worker.ts";
import { grantOrderId, placeOf } from "../rows/grant.ts";
import { currentAttempt, type Order, type Row } from "../rows/order.ts";
import type { SessionRow } from "../rows/session.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { OPEN_CHOICES_MAX } from "../timing.ts";

/** The addresses of a reward's pictures on this server; null where there is none. */
export type Pictures = Pick<OwnedReward, "logo_url" | "catalog_card_url">;

export interface RewardsOptions {
  readonly ledger: Pick<Ledger, "readOrder" | "rewardsOf" | "openOrdersOf" | "chainOf">;
  readonly worker: Pick<Worker, "amend">;
  readonly orders: Pick<Orders, "codes" | "balance" | "link">;
  readonly sessions: Pick<Sessions, "goOn">;
  /** Whether an order's promotion has a reward that it may choose, as far as that is known without a question to the service. */
  readonly mayBeOffered: (order: Order) => boolean;
  /** The pictures of rewards, by promotion and SKU, as far as they can be had at once. */
  readonly picturesOf: (
    site: string,
    promotionIds: ReadonlySet<string>,
  ) => Promise<(promotionId: string, sku: string) => Pictures>;
}

export class Rewards {
  readonly #options: RewardsOptions;

  constructor(options: RewardsOptions) {
    this.#options = options;
  }

  /** @throws ProblemError not_found for the session of a single order; order_not_found if the list has no `after` */
  async list(
    session: SessionRow,
    { after, per_page }: { readonly after?: string | undefined; readonly per_page: number },
  ): Promise<RewardsList> {
    const { ledger, picturesOf } = this.#options;
    const { site } = session;
    const filter = filterOf(session);
    if (after !== undefined) await this.#own(session, after);
    const rows = await ledger.rewardsOf(
      site,
      { ...filter, ...(after !== undefined && { after }) },
      per_page + 1,
    );
    const shown = rows.slice(0, per_page);
    const pictures = await picturesOf(site, new Set(shown.map(({ order }) => order.pins.promotion_id)));
    return {
      rewards: shown.map((row) => ownedOf(row, pictures)),
      open: after === undefined ? await this.#open(session) : [],
      has_more: rows.length > per_page,
      ...(session.audience !== null && { audience: session.audience }),
    };
  }

  async codes(session: SessionRow, orderId: string): Promise<Codes> {
    return this.#options.orders.codes(await this.#asking(session, orderId));
  }

  async balance(session: SessionRow, orderId: string): Promise<Balance> {
    return this.#options.orders.balance(await this.#asking(session, orderId));
  }

  /** The link of an activated reward, again. */
  async link(session: SessionRow, orderId: string): Promise<string> {
    return this.#options.orders.link(await this.#asking(session, orderId));
  }

  /** The user's own mark: the service is told nothing. */
  async mark(session: SessionRow, orderId: string, is_used: boolean): Promise<void> {
    refuseStaff(session);
    const { order } = await this.#own(session, orderId);
    await this.#options.worker.amend(order, (known) =>
      known.is_used === is_used ? undefined : { ...known, is_used },
    );
  }

  /** A session of one of the list, or of what still can be chosen. @throws ProblemError order_not_found */
  async open(session: SessionRow, orderId: string): Promise<Pick<Session, "session_token" | "expires_at">> {
    const { sessions } = this.#options;
    const row = await this.#found(session, orderId).catch((error) => {
      const before = beforeOf(orderId);
      if (before === undefined) throw error;
      return this.#found(session, before);
    });
    const isHad = row.order.order_id === orderId && row.order.given_at !== null;
    if (isHad) refuseStaff(session);
    return sessions.goOn(session, row, isHad);
  }

  /** One of the list of the session. @throws ProblemError order_not_found */
  async #own(session: SessionRow, orderId: string): Promise<Row> {
    const row = await this.#found(session, orderId);
    if (row.order.given_at === null) throw new ProblemError("order_not_found");
    return row;
  }

  async #found(session: SessionRow, orderId: string): Promise<Row> {
    const { user_id, grant_id } = filterOf(session);
    const row = await this.#options.ledger.readOrder({ site: session.site, order_id: orderId });
    const isOwn =
      user_id !== undefined ? row?.order.user_id === user_id : placeOf(orderId)?.grant_id === grant_id;
    if (!row || !isOwn) throw new ProblemError("order_not_found");
    return row;
  }

  /** Staff see that there is a reward, and never its code. */
  async #asking(session: SessionRow, orderId: string): Promise<Asking> {
    refuseStaff(session);
    const { site, locale, currency } = session;
    const { order } = await this.#own(session, orderId);
    return { site, order_id: order.order_id, locale, currency, confirmer: confirmerOf(session) };
  }

  async #open({ site, member, grant_id }: SessionRow): Promise<OpenChoice[]> {
    const { ledger } = this.#options;
    const rows =
      member === null
        ? await ledger.chainOf({ site, grant_id: grant_id ?? "" })
        : await ledger.openOrdersOf(site, member, OPEN_CHOICES_MAX);
    const grants = Map.groupBy(rows, ({ order }) => placeOf(order.order_id)?.grant_id);
    const alone = (grants.get(undefined) ?? [])
      .filter((row) => isChoosing(row))
      .map((row) => choiceOf(row.order, row));
    const chains = await Promise.all(
      [...grants].map(async ([id, ofGrant]) => {
        if (id === undefined) return [];
        // The list of a member with very many orders ends somewhere: what is left is counted from a whole chain only.
        const whole = ofGrant.some(({ order }) => placeOf(order.order_id)?.k === 1)
          ? ofGrant
          : await ledger.chainOf({ site, grant_id: id });
        return openGrant(whole, this.#options.mayBeOffered) ?? [];
      }),
    );
    return [...chains.flat(), ...alone];
  }
}

function refuseStaff({ audience }: SessionRow): void {
  if (audience === "staff") throw new ProblemError("not_found", { detail: NOT_FOR_STAFF });
}

const NOT_FOR_STAFF = "A member's rewards are opened and marked by the member alone, not by staff.";

/** Whose rewards a session lists. @throws ProblemError not_found for the session of a single order */
function filterOf({ member, grant_id }: SessionRow): RewardFilter {
  if (member !== null) return { user_id: member };
  if (grant_id !== null) return { grant_id };
  throw new ProblemError("not_found", { detail: NO_LIST });
}

const NO_LIST = "The session is one of a single order: only a grant's or a member's has a list of rewards.";

function isChoosing(row: Row): boolean {
  const state = stateOf(row);
  return state === "open" || state === "booked" || state === "processing";
}

/** The last order of a grant, if something of it is left; undefined if nothing is. */
function openGrant(
  rows: readonly Row[],
  mayBeOffered: RewardsOptions["mayBeOffered"],
): OpenChoice | undefined {
  const chain = chainOf(rows.toSorted((a, b) => kOf(a) - kOf(b)));
  if (!chain) return undefined;
  const { currency, left } = balanceOf(chain);
  const { last } = chain;
  const following = followingOf(chain, last.now);
  if (following.kind === "none") return undefined;
  const grant_id = placeOf(last.order.order_id)?.grant_id;
  const choice = choiceOf(last.order, last);
  const mine = { currency, ...(grant_id !== undefined && { grant_id }), left };
  if (following.kind !== "next") return { ...choice, ...mine };
  if (!mayBeOffered(following.next)) return undefined;
  const { order_id, pins } = following.next;
  const { max_amount } = pins;
  return {
    ...choice,
    ...mine,
    order_id,
    state: "open",
    ...(max_amount !== null && { amount_limits: { max_amount } }),
  };
}

/** The order before one of a grant that is not there yet. */
function beforeOf(orderId: string): string | undefined {
  const place = placeOf(orderId);
  return place && place.k > 1 ? grantOrderId(place.grant_id, place.k - 1) : undefined;
}

const kOf = ({ order }: Row): number => placeOf(order.order_id)?.k ?? 0;

function choiceOf({ order_id, pins, promotion }: Order, row: Row): OpenChoice {
  const { amount, max_amount } = pins;
  const limits = { ...(amount !== null && { amount }), ...(max_amount !== null && { max_amount }) };
  return {
    order_id,
    state: stateOf(row),
    promotion: { id: pins.promotion_id, ...(promotion.name !== undefined && { name: promotion.name }) },
    ...(Object.keys(limits).length > 0 && { amount_limits: limits }),
  };
}

function ownedOf(row: Row, pictures: (promotionId: string, sku: string) => Pictures): OwnedReward {
  const { order } = row;
  const { order_id, pins, given_at, is_used } = order;
  const attempt = currentAttempt(order);
  const grant_id = placeOf(order_id)?.grant_id;
  return {
    order_id,
    sku: attempt?.sku ?? "",
    reward_name: attempt?.reward_name ?? "",
    ...pictures(pins.promotion_id, attempt?.sku ?? ""),
    ...(attempt?.value && { value: attempt.value }),
    state: stateOf(row),
    delivery: pins.delivery,
    ...(given_at !== null && attempt?.phase !== "stuck" && { redeemed_at: new Date(given_at).toISOString() }),
    ...(attempt?.redemption_id != null && { reference: attempt.redemption_id }),
    is_used,
    ...(grant_id !== undefined && { grant_id }),
    ...(attempt?.testing && { testing: true }),
  };
}
