/** What a Code 128 may hold, on the screen and in a pass for the phone's wallet. Source: ISO/IEC 15417; widget/barcode/code128.ts. */

/** The screen's encoder reads U+00C8 to U+00D3 as control functions. */
const PRINTABLE = /^[\x20-\x7e]+$/;
/** More do not fit on any screen in bars that a scanner reads; GS1-128 ends at 48. */
const LENGTH_MOST = 80;

export const isCode128Payload = (payload: string): boolean =>
  payload.length <= LENGTH_MOST && PRINTABLE.test(payload);
