/**
 * Asks a site whether a confirmation may be stored, before it is. Never open: only the site's own allow lets it go on. An attempt has
 * one `webhook-id`, so that a site that books points by it books them once, also where two tabs ask.
 * Source: docs/points/authorize.md; openapi.json, webhook `authorize`; docs/proof/invariants.md, I24.
 */
import { z } from "zod";
import type { AuthorizeData } from "../../shared/wire.ts";
import type { Transport } from "../fulfillment/transport.ts";
import { causeOf, TransportError } from "../fulfillment/transport.ts";
import type { Log } from "../observing/log.ts";
import { ProblemError } from "../problems/problem.ts";
import type { OrderKey } from "../rows/order.ts";
import type { Webhook } from "../settings/env.ts";
import { AUTHORIZE_ANSWER_MAX_BYTES, AUTHORIZE_TIMEOUT, POLL_AFTER } from "../timing.ts";
import { toHex } from "../tools/bytes.ts";
import type { Clock } from "../tools/clock.ts";
import { sha256 } from "../tools/digests.ts";
import { signedHeaders } from "../webhooks/signature.ts";

export type Authorization = "allowed" | "denied" | "unavailable";

export interface AuthorizeOptions {
  /** The site's address, if it wants to be asked. */
  readonly addressOf: (site: string) => Webhook | undefined;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
  readonly measure: (site: string, outcome: Authorization) => void;
}

/** Longer reasons are cut. Characters. */
const REASON_MAX = 200;

const decision = z.discriminatedUnion("decision", [
  z.object({ decision: z.literal("allow") }),
  z.object({ decision: z.literal("deny"), reason: z.string().optional().catch(undefined) }),
]);

/** What is asked about, without the type and the time. */
export type Asked = OrderKey & { readonly data: AuthorizeData };

/** Resolves when the site allows it. @throws ProblemError confirmation_denied, authorization_unavailable */
export type Authorize = (asked: Asked) => Promise<void>;

/**
 * The same for an attempt, however often it is asked about. With `notify` nothing is booked first, so that two tabs may ask about one
 * attempt with two rewards: these are two questions.
 */
const idOf = ({ site, order_id, data: { attempt, sku, amount } }: Asked): string =>
  `auth_${toHex(sha256(JSON.stringify([site, order_id, attempt, sku, amount ?? null]))).slice(0, 32)}`;

export function createAuthorize(options: AuthorizeOptions): Authorize {
  const { addressOf, transport, clock, log, measure } = options;

  const ask = async (asked: Asked, { url, secrets }: Webhook) => {
    const now = clock.now();
    const { data } = asked;
    const body = JSON.stringify({ type: "order.authorize", timestamp: new Date(now).toISOString(), data });
    const { status, body: answer } = await transport({
      method: "POST",
      url,
      headers: { ...signedHeaders(idOf(asked), body, now, secrets), accept: "application/json" },
      body,
      timeoutMs: AUTHORIZE_TIMEOUT,
      maxBytes: AUTHORIZE_ANSWER_MAX_BYTES,
    });
    return status === 200 ? read(answer) : { status };
  };

  return async (asked) => {
    const { site, order_id } = asked;
    const address = addressOf(site);
    if (!address) return;
    const said = { site, order_id, attempt: asked.data.attempt };
    const answer = await ask(asked, address).catch((error) => {
      if (!(error instanceof TransportError)) throw error;
      return { reason: error.reason, cause: error.cause === undefined ? undefined : causeOf(error.cause) };
    });
    if (answer && "decision" in answer) {
      measure(site, answer.decision === "allow" ? "allowed" : "denied");
      if (answer.decision === "allow") return;
      log.info("a site did not allow a confirmation", said);
      const reason = answer.reason?.trim().slice(0, REASON_MAX);
      throw new ProblemError("confirmation_denied", reason ? { detail: reason, siteReason: reason } : {});
    }
    measure(site, "unavailable");
    const why = answer ?? { reason: "unreadable" };
    log.warn("a site could not be asked whether it allows a confirmation", { ...said, ...whyFields(why) });
    throw new ProblemError("authorization_unavailable", { retryAfterMs: POLL_AFTER });
  };
}

function whyFields(why: {
  readonly status?: number;
  readonly reason?: string;
  readonly cause?: string | undefined;
}) {
  const { status, reason, cause } = why;
  return {
    ...(status !== undefined && { status }),
    ...(reason !== undefined && { reason }),
    ...(cause !== undefined && { error_name: cause }),
  };
}

/** The decision in an answer; undefined for anything else. */
function read(body: Uint8Array): z.infer<typeof decision> | undefined {
  try {
    return decision.safeParse(JSON.parse(new TextDecoder().decode(body))).data;
  } catch {
    return undefined;
  }
}
