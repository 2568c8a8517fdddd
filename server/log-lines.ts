/** Writes log lines in groups: one write for each line would cost more than most of the logged work. */
import type { LogLevel } from "./log.ts";
import { LOG_WRITTEN_WITHIN } from "./timing.ts";

export interface LogLines {
  /** Takes a line. A warning or an error is written at once, together with the waiting lines. */
  readonly write: (line: string, level: LogLevel) => void;
  /** Writes the waiting lines: for a process that is about to end. */
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
