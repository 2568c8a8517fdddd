/**
 * Parts of browsers that the environments of a page's unit tests lack (jsdom, happy-dom). Without a part the element does without
 * what it is for: nothing follows a size, no dialog is modal.
 */

/** In the next frame, because changing a size inside the observer is an error. */
export const sizeObserver = (changed: () => void): ResizeObserver | undefined =>
  globalThis.ResizeObserver && new ResizeObserver(() => requestAnimationFrame(changed));

export const sightObserver = (
  changed: IntersectionObserverCallback,
  options: IntersectionObserverInit,
): IntersectionObserver | undefined =>
  globalThis.IntersectionObserver && new IntersectionObserver(changed, options);

export const matchesMedia = (query: string): boolean => globalThis.matchMedia?.(query).matches ?? false;

const isTold = (dialog: Element): boolean => {
  try {
    return dialog.matches(":modal");
  } catch {
    // Unknown selectors are errors.
    return false;
  }
};
/** Dialogs that were shown as modal ones where no selector tells so. */
const untold = new WeakSet<HTMLDialogElement>();

export const isModal = (dialog: EventTarget | null): boolean =>
  dialog instanceof HTMLDialogElement && (isTold(dialog) || (dialog.open && untold.has(dialog)));

export function showModal(dialog: HTMLDialogElement): void {
  if (dialog.showModal) dialog.showModal();
  else dialog.open = true;
  if (!isTold(dialog)) untold.add(dialog);
}

export function scrollIntoView(target: Element | null | undefined, options: ScrollIntoViewOptions): void {
  target?.scrollIntoView?.(options);
}

/** How high a header is that stays at the page's top, as the page says by its `scroll-padding-top`. Pixels. */
export const headerHeight = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
