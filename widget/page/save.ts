/** Gives the user a file that the page made, by a link that is never in the document. */

import type { Clock } from "./clock.ts";

/** Some browsers ask the user first, and read the file after the answer. */
const KEPT_MS = 60_000;

export function save(name: string, content: Blob, clock: Pick<Clock, "sleep">): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  void clock.sleep(KEPT_MS).then(() => URL.revokeObjectURL(link.href));
}
