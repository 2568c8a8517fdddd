/**
 * The open screen for the till: a native modal dialog above everything else on the page. On a touch screen it is
 * fullscreen, if the browser allows that. The screen stays awake, and Escape and Back close it. The dialog disappears
 * with the codes, because it stands beside them in the document.
 */
import { noChange } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ElementPart } from "lit/directive.js";
import { hasOwnHistory } from "./own-history.ts";
import { matchesMedia, showModal } from "./platform.ts";
import { keepInSight } from "./sight.ts";

/** Marks the history step that Back removes. The step holds nothing about the reward. */
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
      // The dialog is in the document after this rendering.
      queueMicrotask(() => this.#show());
    }
    return noChange;
  }

  #show(): void {
    const dialog = this.#dialog;
    if (!dialog?.isConnected || this.#open) return;
    this.#open = new AbortController();
    const { signal } = this.#open;
    showModal(dialog);
    keepInSight(dialog);
    // With large text the focused button may have scrolled the code out of sight: the code is shown first.
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

  /**
   * Adds a history step, so that Back, on a phone the nearest way out, closes the dialog and does not leave the page.
   */
  #addStep(signal: AbortSignal): void {
    if (!hasOwnHistory()) return;
    try {
      const { state } = history;
      history.pushState({ ...(typeof state === "object" ? state : {}), [STEP]: true }, "");
      addEventListener("popstate", () => this.#leave(), { signal });
    } catch {
      // A frame without an origin has no history of its own.
    }
  }

  /** Fullscreen, on touch screens of browsers that allow it. */
  async #fill(dialog: HTMLDialogElement, signal: AbortSignal): Promise<void> {
    const stage = dialog.firstElementChild;
    if (!matchesMedia("(pointer: coarse)") || !document.fullscreenEnabled || !stage) return;
    try {
      await stage.requestFullscreen({ navigationUI: "hide" });
      if (signal.aborted) return void document.exitFullscreen();
      const left = () => document.fullscreenElement ?? this.#leave();
      document.addEventListener("fullscreenchange", left, { signal });
    } catch {
      // Without fullscreen the dialog fills the window.
    }
  }

  /** A browser releases the lock whenever the page is hidden, so it is requested again on return. */
  async #keepAwake(): Promise<void> {
    if (document.hidden || !this.#open || (this.#lock && !this.#lock.released)) return;
    const { signal } = this.#open;
    try {
      const lock = await navigator.wakeLock.request("screen");
      if (signal.aborted) return void lock.release();
      this.#lock = lock;
    } catch {
      // The browser has no such lock, or the battery is nearly empty.
    }
  }

  /** The user closes the dialog, in any way. */
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
    this.#dialog?.close?.();
  }

  /**
   * Closed with the codes, when the page is left or the order changed. A history step that stays behind does no harm.
   */
  override disconnected(): void {
    this.#end();
  }
}

/** For a dialog that is open for as long as it is in the document. */
export const till = directive(Till);
