/**
 * Which share of what happened in the last minutes failed, by one instance: the lamps' form of the alerts that Prometheus computes
 * over all instances. Source: docs/operate/alerts.md, "The rules".
 */
import { FAILURES_WITHIN } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";

/** One failure in so many is told: as many fail now and then by themselves. */
const TOLD_SHARE = 1 / 20;
/** Fewer are no disturbance, whatever their share: at night one request may be all there was. */
const TOLD_LEAST = 3;
/** The window is counted in so many parts, of which the oldest is dropped as a whole. */
const PARTS = 5;

interface Part {
  readonly index: number;
  all: number;
  failed: number;
}

export class Failures {
  readonly #clock: Pick<Clock, "monotonic">;
  #parts: Part[] = [];

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  count(isFailed: boolean): void {
    const index = this.#index();
    let part = this.#parts.at(-1);
    if (part?.index !== index) {
      part = { index, all: 0, failed: 0 };
      this.#parts = [...this.#recent(index), part];
    }
    part.all++;
    if (isFailed) part.failed++;
  }

  /** The share that failed if it is one to be told of; else undefined. */
  share(): number | undefined {
    const parts = this.#recent(this.#index());
    const sum = (of: "all" | "failed") => parts.reduce((total, part) => total + part[of], 0);
    const share = sum("failed") / sum("all");
    return sum("failed") >= TOLD_LEAST && share > TOLD_SHARE ? share : undefined;
  }

  #index(): number {
    return Math.floor((this.#clock.monotonic() / FAILURES_WITHIN) * PARTS);
  }

  #recent(index: number): Part[] {
    return this.#parts.filter((part) => part.index > index - PARTS);
  }
}
