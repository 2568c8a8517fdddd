/**
 * Hands the answers that `widget.js` asked for early to the elements that need them. Nothing can be read from outside:
 * a hand-over is a function (the last one given counts), and each answer is taken once, only with its address and
 * session.
 */

/** An answer that is on its way. */
export interface Early {
  readonly response: Promise<Response>;
  /** `performance.now()` when the request was sent. */
  readonly sentAt: number;
}

/** @param what the address and the session of the request */
export type Take = (element: Element, what: string) => Early | undefined;

let given: Take | undefined;

/** Resolves when a hand-over was given, or none will come: `widget.js` gives it in the task that ran this module. */
export const handedOver = new Promise<void>((resolve) => setTimeout(resolve));

/** Called by `widget.js`. */
export function handOver(take: Take): void {
  given = take;
}

/** The early answer for this element; undefined if there is none for this address and session. */
export const takeEarly: Take = (element, what) => given?.(element, what);
