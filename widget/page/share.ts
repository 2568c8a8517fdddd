/** The system's share sheet, if there is one. Opened only by a press of the user. */

export const canShare = (): boolean => typeof navigator.share === "function";

/** Closing the sheet is no failure. The browser does not tell what the user did in the sheet. */
export async function share(what: ShareData): Promise<void> {
  try {
    await navigator.share(what);
  } catch {
    // The sheet was closed, or is not allowed in this frame: copying is still possible.
  }
}
