/**
 * Notes when the user leaves the page and comes back. Nothing of the first screen is secret, so that this is of the later screens.
 */
import type { ReactiveController } from "lit";
import type { RedemptionController, RedemptionHost } from "../redemption-controller.ts";

export class LeavingWatcher implements ReactiveController {
  readonly #host: RedemptionHost;
  readonly #send: RedemptionController["send"];
  #attached = new AbortController();

  constructor(host: RedemptionHost, { send }: RedemptionController) {
    this.#host = host;
    this.#send = send;
    host.addController(this);
  }

  hostConnected(): void {
    this.#attached = new AbortController();
    const { signal } = this.#attached;
    const wipe = () => {
      this.#send({ type: "wiped" });
      this.#host.flush();
    };
    const turn = () => this.#send({ type: document.hidden ? "masked" : "returned" });
    addEventListener("pagehide", wipe, { signal });
    addEventListener("pageshow", ({ persisted }) => persisted && this.#send({ type: "returned" }), {
      signal,
    });
    document.addEventListener("visibilitychange", turn, { signal });
  }

  hostDisconnected(): void {
    this.#attached.abort();
  }
}
