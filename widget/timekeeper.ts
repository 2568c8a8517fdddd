/** Lets time act on the screen that is shown, for as long as it is. */
import type { ReactiveController } from "lit";
import { type Alarm, alarmOf } from "./alarms.ts";
import type { RedemptionController, RedemptionHost } from "./redemption-controller.ts";

export class Timekeeper implements ReactiveController {
  readonly #host: RedemptionHost;
  readonly #redemption: RedemptionController;
  #alarm: Alarm | undefined;
  #ringing = new AbortController();

  constructor(host: RedemptionHost, redemption: RedemptionController) {
    this.#host = host;
    this.#redemption = redemption;
    host.addController(this);
  }

  hostUpdated(): void {
    const alarm = this.#host.isConnected ? alarmOf(this.#redemption.state) : undefined;
    if (alarm === this.#alarm) return;
    this.#alarm = alarm;
    this.#ringing.abort();
    this.#ringing = new AbortController();
    if (alarm) void this.#ring(alarm, this.#ringing.signal);
  }

  async #ring(alarm: Alarm, signal: AbortSignal): Promise<void> {
    const { clock } = this.#redemption.world;
    while (!signal.aborted) {
      await clock.sleep(alarm.afterMs, signal);
      if (!signal.aborted) this.#redemption.send(alarm.event(clock.now()));
    }
  }
}
