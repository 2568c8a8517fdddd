/** Who may ask as an operator. Source: contract, "For operators". */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { isLoopbackHost } from "../../shared/links.ts";
import { ProblemError } from "../problem.ts";
import { isLoopbackAddress, remoteAddress } from "./client-address.ts";
import type { AppEnv } from "./context.ts";

export interface OperatorOptions {
  readonly operatorKey: string | undefined;
}

/**
 * `Authorization: Bearer <OPERATOR_KEY>`; without that setting anyone on this machine, asked for by a loopback name, which
 * keeps out pages that rebind one, and without an `Origin`.
 */
export function operator({ operatorKey }: OperatorOptions): MiddlewareHandler<AppEnv> {
  return async function operator(c, next) {
    const isOperator = operatorKey === undefined ? isLocal(c) : hasKey(c, operatorKey);
    if (!isOperator) throw new ProblemError("operator_key_invalid");
    await next();
  };
}

const digest = (value: string): Buffer => createHash("sha256").update(value).digest();

function hasKey(c: Context, operatorKey: string): boolean {
  const key = /^Bearer ([^\s]+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
  return key !== undefined && timingSafeEqual(digest(key), digest(operatorKey));
}

function isLocal(c: Context): boolean {
  const host = URL.parse(`http://${c.req.header("Host") ?? ""}`)?.hostname;
  if (host === undefined || !isLoopbackHost(host) || c.req.header("Origin") !== undefined) return false;
  // What a proxy passes on comes from elsewhere, also when the proxy is on this machine; and whoever reaches the port past
  // the proxy may have made the header up.
  return c.req.header("X-Forwarded-For") === undefined && isLoopbackAddress(remoteAddress(c));
}
