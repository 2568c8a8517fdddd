/** Sends the alarm's event of the current screen. */
import type { ReactiveController } from "lit";
import type { RedemptionController, RedemptionHost } from "../redemption-controller.ts";
import { type Alarm, alarmOf, SETTLE } from "../state/alarms.ts";
import { placeOf } from "../state/selectors.ts";

/** A page that is being scrolled reports this with every frame. */
const STILL_MS = 150;

export class Timekeeper implements ReactiveController {
  readonly #host: RedemptionHost;
  readonly #redemption: RedemptionController;
  #alarm: Alarm | undefined;
  #ringing = new AbortController();
  /** The place that is new; undefined once it has settled. */
  #place: string | undefined;
  #settling = new AbortController();
  /** When the page last moved below a new screen. */
  #movedAt = Number.NEGATIVE_INFINITY;

  constructor(host: RedemptionHost, redemption: RedemptionController) {
    this.#host = host;
    this.#redemption = redemption;
    host.addController(this);
  }

  hostUpdated(): void {
    const { state } = this.#redemption;
    const { isConnected } = this.#host;
    const alarm = isConnected ? alarmOf(state) : undefined;
    if (alarm !== this.#alarm) {
      this.#alarm = alarm;
      this.#ringing.abort();
      this.#ringing = new AbortController();
      if (alarm) void this.#ring(alarm, this.#ringing.signal);
    }
    const place = isConnected && state.isNew ? placeOf(state) : undefined;
    if (place === this.#place) return;
    this.#place = place;
    this.#settling.abort();
    this.#settling = new AbortController();
    if (place !== undefined) void this.#settle(this.#settling.signal);
  }

  async #ring(alarm: Alarm, signal: AbortSignal): Promise<void> {
    const { clock } = this.#redemption.world;
    while (!signal.aborted) {
      await clock.sleep(alarm.afterMs, signal);
      if (!signal.aborted) this.#redemption.send(alarm.event(clock.now()));
    }
  }

  /** Runs beside other alarms. A user does not aim at a control that scrolls under the finger. */
  async #settle(signal: AbortSignal): Promise<void> {
    const { clock } = this.#redemption.world;
    const moved = (): void => {
      this.#movedAt = clock.now();
    };
    addEventListener("scroll", moved, { signal, capture: true, passive: true });
    await clock.sleep(SETTLE.afterMs, signal);
    while (!signal.aborted && clock.now() - this.#movedAt < STILL_MS) await clock.sleep(STILL_MS, signal);
    if (!signal.aborted) this.#redemption.send(SETTLE.event(clock.now()));
  }
}
