/** Holds the session token in memory, and asks the host page for a new one when it ends. */
export class SessionKeeper {
  token: string | undefined;
  getSession: (() => Promise<string>) | undefined;
  #renewal: Promise<boolean> | undefined;

  /** Whether there is another token than the one that ended. The page is asked once, however many calls wait. */
  renew(ended: string | undefined): Promise<boolean> {
    if (this.token !== ended) return Promise.resolve(this.token !== undefined);
    this.#renewal ??= this.#ask(ended).finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #ask(ended: string | undefined): Promise<boolean> {
    try {
      const token: unknown = await this.getSession?.();
      if (typeof token !== "string" || token === "" || token === ended) return false;
      this.token = token;
      return true;
    } catch {
      // The page's reason is its own; what the widget does about it is the same.
      return false;
    }
  }
}
