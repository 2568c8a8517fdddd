/**
 * Sessions: opaque random tokens, stored hashed, each bound to one order of one site, to a grant, or to a member's rewards.
 * Source: openapi.json, POST /v1/sessions; docs/server/routes.md.
 */
import { LRUCache } from "lru-cache";
import {
  type GrantSessionRequest,
  REWARDS_MAX,
  type ReopeningRequest,
  type RewardsSessionRequest,
  type Session,
  type SessionRequest,
  TTL_SECONDS,
} from "../../shared/wire.ts";
import { balanceOf, type Chain, firstOf } from "../grants/chain.ts";
import type { Grants } from "../grants/grants.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { ProblemError } from "../problems/problem.ts";
import { isLookedUpFirst } from "../redemption/decide.ts";
import { stateOf } from "../redemption/view.ts";
import type { Worker } from "../redemption/worker.ts";
import { type Doer, deedOf } from "../rows/audit.ts";
import { type GrantKey, grantOf, grantOrderId } from "../rows/grant.ts";
import {
  keyText,
  type Limits,
  limitsOf,
  newOrder,
  type Order,
  type OrderKey,
  type Row,
} from "../rows/order.ts";
import type { SessionRow, Subject } from "../rows/session.ts";
import type { Site } from "../settings/env.ts";
import {
  CLOCK_DIFFERENCE_MAX,
  EMAIL_MARGIN,
  PINS_KEPT,
  SESSION_CHARS,
  SESSION_READ_AGAIN,
  SESSIONS_KEPT_CHARS,
} from "../timing.ts";
import { toBase64Url } from "../tools/bytes.ts";
import type { Clock } from "../tools/clock.ts";
import { sha256 } from "../tools/digests.ts";
import { randomBytes } from "../tools/random.ts";
import { amended, FINISHED, type Given, givenOf, givenOfGrant, otherMembers } from "./pins.ts";

/** 256 bits, twice what makes guessing hopeless. */
const TOKEN_BYTES = 32;
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

export interface SessionsOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly worker: Pick<Worker, "amend" | "readLookedUp">;
  readonly grants: Pick<Grants, "settled">;
  /** How long an e-mail address stays after the order's last change, ms. */
  readonly emailKept: number;
  /** The present data of a promotion; throws a ProblemError if it does not exist or cannot be read. */
  readonly readPromotion: (site: Site, promotionId: string) => Promise<PromotionFacts>;
}

/** The data of a promotion that a new order needs. */
export interface PromotionFacts {
  readonly described: Order["promotion"];
  /** Whether a SKU belongs to the promotion, even if it is not available now. */
  readonly has: (sku: string) => boolean;
}

/** What an order's user may choose from; it never changes. */
export interface Choices {
  readonly promotion_id: string;
  readonly limits: Limits;
}

export interface Sessions {
  /**
   * Opens a session, and the order with its first session.
   * @throws ProblemError promotion_not_allowed, promotion_not_found, order_conflict; invalid_request if the promotion has none of
   *   the `skus`
   */
  open(site: Site, request: SessionRequest): Promise<Session>;
  /** Opens a session of a grant, and the grant with its first session. @throws ProblemError as `open`, grant_conflict */
  openGrant(site: Site, request: GrantSessionRequest): Promise<Session>;
  /** Opens a session of a member's rewards, also of a member who has none. */
  openRewards(site: Site, request: RewardsSessionRequest): Promise<Session>;
  /**
   * Opens another session of an order that is there, with all that is pinned to it.
   * @throws ProblemError order_not_found, promotion_not_allowed; order_conflict if the order is not finished and its user was forgotten
   */
  reopen(site: Site, orderId: string, request: ReopeningRequest): Promise<Session>;
  /** The same for a grant. @throws ProblemError grant_not_found, promotion_not_allowed, grant_conflict */
  reopenGrant(site: Site, grantId: string, request: ReopeningRequest): Promise<Session>;
  /**
   * A session for the browser that has the session of a list, and that ends with it: of an order that was had, or of an order or grant
   * that still can be chosen. @throws ProblemError session_expired if the user's address was forgotten: only the site can name it
   */
  goOn(list: SessionRow, row: Row, isHad: boolean): Promise<Pick<Session, "session_token" | "expires_at">>;
  /** The session whose token has the hash. @throws ProblemError session_invalid, session_expired */
  read(hash: string | undefined): Promise<SessionRow>;
  /**
   * Ends all sessions of an order, a grant or a member: at once here, and within SESSION_READ_AGAIN on other instances.
   * @throws ProblemError order_not_found, grant_not_found
   */
  end(subject: Subject, by?: Doer): Promise<void>;
  /** What the user of the session's order may choose from. @throws ProblemError order_not_found */
  choicesOf(session: SessionRow): Promise<Choices>;
  /** Forgets all kept rows: another copy of the ledger may be in place. */
  forget(): void;
}

