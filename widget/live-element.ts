/**
 * The little that this element needs of what Lit's own base class does: a shadow root that is drawn anew, once a turn, after
 * something changed, and controllers. Lit's would be a sixth of all bytes before the first card.
 */
import type { ReactiveController } from "lit";
import { type RootPart, render } from "lit/html.js";
import type { Styles } from "./styles/css.ts";

/** Where there is no browser the class can still be imported, and no more. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {};

export abstract class LiveElement extends Base {
  /** Resolves when the document shows what was asked for before. */
  updateComplete: Promise<void> = Promise.resolve();
  readonly renderRoot: ShadowRoot;
  readonly #controllers: ReactiveController[] = [];
  /** There once it was drawn for the first time. */
  #part: RootPart | undefined;
  #isAttached = false;
  #isDue = false;

  /** @param styles those of the first screen */
  constructor(styles: Styles) {
    super();
    this.renderRoot = this.attachShadow({ mode: "open" });
    this.adopt(styles);
  }

  /** What the document shows. */
  protected abstract render(): unknown;

  /** Adds styles behind those that are there, which they win over. */
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

  /** Something changed: the document follows at the end of this turn. */
  requestUpdate(): void {
    // One that never was on a page is not drawn; one that left it is, because then it shows no codes any more.
    if (this.#isDue || !(this.#isAttached || this.#part)) return;
    this.#isDue = true;
    this.updateComplete = Promise.resolve().then(() => {
      if (this.#isDue) this.#update();
    });
  }

  /** Brings the document up to date at once: a page that is going away waits for nobody. */
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
