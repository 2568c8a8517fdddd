/** Quantiles, counts and tables. */

export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

const round = (ms: number): number => Math.round(ms * 10) / 10;

/** Nearest rank; NaN where there is nothing. Milliseconds, to a tenth. */
export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number =>
    round(
      sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN,
    );
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** How often each name occurs. */
export function tally(names: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

export const groupBy = <T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
};

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
