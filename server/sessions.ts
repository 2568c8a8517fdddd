/**
 * Sessions: opaque random tokens, stored hashed, each bound to one order of one site.
 * Source: contract, `POST /v1/sessions` and "For the browser".
 */
import { createHash, randomBytes } from "node:crypto";
import { type Session, type SessionRequest, TTL_SECONDS } from "../shared/wire.ts";
import type { Clock } from "./clock.ts";
import type { Site } from "./env.ts";
import type { Ledger } from "./ledger/ledger.ts";
import { ProblemError } from "./problem.ts";
import { recognizes } from "./redemption/email-digest.ts";
import { withEmail } from "./redemption/forget.ts";
import type { Order, Pins, SessionRow } from "./redemption/model.ts";
import type { Runner } from "./redemption/runner.ts";
import { stateOf } from "./redemption/view.ts";
import { EMAIL_MARGIN } from "./timing.ts";

/** 256 bits; the contract asks for at least 128. */
const TOKEN_BYTES = 32;
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

export interface SessionsOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Service time, epoch ms, for the state that is answered. */
  readonly now: () => number;
  /** Changes an order's row by compare-and-swap. */
  readonly swap: Runner["swap"];
  /** How long an e-mail address stays after the order's last change, ms. */
  readonly emailKept: number;
  /** Name and locale of a promotion; throws a ProblemError when it does not exist or cannot be read. */
  readonly describePromotion: (site: Site, promotionId: string) => Promise<Order["promotion"]>;
}

export interface Sessions {
  /** Opens a session, and the order when this is its first. */
  open(site: Site, request: SessionRequest): Promise<Session>;
  /** The session a token stands for. */
  read(token: string): Promise<SessionRow>;
}

const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

function pinsOf(request: SessionRequest): Pins {
  const { message, sender_name } = request.customization?.pdf ?? {};
  return {
    promotion_id: request.promotion_id,
    email: request.user.email,
    delivery: request.delivery ?? "redeem",
    skus: request.skus ? [...new Set(request.skus)].sort() : null,
    amount: request.amount ?? null,
    max_amount: request.max_amount ?? null,
    customization: request.customization
      ? {
          pdf: {
            ...(message !== undefined && { message }),
            ...(sender_name !== undefined && { sender_name }),
          },
        }
      : null,
  };
}

/** Both are made by pinsOf (or read back from its JSON), so members stand in one order. */
async function samePins({ pins, forgotten_email }: Order, given: Pins): Promise<boolean> {
  if (pins.email !== null || !forgotten_email) return JSON.stringify(pins) === JSON.stringify(given);
  const isSame = JSON.stringify(pins) === JSON.stringify({ ...given, email: null });
  return isSame && given.email !== null && (await recognizes(forgotten_email, given.email));
}

export function createSessions({
  ledger,
  clock,
  now,
  swap,
  emailKept,
  describePromotion,
}: SessionsOptions): Sessions {
  /** The order as pinned by its first session. */
  const openOrder = async (site: Site, orderId: string, pins: Pins): Promise<Order> => {
    const key = { site: site.id, order_id: orderId };
    const known = await ledger.readOrder(key);
    if (known) return known;
    const order: Order = {
      ...key,
      version: 1,
      pins,
      promotion: await describePromotion(site, pins.promotion_id),
      attempts: [],
      current: null,
      canceled: false,
      attention: null,
      due_at: null,
      created_at: clock.now(),
      updated_at: clock.now(),
    };
    if (await ledger.createOrder(order)) return order;
    return (await ledger.readOrder(key)) ?? order;
  };

  return {
    async open(site, request) {
      if (site.promotions && !site.promotions.includes(request.promotion_id)) {
        throw new ProblemError("promotion_not_allowed");
      }
      const pins = pinsOf(request);
      const order = await openOrder(site, request.order_id, pins);
      if (!(await samePins(order, pins))) throw new ProblemError("order_conflict");
      const stale = clock.now() - emailKept + EMAIL_MARGIN;
      if (order.pins.email === null || order.updated_at < stale)
        await swap(order, (row) => withEmail(row, request.user.email, stale));
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const expires_at = clock.now() + (request.ttl_seconds ?? TTL_SECONDS.default) * 1000;
      await ledger.createSession({
        hash: hashOf(token),
        site: site.id,
        order_id: request.order_id,
        locale: request.locale ?? null,
        expires_at,
      });
      return {
        session_token: token,
        expires_at: new Date(expires_at).toISOString(),
        order_id: request.order_id,
        state: stateOf(order, now()),
      };
    },
    async read(token) {
      const session = TOKEN_PATTERN.test(token) ? await ledger.readSession(hashOf(token)) : undefined;
      if (!session) throw new ProblemError("session_invalid");
      if (session.expires_at <= clock.now()) throw new ProblemError("session_expired");
      return session;
    },
  };
}
