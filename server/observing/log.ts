/**
 * Structured log lines. `LogFields` lists the allowed fields: nothing else can be written, so no secret, code or e-mail has to be
 * removed afterwards. Lines that a request causes have the request's fields, which the asynchronous context carries through the
 * server.
 */

import { LedgerUnavailable } from "../problems/ledger-unavailable.ts";
import type { Clock } from "../tools/clock.ts";
import { createContext } from "../tools/context.ts";

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The fields of a line besides `time`, `level` and `msg`. */
export interface LogFields {
  readonly request_id?: string;
  readonly method?: string;
  /** The route's pattern, never the requested path, which a client may make up. */
  readonly route?: string;
  readonly status?: number;
  readonly duration_ms?: number;
  /** How far a clock was moved. */
  readonly shift_ms?: number;
  readonly code?: string;
  readonly site?: string;
  /** The name of an operator's key. */
  readonly operator?: string;
  /** A client's address: only if a key or a connection was refused, and for operators. */
  readonly address?: string;
  readonly order_id?: string;
  readonly promotion_id?: string;
  readonly event_id?: string;
  /** A short digest of a session token: identifies the session but gives no access. */
  readonly session?: string;
  /** The origin of a refused page, as browsers spell it. */
  readonly origin?: string;
  readonly attempt?: number;
  readonly reference?: string;
  readonly state?: string;
  readonly step?: string;
  readonly reason?: string;
  /** The setting that has to be checked. */
  readonly setting?: string;
  readonly operation?: string;
  readonly outcome?: string;
  readonly environment?: string;
  readonly url?: string;
  readonly version?: string;
  readonly error_name?: string;
  /** Stack frames without the message: messages may quote input. */
  readonly stack?: string;
}

export interface Log {
  debug(msg: string, fields?: LogFields): void;
  info(msg: string, fields?: LogFields): void;
  warn(msg: string, fields?: LogFields): void;
  error(msg: string, fields?: LogFields): void;
}

/** A request, in the asynchronous context of its lines. */
interface Cause {
  fields: () => LogFields;
  isAnswered: boolean;
}

const causes = createContext<Cause>();

/**
 * Runs `serve`; lines written meanwhile get the fields of `fieldsOf` that they lack. Afterwards the context may go on, for example
 * with a call to the service, and may also serve other requests: then only lines about the request's own order get the fields.
 * @returns the fields after `serve`
 */
export async function asCauseOfLines<T extends LogFields>(
  fieldsOf: () => T,
  serve: () => Promise<void>,
): Promise<T> {
  const cause: Cause = { fields: fieldsOf, isAnswered: false };
  let fields: T;
  try {
    await causes.run(cause, serve);
  } finally {
    // Computed now, so that the request is not kept in memory for as long as the context exists.
    fields = fieldsOf();
    cause.fields = () => fields;
    cause.isAnswered = true;
  }
  return fields;
}

/** The fields that the request of a line adds. */
function causeOf({ site, order_id }: LogFields): LogFields {
  const cause = causes.getStore();
  if (!cause) return {};
  const fields = cause.fields();
  const isSame = order_id === fields.order_id && site === fields.site;
  const isOfOther = order_id !== undefined && fields.order_id !== undefined && !isSame;
  return isOfOther || (cause.isAnswered && (order_id === undefined || !isSame)) ? {} : fields;
}

/** Makes a log that writes JSON lines of `level` and above to `write`. */
export function createLog(level: LogLevel, clock: Clock, write: (line: string) => void): Log {
  const least = LOG_LEVELS.indexOf(level);
  const at =
    (own: LogLevel) =>
    (msg: string, fields: LogFields = {}): void => {
      if (LOG_LEVELS.indexOf(own) < least) return;
      const time = new Date(clock.now()).toISOString();
      write(`${JSON.stringify({ time, level: own, msg, ...causeOf(fields), ...fields })}\n`);
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** The last lines that were written, oldest first. */
export class LastLines {
  readonly #lines: string[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  add(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > this.#most) this.#lines.shift();
  }
}

/** The parts of an unexpected error that are safe to log. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error_name: typeof error };
  const frames = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  // The ledger's reason is a word or a code, never a value.
  const reason = error instanceof LedgerUnavailable ? { reason: error.reason } : {};
  return { error_name: error.name, ...reason, stack: frames?.slice(0, 8).join("\n") };
}
