/**
 * The steps of every call: record, authenticate, apply a fault, perform, answer.
 * Source: docs/proof/interface.md, "Headers and versions", "Errors" and "Operations".
 */
import type { Context } from "hono";
import { type Answer, garbled, gateway, html, refused, render } from "./answers.ts";
import { authMethod } from "./auth.ts";
import type { Call, Operation } from "./calls.ts";
import { ConnectionReset, forbidden, invalid, notFound, ServiceError, unauthorized } from "./errors.ts";
import type { Disruption, Met } from "./faults.ts";
import type { Handle, Input } from "./handle.ts";
import { type Media, mediaOf } from "./media.ts";
import type { Divert } from "./redemptions.ts";
import { keep, type Service, settle } from "./service.ts";

/** Makes the route handler of one operation. */
export function operation(service: Service, name: Operation, rule: Handle) {
  const handle = service.wrap?.handle?.(rule, name, service) ?? rule;
  return async (c: Context): Promise<Response> => {
    settle(service);
    const call = await receive(service, c, name);
    try {
      for (const listener of service.listeners) await listener(call);
      const response = await answer(service, c, call, handle);
      call.status = response.status;
      return response;
    } catch (error) {
      if (error instanceof ConnectionReset) call.status = "reset";
      throw error;
    } finally {
      call.answered_at = service.clock.now();
    }
  };
}

async function readBody(c: Context): Promise<unknown> {
  if (c.req.method === "GET" || !/^application\/json\b/i.test(c.req.header("content-type") ?? ""))
    return undefined;
  try {
    return JSON.parse(await c.req.text());
  } catch {
    return undefined;
  }
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function member(body: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined,
    body,
  );
}

/** The body without the API secret. */
function withoutSecret(body: unknown): unknown {
  return member(body, "client_secret") === undefined
    ? body
    : { ...(body as object), client_secret: "[not kept]" };
}

async function receive(service: Service, c: Context, name: Operation): Promise<Call> {
  const at = service.clock.now();
  const body = await readBody(c);
  c.set("body", body);
  const params = c.req.param() as Record<string, string | undefined>;
  const named = service.store.redemptions.get(params.redemption_id ?? "");
  const call: Call = {
    seq: service.calls.length + 1,
    operation: name,
    method: c.req.method,
    path: c.req.path,
    query: c.req.query(),
    body: withoutSecret(body),
    order_id: text(member(body, "data", "order_id")) ?? named?.orderId ?? c.req.query("order_id"),
    redemption_id: params.redemption_id,
    promotion_id: params.promotion_id ?? named?.promotionId.toString(),
    sku: params.sku ?? text(member(body, "data", "reward", "sku")) ?? named?.reward.sku,
    auth: authMethod(c.req.raw.headers),
    at,
    answered_at: undefined,
    status: undefined,
    fault: undefined,
    effect: undefined,
  };
  service.calls.push(call);
  return call;
}

async function answer(service: Service, c: Context, call: Call, handle: Handle): Promise<Response> {
  const media = mediaOf(c, call.operation);
  if (call.operation !== "token") {
    try {
      service.auth.authenticate(c.req.raw.headers, service.clock.now(), call.operation);
    } catch (error) {
      return refused(media, error);
    }
  }
  const met = service.faults.meet(call);
  call.fault = met.disruption?.kind ?? modifierOf(met);
  const input = inputOf(c, met);
  const take = (now: number): Answer => {
    const result = handle({ ...input, now });
    if (result.effect && result.effect.kind !== "existing") keep(service);
    call.effect = result.effect;
    call.redemption_id ??= result.effect?.redemptionId;
    call.order_id ??= result.effect?.orderId;
    return result;
  };
  const carryOut = (): Response => {
    try {
      return render(media, take(settle(service)));
    } catch (error) {
      return refused(media, error);
    }
  };
  return met.disruption ? disrupt(service, media, met.disruption, carryOut, take) : carryOut();
}

/** The fault that changes only what is shown, under its name in the record of calls. */
function modifierOf({ lagMs, staleMs, unfiltered }: Met): "lag" | "stale" | "unfiltered" | undefined {
  if (lagMs > 0) return "lag";
  if (staleMs > 0) return "stale";
  return unfiltered ? "unfiltered" : undefined;
}

function divertOf(disruption: Disruption | undefined): Divert | undefined {
  if (disruption?.kind === "state") return disruption;
  return disruption?.kind === "codes_late" ? { hideCodesMs: disruption.delay_ms } : undefined;
}

function inputOf(c: Context, met: Met): Omit<Input, "now"> {
  const { disruption } = met;
  return {
    path: c.req.path,
    params: c.req.param() as Record<string, string>,
    query: c.req.query(),
    body: c.get("body"),
    divert: divertOf(disruption),
    lagMs: met.lagMs,
    staleMs: met.staleMs,
    unfiltered: met.unfiltered,
  };
}

async function disrupt(
  service: Service,
  media: Media,
  fault: Disruption,
  carryOut: () => Response,
  take: (now: number) => Answer,
): Promise<Response> {
  switch (fault.kind) {
    case "state":
    case "codes_late":
      return carryOut();
    case "timeout_before":
      return gateway(504);
    case "timeout_after":
      carryOut();
      return gateway(504);
    case "reset_before":
      throw new ConnectionReset();
    case "reset_after":
      carryOut();
      throw new ConnectionReset();
    case "late":
      service.store.schedule.at(service.clock.now() + fault.delay_ms, (now) => {
        try {
          take(now);
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
        }
      });
      return gateway(504);
    case "slow": {
      const early = fault.effect === "first" ? carryOut() : undefined;
      await service.settings.sleep(fault.delay_ms);
      return early ?? carryOut();
    }
    case "server_error":
      if (fault.after) carryOut();
      return gateway(fault.status);
    case "garbled":
      return garbled(await carryOut().text(), fault.variant);
    case "rate_limited":
      return render(media, {
        status: 429,
        body: { error_name: "too_many_requests", error_message: "Too many requests" },
        headers: { "retry-after": String(fault.retry_after) },
      });
    case "unauthorized":
      return refused(media, unauthorized("The token is unknown, expired or revoked"));
    case "forbidden":
      return refused(media, forbidden());
    case "unreadable_unauthorized":
      return html(401, "Authorization Required");
    case "not_found":
      return refused(media, notFound("Resource"));
    case "invalid_request":
      return refused(media, invalid(null));
    default:
      return fault satisfies never;
  }
}
