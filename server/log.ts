/**
 * Structured log lines. Fields are allowed one by one: what is not named in `LogFields` cannot be written, so a secret,
 * code or e-mail never needs to be found and struck out afterwards.
 */
import type { Clock } from "./clock.ts";

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

/** Makes a log that writes JSON lines of `level` and above to `write`. */
export function createLog(level: LogLevel, clock: Clock, write: (line: string) => void): Log {
  const least = LOG_LEVELS.indexOf(level);
  const at =
    (own: LogLevel) =>
    (msg: string, fields: LogFields = {}): void => {
      if (LOG_LEVELS.indexOf(own) < least) return;
      write(`${JSON.stringify({ time: new Date(clock.now()).toISOString(), level: own, msg, ...fields })}\n`);
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** The parts of an unexpected error that are safe to log. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error_name: typeof error };
  const frames = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return { error_name: error.name, stack: frames?.slice(0, 8).join("\n") };
}
