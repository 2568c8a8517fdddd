/** Authenticates operators. Source: contract, "For operators" and OPERATOR_KEY. */
import type { Context } from "hono";
import { isLoopbackHost } from "../../shared/links.ts";
import { keyring } from "../keys.ts";
import type { Log } from "../log.ts";
import type { OperatorKey } from "../operator-keys.ts";
import { ProblemError } from "../problem.ts";
import { subjectOf } from "./access-log.ts";
import { bearer } from "./auth.ts";
import type { Check } from "./checks.ts";
import { clientAddress, isLoopbackAddress, remoteAddress } from "./client-address.ts";
import type { RefusedKeys } from "./limits.ts";

export interface OperatorOptions {
  readonly operators: readonly OperatorKey[];
  /** Whether the settings say that only this machine is served; only then no key is needed. */
  readonly isOneMachine: boolean;
  readonly refusedKeys: RefusedKeys;
  readonly trustedProxies: number;
  readonly log: Log;
}

/**
 * `Authorization: Bearer <OPERATOR_KEY>`. Without an operator key these routes answer only this machine, and other callers get 404.
 */
export function operator(options: OperatorOptions): Check {
  const { operators, isOneMachine, refusedKeys, trustedProxies, log } = options;
  const operatorOf = keyring(operators.map(({ name, key }) => [key, name]));
  if (operators.length === 0) {
    return function operator(c) {
      if (!isOneMachine || !isLocal(c)) throw new ProblemError("not_found");
      c.set("operator", { address: remoteAddress(c) });
    };
  }
  return function operator(c) {
    const address = clientAddress(c, trustedProxies);
    // An address with too many wrong keys is refused before its next key is checked.
    refusedKeys.requireFew(address);
    const key = bearer(c);
    const name = key === undefined ? undefined : operatorOf(key);
    if (name === undefined) {
      refusedKeys.count(address);
      log.warn("an operator key was refused", { ...subjectOf(c), address });
      throw new ProblemError("operator_key_invalid");
    }
    c.set("operator", { operator: name, address });
  };
}

/** Headers that proxies add: a request with one of them comes from another client, even if the proxy is on this machine. */
const FORWARDED = [
  "Forwarded",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
  "X-Real-IP",
  "Via",
] as const;

/** Whether the request comes from this machine, by a loopback host name (against DNS rebinding), and not from a page. */
function isLocal(c: Context): boolean {
  const host = URL.parse(`http://${c.req.header("Host") ?? ""}`)?.hostname;
  if (host === undefined || !isLoopbackHost(host) || c.req.header("Origin") !== undefined) return false;
  return FORWARDED.every((name) => c.req.header(name) === undefined) && isLoopbackAddress(remoteAddress(c));
}
