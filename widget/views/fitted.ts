/**
 * Draws for the available room, and again when the room changes: a phone is turned, a column narrows, a page is zoomed.
 */
import { nothing, type TemplateResult } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ChildPart } from "lit/directive.js";
import { sizeObserver } from "../page/platform.ts";

/** In CSS pixels. */
export interface Room {
  readonly width: number;
  /** The height of the drawing itself, unless the element has a height of its own. */
  readonly height: number;
  /** The padding on either side, as part of the width. */
  readonly inset?: number;
  /**
   * The window's height when the width was measured. Browser bars that come and go while scrolling change no drawing.
   */
  readonly windowHeight: number;
}

export type Draw = (room: Room) => TemplateResult | typeof nothing;

const NONE: Room = { width: 0, height: 0, windowHeight: 0 };

class Fitted extends AsyncDirective {
  #draw: Draw | undefined;
  #place: Element | undefined;
  #room: Room = NONE;
  #resolution: MediaQueryList | undefined;
  readonly #observer = sizeObserver(() => this.#measure());

  render(_: Draw): unknown {
    return nothing;
  }

  override update({ parentNode }: ChildPart, [draw]: [Draw]): unknown {
    this.#draw = draw;
    if (!this.#place && parentNode instanceof Element) {
      this.#place = parentNode;
      // The element is in the document after this rendering, and is measured before the paint.
      queueMicrotask(() => this.#watch());
    }
    return this.#room.width > 0 ? draw(this.#room) : nothing;
  }

  #watch(): void {
    if (!this.#place || !this.isConnected) return;
    this.#measure();
    this.#observer?.observe(this.#place);
    this.#watchResolution();
  }

  /** The room of the parent in its own pixels, however the page scales it. Nothing is drawn while it is hidden. */
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

  /** A media query knows one resolution only: after each change a new query is needed. */
  #watchResolution(): void {
    this.#resolution?.removeEventListener("change", this.#onResolution);
    this.#resolution = globalThis.matchMedia?.(`(resolution: ${devicePixelRatio}dppx)`);
    this.#resolution?.addEventListener("change", this.#onResolution);
  }

  readonly #onResolution = (): void => {
    this.#watchResolution();
    this.#redraw();
  };

  #redraw(): void {
    if (this.isConnected && this.#draw && this.#room.width > 0) this.setValue(this.#draw(this.#room));
  }

  override disconnected(): void {
    this.#observer?.disconnect();
    this.#resolution?.removeEventListener("change", this.#onResolution);
  }

  override reconnected(): void {
    this.#watch();
  }
}

/** For the only child of an element whose width, and height if used, do not depend on the drawing. */
export const fitted = directive(Fitted);
