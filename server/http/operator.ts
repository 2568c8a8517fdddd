/** Who may ask as an operator. Source: contract, "For operators" and OPERATOR_KEY. */
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
  /** Whether the settings say that nobody but this machine is served; only then is a key not needed. */
  readonly isOneMachine: boolean;
  readonly refusedKeys: RefusedKeys;
  readonly trustedProxies: number;
  readonly log: Log;
}

/**
 * `Authorization: Bearer <OPERATOR_KEY>`. Without any such setting these routes answer this machine alone, and are not there
 * for anybody else.
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
    // An address that guesses is turned away before its next guess is looked at.
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

/** What proxies add: who bears one of these asks for somebody elsewhere, also when the proxy is on this machine. */
const FORWARDED = [
  "Forwarded",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
  "X-Real-IP",
  "Via",
] as const;

/** Asked from this machine by a loopback name, which keeps out pages that rebind one, and by no page. */
function isLocal(c: Context): boolean {
  const host = URL.parse(`http://${c.req.header("Host") ?? ""}`)?.hostname;
  if (host === undefined || !isLoopbackHost(host) || c.req.header("Origin") !== undefined) return false;
  return FORWARDED.every((name) => c.req.header(name) === undefined) && isLoopbackAddress(remoteAddress(c));
}
