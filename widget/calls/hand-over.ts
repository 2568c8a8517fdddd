/**
 * What `widget.js` asked before the element's code was here, handed to the elements it asked for. Nothing can be read
 * from outside: a hand-over is a function, the last one given, and each answer is taken once, by who knows its session.
 */

/** An answer on its way. */
export interface Early {
  readonly response: Promise<Response>;
  /** `performance.now()` when it was asked for. */
  readonly sentAt: number;
}

/** @param what the address that was asked, and the session it was asked with */
export type Take = (element: Element, what: string) => Early | undefined;

let given: Take | undefined;

/** Resolves when a hand-over is there, or none will come: `widget.js` gives it in the very task that ran this module. */
export const handedOver = new Promise<void>((resolve) => setTimeout(resolve));

/** For `widget.js`. */
export function handOver(take: Take): void {
  given = take;
}

/** What was asked for this element; undefined where nothing was, or something else. */
export const takeEarly: Take = (element, what) => given?.(element, what);
