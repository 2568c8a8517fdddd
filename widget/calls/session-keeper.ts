/** Holds the session token in memory, and asks the host page for a new one when the token ends. */
import type { Clock } from "../page/clock.ts";
import type { Failure } from "../state/failure.ts";

/**
 * A page that takes longer counts as not answering: the user is told, and may ask again. Shorter than the limit of any
 * call.
 */
const ASK_LIMIT_MS = 10_000;

/** Gives the session_token of a session; null if there is nothing for the visitor. */
export type GetSession = () => Promise<string | null>;

export class SessionKeeper {
  // Declared, not defined: undefined from the start, and no byte of the first screen.
  declare token: string | undefined;
  declare getSession: GetSession | undefined;
  /** The error that `getSession` threw the last time. */
  declare thrown: unknown;
  /** The page said the last time that there is nothing for its visitor. */
  isNone = false;
  /** Why the opening had no answer of the token server. */
  declare refused: Failure | undefined;
  readonly #clock: Clock;
  #renewal: Promise<boolean> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether there is another token than the ended one. The page is asked once, however many calls wait. */
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
      this.isNone = token === null;
      if (typeof token === "string" && token && token !== ended) this.token = token;
    } catch (error) {
      // The widget treats an error like no token. The error is kept for the page's author.
      this.thrown = error;
    }
    // The page may have set the property meanwhile.
    return this.token !== undefined && this.token !== ended;
  }
}
