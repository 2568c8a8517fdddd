/** Holds the session token in memory, and asks the host page for a new one when it ends. */
import type { Clock } from "../page/clock.ts";

/** A page that takes longer does not answer: the person is told, and may ask again. Less than any call may take. */
const ASK_LIMIT_MS = 10_000;

export class SessionKeeper {
  token: string | undefined;
  getSession: (() => Promise<string>) | undefined;
  /** What `getSession` threw, the last time. */
  thrown: unknown;
  readonly #clock: Clock;
  #renewal: Promise<boolean> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether there is another token than the one that ended. The page is asked once, however many calls wait. */
  renew(ended: string | undefined): Promise<boolean> {
    if (this.token !== ended) return Promise.resolve(this.token !== undefined);
    this.#renewal ??= this.#ask(ended).finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #ask(ended: string | undefined): Promise<boolean> {
    this.thrown = undefined;
    try {
      const late = this.#clock.sleep(ASK_LIMIT_MS);
      const token: unknown = await Promise.race([this.getSession?.(), late]);
      if (typeof token === "string" && token && token !== ended) this.token = token;
    } catch (error) {
      // What the widget does about it is the same; the page's author is told.
      this.thrown = error;
    }
    // It may have come as a property meanwhile.
    return this.token !== undefined && this.token !== ended;
  }
}
