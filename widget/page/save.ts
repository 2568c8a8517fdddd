/** Gives the user a file that the page made, by a link that is never in the document. */

/** Some browsers ask the user first, and read the file after the answer. */
const KEPT_MS = 60_000;

export function save(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
