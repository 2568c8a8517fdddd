/**
 * The till's screen while it is open: a native modal dialog, which stands above everything of the page; on a touch screen
 * without the browser's bars where that can be had. The screen stays awake, and Escape and Back close it. It goes with the
 * codes, because it stands in the document beside them.
 */
import { noChange } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ElementPart } from "lit/directive.js";

/** Marks the step of the history that Back takes away. Nothing of the reward is in it. */
const STEP = "reward-till";

const isOwnStep = (): boolean =>
  typeof history.state === "object" && history.state !== null && STEP in history.state;

class Till extends AsyncDirective {
  #dialog: HTMLDialogElement | undefined;
  #closed: () => void = () => {};
  #open: AbortController | undefined;
  #lock: WakeLockSentinel | undefined;

  render(_: () => void): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [closed]: [() => void]): unknown {
    this.#closed = closed;
    if (!this.#dialog && element instanceof HTMLDialogElement) {
      this.#dialog = element;
      // It is in the document when this rendering is over.
      queueMicrotask(() => this.#show());
    }
    return noChange;
  }

  #show(): void {
    const dialog = this.#dialog;
    if (!dialog?.isConnected || this.#open) return;
    this.#open = new AbortController();
    const { signal } = this.#open;
    dialog.showModal();
    // With a large text the code stands above the button that has the focus: what one came for is shown first.
    for (const scrolled of dialog.children) scrolled.scrollTop = 0;
    dialog.addEventListener("close", () => this.#leave(), { signal });
    dialog.addEventListener(
      "cancel",
      (event) => {
        event.preventDefault();
        this.#leave();
      },
      { signal },
    );
    this.#addStep(signal);
    void this.#fill(dialog, signal);
    void this.#keepAwake();
    document.addEventListener("visibilitychange", () => void this.#keepAwake(), { signal });
  }

  /** So that Back, on a phone the nearest way out, closes this and leaves the page where it is. */
  #addStep(signal: AbortSignal): void {
    try {
      const { state } = history;
      history.pushState({ ...(typeof state === "object" ? state : {}), [STEP]: true }, "");
      addEventListener("popstate", () => this.#leave(), { signal });
    } catch {
      // A frame without an origin has no history of its own.
    }
  }

  /** Without the browser's bars, where the screen is touched and the browser lets a page do that. */
  async #fill(dialog: HTMLDialogElement, signal: AbortSignal): Promise<void> {
    const stage = dialog.firstElementChild;
    if (!matchMedia("(pointer: coarse)").matches || !document.fullscreenEnabled || !stage) return;
    try {
      await stage.requestFullscreen({ navigationUI: "hide" });
      if (signal.aborted) return void document.exitFullscreen();
      const left = () => document.fullscreenElement ?? this.#leave();
      document.addEventListener("fullscreenchange", left, { signal });
    } catch {
      // The dialog fills the window as it is.
    }
  }

  /** A browser takes the lock back whenever the page is hidden: it is asked for again on return. */
  async #keepAwake(): Promise<void> {
    if (document.hidden || !this.#open || (this.#lock && !this.#lock.released)) return;
    const { signal } = this.#open;
    try {
      const lock = await navigator.wakeLock.request("screen");
      if (signal.aborted) return void lock.release();
      this.#lock = lock;
    } catch {
      // No such lock here, or a battery that is nearly empty.
    }
  }

  /** The person closes it, in whatever way. */
  #leave(): void {
    if (!this.#open) return;
    this.#end();
    if (isOwnStep()) history.back();
    this.#closed();
  }

  #end(): void {
    this.#open?.abort();
    this.#open = undefined;
    void this.#lock?.release();
    this.#lock = undefined;
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    this.#dialog?.close();
  }

  /** With the codes, when the page is left or the order changed. A step that is left behind does no harm. */
  override disconnected(): void {
    this.#end();
  }
}

/** On a dialog: open for as long as it stands in the document. */
export const till = directive(Till);
