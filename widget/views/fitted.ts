/** Draws for the room there really is, and again when that changes: a phone is turned, a column narrows, a page is zoomed. */
import { nothing, type TemplateResult } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ChildPart } from "lit/directive.js";

/** In CSS pixels. */
export interface Room {
  readonly width: number;
  /** What the drawing itself takes, unless the element has a height of its own. */
  readonly height: number;
  /** The part of the width on either side that is padding. */
  readonly inset?: number;
  /** Of the window, when the width was measured: a browser's bars that come and go while one scrolls change no drawing. */
  readonly windowHeight: number;
}

export type Draw = (room: Room) => TemplateResult | typeof nothing;

const NONE: Room = { width: 0, height: 0, windowHeight: 0 };

class Fitted extends AsyncDirective {
  #draw: Draw | undefined;
  #place: Element | undefined;
  #room: Room = NONE;
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
    return this.#room.width > 0 ? draw(this.#room) : nothing;
  }

  #watch(): void {
    if (!this.#place || !this.isConnected) return;
    this.#measure();
    this.#observer.observe(this.#place);
    this.#watchResolution();
  }

  /** The box that its width is set for, in its own pixels whatever the page scales; nothing while it is not shown. */
  #measure(): void {
    if (!this.#place) return;
    const style = getComputedStyle(this.#place);
    const [width = 0, height = 0, inset = 0] = [style.width, style.height, style.paddingInlineStart].map(
      Number.parseFloat,
    );
    const { width: lastWidth, height: lastHeight, inset: lastInset } = this.#room;
    if (!(width > 0) || (width === lastWidth && height === lastHeight && inset === lastInset)) return;
    const windowHeight = width === lastWidth ? this.#room.windowHeight : innerHeight;
    this.#room = { width, height, inset, windowHeight };
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
    if (this.isConnected && this.#draw && this.#room.width > 0) this.setValue(this.#draw(this.#room));
  }

  override disconnected(): void {
    this.#observer.disconnect();
    this.#resolution?.removeEventListener("change", this.#onResolution);
  }

  override reconnected(): void {
    this.#watch();
  }
}

/** The only child of an element whose width does not depend on what is drawn, nor its height where that is used. */
export const fitted = directive(Fitted);
