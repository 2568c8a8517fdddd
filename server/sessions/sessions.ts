/**
 * Sessions: opaque random tokens, stored hashed, each bound to one order of one site.
 * Source: openapi.json, POST /v1/sessions; docs/server.md, "Routes".
 */
import { hash as digestOf, randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import { AMOUNT_LIMITS, type AmountLimit } from "../../shared/amounts.ts";
import {
  type OrderState,
  type ReopeningRequest,
  type Session,
  type SessionRequest,
  TTL_SECONDS,
} from "../../shared/wire.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { ProblemError } from "../problems/problem.ts";
import { isLookedUpFirst } from "../redemption/decide.ts";
import { stateOf } from "../redemption/view.ts";
import type { Worker } from "../redemption/worker.ts";
import {
  keyText,
  type Limits,
  limitsOf,
  newOrder,
  type Order,
  type OrderKey,
  type Pins,
} from "../rows/order.ts";
import type { SessionRow } from "../rows/session.ts";
import type { Site } from "../settings/env.ts";
import {
  CLOCK_DIFFERENCE_MAX,
  EMAIL_MARGIN,
  PINS_KEPT,
  SESSION_CHARS,
  SESSION_READ_AGAIN,
  SESSIONS_KEPT_CHARS,
} from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { recognizes } from "../user-data/email-digest.ts";
import { withUser } from "../user-data/forget.ts";

/** 256 bits, twice what makes guessing hopeless. */
const TOKEN_BYTES = 32;
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

export interface SessionsOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly worker: Pick<Worker, "amend" | "readLookedUp">;
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
  /**
   * Opens another session of an order that is there, with all that is pinned to it.
   * @throws ProblemError order_not_found, promotion_not_allowed; order_conflict if the order is not finished and its user was forgotten
   */
  reopen(site: Site, orderId: string, request: ReopeningRequest): Promise<Session>;
  /** The session whose token has the hash. @throws ProblemError session_invalid, session_expired */
  read(hash: string | undefined): Promise<SessionRow>;
  /** Ends all sessions of an order: at once here, and within SESSION_READ_AGAIN on other instances. @throws ProblemError order_not_found */
  end(key: OrderKey): Promise<void>;
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

const hashOf = (token: string): string => digestOf("sha256", token, "base64url");

function pinsOf(request: SessionRequest): Pins {
  const { message, sender_name } = request.customization?.pdf ?? {};
  const amounts = AMOUNT_LIMITS.map((limit) => [limit, request[limit] ?? null]);
  return {
    promotion_id: request.promotion_id,
    email: request.user.email,
    delivery: request.delivery ?? "redeem",
    skus: request.skus ? [...new Set(request.skus)].sort() : null,
    ...(Object.fromEntries(amounts) as Pick<Pins, AmountLimit>),
    customization: request.customization?.pdf
      ? {
          pdf: {
            ...(typeof message === "string" && { message }),
            ...(typeof sender_name === "string" && { sender_name }),
          },
        }
      : null,
    metadata: request.metadata ? Object.fromEntries(Object.entries(request.metadata).sort()) : null,
  };
}

/** Whether a pin has the given value, whatever the order of its members; in a row of an older release it may be absent, which is null. */
const isSamePin = (key: keyof Pins, pins: Pins, given: Pins): boolean =>
  isDeepStrictEqual(pins[key] ?? null, given[key] ?? null);

/** Members that may be added to an order that lacks them. */
const ADDED: readonly (keyof Pins)[] = ["metadata"];

/** The pinned members whose given values are others. A forgotten user's are compared as a digest. */
async function otherPins({ pins, forgotten_email }: Order, given: Pins): Promise<readonly (keyof Pins)[]> {
  const others = (Object.keys(given) as (keyof Pins)[]).filter(
    (key) => !isSamePin(key, pins, given) && !(ADDED.includes(key) && pins[key] === null),
  );
  if (pins.email !== null || !forgotten_email || given.email === null) return others;
  const known = others.filter((key) => key !== "email" && key !== "customization");
  const { email, customization } = given;
  return (await recognizes(forgotten_email, { email, customization })) ? known : others;
}

/** The order as a later session leaves it: with the user's address for as long as the session may need it, and what it lacked. */
function amended(
  order: Order,
  given: Pins,
  others: readonly (keyof Pins)[],
  stale: number,
): Order | undefined {
  const { email, customization, metadata } = given;
  const isUser = email !== null && !others.includes("email") && !others.includes("customization");
  const kept = isUser ? withUser(order, { email, customization }, stale) : undefined;
  if (order.pins.metadata !== null || metadata === null) return kept;
  const base = kept ?? order;
  return { ...base, pins: { ...base.pins, metadata } };
}

/** States from which nothing is chosen any more: what a later session says instead of the pins keeps nobody from the code that is theirs. */
const FINISHED: readonly OrderState[] = ["redeemed", "activated", "notified", "canceled", "refunded"];

/** A promotion that the site's setting does not name. */
export const notAllowed = (promotionId: string): ProblemError =>
  new ProblemError("promotion_not_allowed", {
    detail: `The site's setting \`promotions\` does not name ${promotionId}. Name one that it does.`,
  });

/** Names the members but no values of the order: the address may be forgotten. */
function conflictOf({ order_id }: Order, others: readonly (keyof Pins)[]): ProblemError {
  const named = others.map((key) => (key === "email" ? "user.email" : key)).join(", ");
  return new ProblemError("order_conflict", {
    detail: `Order ${order_id} exists with another ${named}. Send the same; or open the order as it is by POST /v1/orders/{order_id}/sessions. Another reward is another order_id.`,
  });
}

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
    sizeCalculation: ({ groups }) => SESSION_CHARS + (groups?.length ?? 0),
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
  const opened = async (site: Site, orderId: string, pins: Pins): Promise<Order> => {
    const { described, has } = await readPromotion(site, pins.promotion_id);
    if (pins.skus && !pins.skus.some(has)) throw noneOf(pins.promotion_id);
    return newOrder({ site: site.id, order_id: orderId }, pins, described, Math.floor(clock.now()));
  };

  const mayUse = (site: Site, promotionId: string): boolean =>
    !site.promotions || site.promotions.includes(promotionId);
  /** A new session of an order, not stored yet. */
  const sessionOf = (key: OrderKey, asked: ReopeningRequest) => {
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const expires_at = clock.now() + (asked.ttl_seconds ?? TTL_SECONDS.default) * 1000;
    const row: SessionRow = {
      hash: hashOf(token),
      ...key,
      locale: asked.locale ?? null,
      currency: asked.currency ?? null,
      support_url: asked.support_url ?? null,
      groups: asked.groups?.length ? JSON.stringify(asked.groups) : null,
      expires_at,
    };
    const answer = (state: OrderState): Session => ({
      session_token: token,
      expires_at: new Date(expires_at).toISOString(),
      order_id: key.order_id,
      state,
    });
    return { row, answer };
  };

  return {
    async open(site, request) {
      if (!mayUse(site, request.promotion_id)) throw notAllowed(request.promotion_id);
      const pins = pinsOf(request);
      const key = { site: site.id, order_id: request.order_id };
      let row = await ledger.readOrder(key);
      if (!row) {
        const made = await opened(site, request.order_id, pins);
        const first = sessionOf(key, request);
        // After a lost ledger the order is looked up before its user sees it.
        if (await ledger.createOrder(made, first.row))
          return first.answer(stateOf(await worker.readLookedUp(key)));
      }
      if (!row || isLookedUpFirst(row)) row = await worker.readLookedUp(key);
      const { order } = row;
      const others = await otherPins(order, pins);
      const isFree = FINISHED.includes(stateOf(row)) && !others.includes("promotion_id");
      if (others.length > 0 && !isFree) throw conflictOf(order, others);
      const stale = clock.now() - emailKept + EMAIL_MARGIN;
      if (amended(order, pins, others, stale))
        await worker.amend(key, (known) => amended(known, pins, others, stale));
      const another = sessionOf(key, request);
      await ledger.createSession(another.row);
      return another.answer(stateOf(row));
    },
    async reopen(site, orderId, request) {
      const key = { site: site.id, order_id: orderId };
      const row = await worker.readLookedUp(key);
      const { pins } = row.order;
      if (!FINISHED.includes(stateOf(row))) {
        if (!mayUse(site, pins.promotion_id)) throw notAllowed(pins.promotion_id);
        if (pins.email === null)
          throw new ProblemError("order_conflict", {
            detail: `The address of the user of order ${orderId} was forgotten. Open it with POST /v1/sessions, which names the address.`,
          });
      }
      // An address that would be forgotten while the session lives stays.
      const stale = clock.now() - emailKept + EMAIL_MARGIN;
      if (pins.email !== null && row.order.updated_at < stale)
        await worker.amend(key, (known) => (known.updated_at < stale ? { ...known } : undefined));
      const another = sessionOf(key, request);
      await ledger.createSession(another.row);
      return another.answer(stateOf(row));
    },
    async read(hash) {
      const session = hash && (await kept.fetch(hash));
      if (!session) throw new ProblemError("session_invalid");
      const now = clock.now();
      // One that lives longer than any was made while the clock stood ahead (docs/rules.md, rule 19).
      const latest = now + TTL_SECONDS.max * 1000 + CLOCK_DIFFERENCE_MAX;
      if (session.expires_at <= now || session.expires_at > latest) throw new ProblemError("session_expired");
      return session;
    },
    async end(key) {
      if (!(await ledger.readOrder(key))) throw new ProblemError("order_not_found");
      await ledger.endSessions(key, clock.now());
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
