/**
 * Notes when the user leaves the page and comes back. Nothing of the first screen is secret, so that this is of the later screens.
 */
import type { ReactiveController } from "lit";
import type { RedemptionController, RedemptionHost } from "../redemption-controller.ts";

export class LeavingWatcher implements ReactiveController {
  readonly #host: RedemptionHost;
  readonly #controller: RedemptionController;
  #attached = new AbortController();

  constructor(host: RedemptionHost, controller: RedemptionController) {
    this.#host = host;
    this.#controller = controller;
    host.addController(this);
  }

  hostConnected(): void {
    this.#attached = new AbortController();
    const { signal } = this.#attached;
    const { send } = this.#controller;
    const wipe = () => {
      send({ type: "wiped" });
      this.#host.flush();
    };
    const turn = () => send({ type: document.hidden ? "masked" : "returned" });
    // A window beside this one may have spent some of the same grant.
    const focus = () => this.#controller.state.order?.grant_id && send({ type: "returned" });
    addEventListener("pagehide", wipe, { signal });
    addEventListener("pageshow", ({ persisted }) => persisted && send({ type: "returned" }), {
      signal,
    });
    addEventListener("focus", focus, { signal });
    document.addEventListener("visibilitychange", turn, { signal });
  }

  hostDisconnected(): void {
    this.#attached.abort();
  }
}
