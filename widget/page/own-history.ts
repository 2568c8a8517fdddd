/**
 * Whether this document came from its own address. One that a script wrote into a frame or a window (`document.write`, `srcdoc`) has
 * the address of another page, or none: its steps of the history would lead to that page in its place. Browsers tell the two apart
 * in the timing of the navigation.
 */
export const hasOwnHistory = (): boolean =>
  (window === parent && !opener) ||
  /^[\w+.-]+:\/\//.test(performance.getEntriesByType("navigation")[0]?.name ?? "");
