/** Time that passes only when a test says so. */
import type { Clock } from "../../../widget/page/clock.ts";

/** The user's clock at the beginning of the test. */
const STARTED = Date.parse("2026-11-21T10:00:00");

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export class FakeClock implements Clock {
  #now = 0;
  #sleepers: Sleeper[] = [];
  #watchers: (() => void)[] = [];
  isVisible = true;

  now(): number {
    return this.#now;
  }

  date(): Date {
    return new Date(STARTED + this.#now);
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const sleeper = { at: this.#now + milliseconds, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener("abort", () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        resolve();
      });
    });
  }

  visible(): Promise<void> {
    return this.isVisible ? Promise.resolve() : new Promise((resolve) => this.#watchers.push(resolve));
  }

  show(): void {
    this.isVisible = true;
    for (const watcher of this.#watchers.splice(0)) watcher();
  }

  /** The number of waits: an element that is gone may leave none behind. */
  get waiting(): number {
    return this.#sleepers.length;
  }

  /** Lets time pass, wakes each sleeper at its own time, and lets its work settle. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      const [next] = this.#sleepers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#sleepers = this.#sleepers.filter((other) => other !== next);
      this.#now = Math.max(this.#now, next.at);
      next.wake();
      await turn();
    }
    this.#now = end;
    await turn();
  }
}

/** One turn of the event loop: all work that only waits for promises is done afterwards. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Real time, only for chunks that the browser loads. Nothing else is waited for. */
const PATIENCE_MS = 8_000;

export async function until(check: () => unknown, what = "what the test waits for"): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    if (check()) return;
    await turn();
  }
  throw new Error(`Never happened: ${what}`);
}
