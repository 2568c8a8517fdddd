/** Counts and tables. */

/** How often each name occurs. */
export function tally(names: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

export type Cell = string | number;

/** The first column to the left, the others to the right. */
export function table(title: string, head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...texts.map((row) => (row[column] ?? "").length)));
  const lines = texts.map((row) =>
    row
      .map((text, column) =>
        column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0),
      )
      .join("  "),
  );
  return [title, ...lines.map((line) => `  ${line.trimEnd()}`)].join("\n");
}

export const inWords = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name}: ${count}`)
    .join(", ");

export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