/** Characters of the digest that identifies a session in the log: enough to distinguish sessions, too few to find the token. */
const DIGEST_CHARS = 12;

/** The hash under which a session is stored; undefined for a text that cannot be a session token. */
export const sessionHash = (token: string): string | undefined =>
  TOKEN_PATTERN.test(token) ? hashOf(token) : undefined;

export const sessionDigest = (hash: string): string => hash.slice(0, DIGEST_CHARS);

const hashOf = (token: string): string => toBase64Url(sha256(token));

/** A promotion that the site's setting does not name. */
export const notAllowed = (promotionId: string): ProblemError =>
  new ProblemError("promotion_not_allowed", {
    detail: `The site's setting \`promotions\` does not name ${promotionId}. Name one that it does.`,
  });

/** Names the members but no values of the order: the address may be forgotten. */
function conflictOf({ order_id, grant_id }: Subject, others: readonly string[]): ProblemError {
  const named = others.join(", ");
  if (grant_id !== null)
    return new ProblemError("grant_conflict", {
      detail: `Grant ${grant_id} exists with another ${named}. Send the same; or open the grant as it is by POST /v1/grants/{grant_id}/sessions. Another amount to spend is another grant_id.`,
    });
  return new ProblemError("order_conflict", {
    detail: `Order ${order_id} exists with another ${named}. Send the same; or open the order as it is by POST /v1/orders/{order_id}/sessions. Another reward is another order_id.`,
  });
}

export const ofOrder = (key: OrderKey): Subject => ({ ...key, grant_id: null, member: null });
export const ofGrant = ({ site, grant_id }: GrantKey): Subject => ({
  site,
  order_id: "",
  grant_id,
  member: null,
});
export const ofMember = (site: string, member: string): Subject => ({
  site,
  order_id: "",
  grant_id: null,
  member,
});

/** A session without any choice is a mistake of the site, so the site gets the error, not its user. */
const noneOf = (promotionId: string): ProblemError =>
  new ProblemError("invalid_request", {
    errors: [{ path: "skus", message: `expected at least one reward of promotion ${promotionId}` }],
  });

/** A read that began before `clear` is answered, and not kept. What is not there is thrown: `undefined` would be the cache's error. */
const AFTER_CLEAR = { ignoreFetchAbort: true } as const;

