/**
 * The few parts of Lit's base class that this element needs: controllers, and a shadow root that is rendered once a
 * turn after a change. Lit's own class would be a sixth of all bytes before the first card.
 */
import type { ReactiveController } from "lit";
import { type RootPart, render } from "lit/html.js";
import type { Styles } from "./styles/css.ts";

/** Without a browser the class can be imported, but not used. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {};

export abstract class LiveElement extends Base {
  /** Resolves when the document shows all changes so far. */
  updateComplete: Promise<void> = Promise.resolve();
  readonly renderRoot: ShadowRoot;
  readonly #controllers: ReactiveController[] = [];
  /** Set after the first rendering. */
  #part: RootPart | undefined;
  #isAttached = false;
  #isDue = false;

  /** @param styles the styles of the first screen */
  constructor(styles: Styles) {
    super();
    this.renderRoot = this.attachShadow({ mode: "open" });
    this.adopt(styles);
  }

  protected abstract render(): unknown;

  /** Adds styles after the present ones, so that the added ones win. */
  adopt({ sheet }: Styles): void {
    this.renderRoot.adoptedStyleSheets.push(sheet);
  }

  addController(controller: ReactiveController): void {
    this.#controllers.push(controller);
    if (this.#isAttached) controller.hostConnected?.();
  }

  connectedCallback(): void {
    this.#isAttached = true;
    this.#part?.setConnected(true);
    for (const controller of this.#controllers) controller.hostConnected?.();
    this.requestUpdate();
  }

  disconnectedCallback(): void {
    this.#isAttached = false;
    this.#part?.setConnected(false);
    for (const controller of this.#controllers) controller.hostDisconnected?.();
  }

  /** Asks for a rendering at the end of this turn. */
  requestUpdate(): void {
    // An element that never was on a page is not rendered. One that left the page is, so that it shows no codes any
    // more.
    if (this.#isDue || !(this.#isAttached || this.#part)) return;
    this.#isDue = true;
    this.updateComplete = Promise.resolve().then(() => {
      if (this.#isDue) this.#update();
    });
  }

  /** Renders at once: a page that is going away does not wait. */
  flush(): void {
    if (this.#part) this.#update();
  }

  #update(): void {
    this.#isDue = false;
    for (const controller of this.#controllers) controller.hostUpdate?.();
    this.#part = render(this.render(), this.renderRoot);
    for (const controller of this.#controllers) controller.hostUpdated?.();
  }
}
