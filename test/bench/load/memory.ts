/** The memory that processes hold, looked at now and then, and the time they computed (Linux only; elsewhere 0). */
import { readFileSync } from "node:fs";

const EVERY = 500;
const KIB_PER_MIB = 1024;

export interface Held {
  readonly before: number;
  readonly peak: number;
  readonly after: number;
}

/** Resident set in MiB; undefined where the system does not tell. */
export function residentMiB(pid: number): number | undefined {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kib === undefined ? undefined : Math.round(Number(kib) / KIB_PER_MIB);
  } catch {
    return undefined;
  }
}

/** Linux counts in hundredths of a second, whatever its kernel ticks with. */
const TICK_MS = 10;

/** Time computed so far, in user and system mode, all threads. Milliseconds. */
export function computedMs(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The name before the last parenthesis may hold anything; then comes the state, and ten fields later the times.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      return 0;
    }
  }
  return ticks * TICK_MS;
}

/** Watches until it is ended. */
export function watchMemory(pids: readonly number[]): { end(): Held[] } {
  const before = pids.map((pid) => residentMiB(pid) ?? 0);
  const peaks = [...before];
  const look = (): number[] =>
    pids.map((pid, index) => {
      const now = residentMiB(pid) ?? 0;
      peaks[index] = Math.max(peaks[index] ?? 0, now);
      return now;
    });
  const timer = setInterval(look, EVERY);
  return {
    end() {
      clearInterval(timer);
      const after = look();
      return pids.map((_, index) => ({
        before: before[index] ?? 0,
        peak: peaks[index] ?? 0,
        after: after[index] ?? 0,
      }));
    },
  };
}
