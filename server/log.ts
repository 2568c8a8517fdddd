/**
 * Structured log lines. Fields are allowed one by one: what is not named in `LogFields` cannot be written, so a secret,
 * code or e-mail never needs to be found and struck out afterwards. Lines that a request causes name the request, wherever in
 * the server they are written: the asynchronous context carries its fields.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "./clock.ts";
import { LedgerUnavailable } from "./ledger/ledger.ts";

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Everything a line may say besides `time`, `level` and `msg`. */
export interface LogFields {
  readonly request_id?: string;
  readonly method?: string;
  /** The route's pattern, never the requested path: paths may carry what a client made up. */
  readonly route?: string;
  readonly status?: number;
  readonly duration_ms?: number;
  /** How far a clock was moved. */
  readonly shift_ms?: number;
  readonly code?: string;
  readonly site?: string;
  /** The name of an operator's key. */
  readonly operator?: string;
  /** Of a client: only where a key was refused, and of operators. */
  readonly address?: string;
  readonly order_id?: string;
  readonly promotion_id?: string;
  /** A short digest of a session token: names the session and opens nothing. */
  readonly session?: string;
  /** Of a page that was refused, as browsers spell it. */
  readonly origin?: string;
  /** The configured origin that a refused one is like. */
  readonly nearly?: string;
  readonly attempt?: number;
  readonly reference?: string;
  readonly state?: string;
  readonly step?: string;
  readonly reason?: string;
  /** The setting that is to be looked at. */
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

/** A request whose lines are written in the asynchronous context that it began. */
interface Cause {
  fields: () => LogFields;
  isAnswered: boolean;
}

const causes = new AsyncLocalStorage<Cause>();

/**
 * Runs `serve`; lines that are written meanwhile get the fields of `fieldsOf`, where they have none of their own. Afterwards the
 * context goes on, with a call to the service for one, but may have come to serve others too: then only lines about the
 * request's own order get them.
 * @returns the fields as they are afterwards
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
    // Computed now: what the fields are read from is not kept for as long as the context lives.
    fields = fieldsOf();
    cause.fields = () => fields;
    cause.isAnswered = true;
  }
  return fields;
}

/** What the request behind a line adds to it. */
function causeOf({ site, order_id }: LogFields): LogFields {
  const cause = causes.getStore();
  if (!cause) return {};
  const fields = cause.fields();
  const isSame = order_id === fields.order_id && site === fields.site;
  const isOfOther = order_id !== undefined && fields.order_id !== undefined && !isSame;
  return isOfOther || (cause.isAnswered && (order_id === undefined || !isSame)) ? {} : fields;
}

/** Makes a log that writes JSON lines of `level` and above to `write`. */
export function createLog(
  level: LogLevel,
  clock: Clock,
  write: (line: string, level: LogLevel) => void,
): Log {
  const least = LOG_LEVELS.indexOf(level);
  const at =
    (own: LogLevel) =>
    (msg: string, fields: LogFields = {}): void => {
      if (LOG_LEVELS.indexOf(own) < least) return;
      const time = new Date(clock.now()).toISOString();
      write(`${JSON.stringify({ time, level: own, msg, ...causeOf(fields), ...fields })}\n`, own);
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** The parts of an unexpected error that are safe to log. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error_name: typeof error };
  const frames = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  // Why the ledger does not answer is a word or a code, and never a value.
  const reason = error instanceof LedgerUnavailable ? { reason: error.reason } : {};
  return { error_name: error.name, ...reason, stack: frames?.slice(0, 8).join("\n") };
}
