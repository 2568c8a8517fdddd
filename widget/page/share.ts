/** The system's own sheet for passing something on, where there is one. Only ever after the person's own press. */

export const canShare = (): boolean => typeof navigator.share === "function";

/** Closing the sheet is no fault, and what was done in it nobody here knows. */
export async function share(what: ShareData): Promise<void> {
  try {
    await navigator.share(what);
  } catch {
    // Closed, or not allowed in this frame: copying is still there.
  }
}