export function createSessions({
  ledger,
  clock,
  worker,
  grants,
  emailKept,
  readPromotion,
}: SessionsOptions): Sessions {
  /** By the hash of the token. A session changes only where its site ends it. */
  const kept = new LRUCache<string, SessionRow>({
    maxSize: SESSIONS_KEPT_CHARS,
    ttl: SESSION_READ_AGAIN,
    perf: { now: () => clock.monotonic() },
    // By itself the cache keeps a time that it has read for a moment of the machine's time, whatever the clock says.
    ttlResolution: 0,
    sizeCalculation: ({ groups, message }) => SESSION_CHARS + (groups?.length ?? 0) + (message?.length ?? 0),
    ...AFTER_CLEAR,
    async fetchMethod(hash) {
      const session = await ledger.readSession(hash);
      if (!session) throw new ProblemError("session_invalid");
      return session;
    },
  });
  const choices = new LRUCache<string, Choices, OrderKey>({
    max: PINS_KEPT,
    ...AFTER_CLEAR,
    async fetchMethod(_, __, { context: key }) {
      const row = await ledger.readOrder(key);
      if (!row) throw new ProblemError("order_not_found");
      const { pins } = row.order;
      return { promotion_id: pins.promotion_id, limits: limitsOf(pins) };
    },
  });
  const opened = async (site: Site, key: OrderKey, { pins, user_id }: Given): Promise<Order> => {
    const { described, has } = await readPromotion(site, pins.promotion_id);
    if (pins.skus && !pins.skus.some(has)) throw noneOf(pins.promotion_id);
    return { ...newOrder(key, pins, described, Math.floor(clock.now())), user_id };
  };

  const requireUse = (site: Site, promotionId: string): void => {
    if (site.promotions && !site.promotions.includes(promotionId)) throw notAllowed(promotionId);
  };

  /** A new session, not stored yet. */
  const sessionOf = (
    subject: Subject,
    asked: Partial<ReopeningRequest>,
    parent?: Pick<SessionRow, "hash" | "expires_at">,
  ) => {
    const token = toBase64Url(randomBytes(TOKEN_BYTES));
    const expires_at = parent?.expires_at ?? clock.now() + (asked.ttl_seconds ?? TTL_SECONDS.default) * 1000;
    const row: SessionRow = {
      hash: hashOf(token),
      ...subject,
      actor: asked.actor ?? null,
      audience: asked.audience ?? null,
      parent: parent?.hash ?? null,
      locale: asked.locale ?? null,
      currency: asked.currency ?? null,
      support_url: asked.support_url ?? null,
      points_per_unit: asked.points_per_unit ?? null,
      message: asked.message || null,
      groups: asked.groups?.length ? JSON.stringify(asked.groups) : null,
      expires_at,
    };
    return { row, said: { session_token: token, expires_at: new Date(expires_at).toISOString() } };
  };
  const store = async (session: ReturnType<typeof sessionOf>): Promise<typeof session.said> => {
    await ledger.createSession(session.row);
    return session.said;
  };

  const withOrder = (said: { session_token: string; expires_at: string }, row: Row): Session => ({
    ...said,
    order_id: row.order.order_id,
    state: stateOf(row),
  });
  const withGrant = (said: { session_token: string; expires_at: string }, chain: Chain): Session => {
    const { amount, left } = balanceOf(chain);
    const grant_id = grantOf(chain.last.order)?.grant_id;
    return { ...withOrder(said, chain.last), grant_id, amount, left };
  };

  /** Compares a later session with what is pinned, and adds what is lacking. @param rows of the order, or of all orders of the grant */
  const admit = async (
    subject: Subject,
    rows: readonly Row[],
    given: Given,
    isOver: boolean,
  ): Promise<void> => {
    const last = rows.at(-1);
    if (!last) return;
    const others = await otherMembers(last.order, given);
    if (others.length > 0 && !(isOver && !others.includes("promotion_id"))) throw conflictOf(subject, others);
    const stale = clock.now() - emailKept + EMAIL_MARGIN;
    // Earlier orders of a grant need no address any more, but their member.
    const lacking = rows.filter(
      ({ order }) => order === last.order || (order.user_id === null && given.user_id !== null),
    );
    for (const { order } of lacking)
      if (amended(order, given, others, stale))
        await worker.amend(order, (known) => amended(known, given, others, stale));
  };
  /** The same without any values: what is pinned has to be enough. */
  const readmit = async (site: Site, subject: Subject, row: Row): Promise<void> => {
    const { pins, order_id } = row.order;
    if (!FINISHED.includes(stateOf(row))) {
      requireUse(site, pins.promotion_id);
      if (pins.email === null)
        throw new ProblemError(subject.grant_id === null ? "order_conflict" : "grant_conflict", {
          detail: `The address of the user of order ${order_id} was forgotten. Open it with POST /v1/sessions, which names the address.`,
        });
    }
    // An address that would be forgotten while the session lives stays.
    const stale = clock.now() - emailKept + EMAIL_MARGIN;
    if (pins.email !== null && row.order.updated_at < stale)
      await worker.amend(row.order, (known) => (known.updated_at < stale ? { ...known } : undefined));
  };
  const inGrant = (asked: ReopeningRequest, { terms }: Chain): ReopeningRequest => {
    const { currency } = terms;
    if (asked.currency != null && asked.currency !== currency)
      throw new ProblemError("grant_conflict", {
        detail: `The grant is in ${currency}. Leave \`currency\` out, or send the same.`,
      });
    return { ...asked, currency };
  };

  const read: Sessions["read"] = async (hash) => {
    const session = hash && (await kept.fetch(hash));
    if (!session) throw new ProblemError("session_invalid");
    const now = clock.now();
    // One that lives longer than any was made while the clock stood ahead (docs/proof/rules.md, rule 19).
    const latest = now + TTL_SECONDS.max * 1000 + CLOCK_DIFFERENCE_MAX;
    if (session.expires_at <= now || session.expires_at > latest) throw new ProblemError("session_expired");
    if (session.parent !== null) await read(session.parent);
    return session;
  };

  return {
    read,
    async open(site, request) {
      requireUse(site, request.promotion_id);
      const given = givenOf(request);
      const key = { site: site.id, order_id: request.order_id };
      const subject = ofOrder(key);
      let row = await ledger.readOrder(key);
      if (!row) {
        const made = await opened(site, key, given);
        const first = sessionOf(subject, request);
        // After a lost ledger the order is looked up before its user sees it.
        if (await ledger.createOrder(made, first.row))
          return withOrder(first.said, await worker.readLookedUp(key));
      }
      if (!row || isLookedUpFirst(row)) row = await worker.readLookedUp(key);
      await admit(subject, [row], given, FINISHED.includes(stateOf(row)));
      return withOrder(await store(sessionOf(subject, request)), row);
    },
    async openGrant(site, request) {
      requireUse(site, request.promotion_id);
      const given = givenOfGrant(request, REWARDS_MAX.default);
      const key = { site: site.id, grant_id: request.grant_id };
      const subject = ofGrant(key);
      let chain = await grants.settled(key);
      if (!chain && given.terms) {
        const first = { site: site.id, order_id: grantOrderId(request.grant_id, 1) };
        const made = firstOf(await opened(site, first, given), given.terms);
        const session = sessionOf(subject, request);
        const isMade = await ledger.createOrder(made, session.row);
        chain = await grants.settled(key);
        if (isMade && chain) return withGrant(session.said, chain);
      }
      if (!chain) throw new ProblemError("grant_not_found");
      await admit(subject, chain.rows, given, balanceOf(chain).state !== "open");
      return withGrant(await store(sessionOf(subject, request)), chain);
    },
    async openRewards(site, request) {
      return store(sessionOf(ofMember(site.id, request.rewards_of), request));
    },
    async reopen(site, orderId, request) {
      const key = { site: site.id, order_id: orderId };
      const row = await worker.readLookedUp(key);
      const { grant } = row.order;
      await readmit(site, ofOrder(key), row);
      const asked = grant ? { ...request, currency: grant.currency } : request;
      return withOrder(await store(sessionOf(ofOrder(key), asked)), row);
    },
    async reopenGrant(site, grantId, request) {
      const key = { site: site.id, grant_id: grantId };
      const chain = await grants.settled(key);
      if (!chain) throw new ProblemError("grant_not_found");
      await readmit(site, ofGrant(key), chain.last);
      return withGrant(await store(sessionOf(ofGrant(key), inGrant(request, chain))), chain);
    },
    async goOn(list, { order }, isHad) {
      const { site, actor, audience, locale, support_url, points_per_unit, message } = list;
      if (order.pins.email === null && !isHad) throw new ProblemError("session_expired");
      const grant = isHad ? undefined : grantOf(order);
      const subject = grant ? ofGrant(grant) : ofOrder({ site, order_id: order.order_id });
      const currency = order.grant?.currency ?? list.currency;
      const asked = { actor, audience, locale, support_url, points_per_unit, message, currency };
      return store(sessionOf(subject, asked, list));
    },
    async end(subject, by) {
      const { site, order_id, grant_id, member } = subject;
      if (grant_id !== null && (await ledger.lastOfGrant({ site, grant_id })) === undefined)
        throw new ProblemError("grant_not_found");
      if (grant_id === null && member === null && !(await ledger.readOrder({ site, order_id })))
        throw new ProblemError("order_not_found");
      const about = { site, order_id: order_id || null, grant_id };
      await ledger.endSessions(subject, clock.now(), by && deedOf(by, "end_sessions", about));
      kept.clear();
    },
    async choicesOf({ site, order_id }) {
      const key = { site, order_id };
      const own = await choices.fetch(keyText(key), { context: key });
      if (!own) throw new ProblemError("order_not_found");
      return own;
    },
    forget() {
      kept.clear();
      choices.clear();
    },
  };
}
