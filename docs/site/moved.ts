/**
 * Where a heading or a page has gone that once had an address, so that links to it from elsewhere still arrive:
 * `"old/page/#old"` → `"new/page/#new"`, or `"old/page/"` → `"new/page/"` for a whole page. Never take one out.
 */
export const MOVED: Readonly<Record<string, string>> = {};
