/** Lets time act on the screen that is shown, for as long as it is. */
import type { ReactiveController } from "lit";
import { type Alarm, alarmOf, SETTLE } from "./alarms.ts";
import type { RedemptionController, RedemptionHost } from "./redemption-controller.ts";
import { placeOf } from "./selectors.ts";

/** A page that scrolls tells it with every frame. */
const STILL_MS = 150;

export class Timekeeper implements ReactiveController {
  readonly #host: RedemptionHost;
  readonly #redemption: RedemptionController;
  #alarm: Alarm | undefined;
  #place = "";
  /** When the page last moved below a new screen. */
  #movedAt = Number.NEGATIVE_INFINITY;
  #ringing = new AbortController();

  constructor(host: RedemptionHost, redemption: RedemptionController) {
    this.#host = host;
    this.#redemption = redemption;
    host.addController(this);
  }

  hostUpdated(): void {
    const { state } = this.#redemption;
    const alarm = this.#host.isConnected ? alarmOf(state) : undefined;
    const place = placeOf(state);
    if (alarm === this.#alarm && (alarm !== SETTLE || place === this.#place)) return;
    this.#place = place;
    this.#set(alarm);
  }

  #set(alarm: Alarm | undefined): void {
    this.#alarm = alarm;
    this.#ringing.abort();
    this.#ringing = new AbortController();
    const { signal } = this.#ringing;
    const moved = (): void => {
      this.#movedAt = this.#redemption.world.clock.now();
    };
    if (alarm === SETTLE) addEventListener("scroll", moved, { signal, capture: true, passive: true });
    if (alarm) void this.#ring(alarm, signal);
  }

  async #ring(alarm: Alarm, signal: AbortSignal): Promise<void> {
    const { clock } = this.#redemption.world;
    while (!signal.aborted) {
      await clock.sleep(alarm.afterMs, signal);
      // What scrolls under a finger was not aimed at.
      while (!signal.aborted && clock.now() - this.#movedAt < STILL_MS) await clock.sleep(STILL_MS, signal);
      if (!signal.aborted) this.#redemption.send(alarm.event(clock.now()));
    }
  }
}
