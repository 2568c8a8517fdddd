/** How log lines leave the process: together, since a write for each costs more than what most of them tell of. */
import type { LogLevel } from "./log.ts";
import { LOG_WRITTEN_WITHIN } from "./timing.ts";

export interface LogLines {
  /** Takes a line. A warning or an error leaves at once, and with it what waits. */
  readonly write: (line: string, level: LogLevel) => void;
  /** Writes what waits: a process that ends writes nothing later. */
  readonly flush: () => void;
}

export function logLines(write: (text: string) => void): LogLines {
  let waiting = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting;
    waiting = "";
    if (text !== "") write(text);
  };
  return {
    write(line, level) {
      waiting += line;
      if (level === "warn" || level === "error") flush();
      else timer ??= setTimeout(flush, LOG_WRITTEN_WITHIN);
    },
    flush,
  };
}
