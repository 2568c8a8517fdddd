/** Draws for the room there really is, and again when that changes: a phone is turned, a column narrows, a page is zoomed. */
import { nothing, type TemplateResult } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ChildPart } from "lit/directive.js";

/** Draws for a room in CSS pixels. */
export type Draw = (room: number) => TemplateResult;

class Fitted extends AsyncDirective {
  #draw: Draw | undefined;
  #place: Element | undefined;
  #room = 0;
  #resolution: MediaQueryList | undefined;
  /** In the next frame: drawn at once it would change sizes while the page is told of them, which is an error there. */
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.#measure()));

  render(_: Draw): unknown {
    return nothing;
  }

  override update({ parentNode }: ChildPart, [draw]: [Draw]): unknown {
    this.#draw = draw;
    if (!this.#place && parentNode instanceof Element) {
      this.#place = parentNode;
      // It is in the document when this rendering is over, and measured before anything is painted.
      queueMicrotask(() => this.#watch());
    }
    return this.#room > 0 ? draw(this.#room) : nothing;
  }

  #watch(): void {
    if (!this.#place || !this.isConnected) return;
    this.#measure();
    this.#observer.observe(this.#place);
    this.#watchResolution();
  }

  /** The content box, in its own pixels whatever the page scales; nothing while it is not shown. */
  #measure(): void {
    const room = this.#place ? Number.parseFloat(getComputedStyle(this.#place).width) : 0;
    if (!(room > 0) || room === this.#room) return;
    this.#room = room;
    this.#redraw();
  }

  /** A query knows one resolution only: each change needs the next. */
  #watchResolution(): void {
    this.#resolution?.removeEventListener("change", this.#onResolution);
    this.#resolution = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    this.#resolution.addEventListener("change", this.#onResolution);
  }

  readonly #onResolution = (): void => {
    this.#watchResolution();
    this.#redraw();
  };

  #redraw(): void {
    if (this.isConnected && this.#draw && this.#room > 0) this.setValue(this.#draw(this.#room));
  }

  override disconnected(): void {
    this.#observer.disconnect();
    this.#resolution?.removeEventListener("change", this.#onResolution);
  }

  override reconnected(): void {
    this.#watch();
  }
}

/** The only child of an element whose width does not depend on what is drawn. */
export const fitted = directive(Fitted);
