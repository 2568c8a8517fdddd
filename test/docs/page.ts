/** A documentation page in Markdown, as far as a test reads it: its tables under their headings, and its code spans. */

/** A row of a table: the text of each cell, by the name of its column. */
export type Row = Readonly<Record<string, string>>;

export interface Section {
  readonly heading: string;
  /** Everything below the heading, tables included. */
  readonly text: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|\s*$/g, "")
    .split("|")
    .map((cell) => cell.trim());

function sectionOf(part: string): Section {
  const [heading = "", ...lines] = part.split("\n");
  const [head, , ...body] = lines.filter((line) => line.startsWith("|")).map(cellsOf);
  const columns = head ?? [];
  const rows = body.map((cells) => {
    if (cells.length !== columns.length) throw new Error(`a row of other columns: ${cells.join(" | ")}`);
    return Object.fromEntries(columns.map((column, n) => [column, cells[n] ?? ""]));
  });
  return { heading: heading.trim(), text: lines.join("\n"), columns, rows };
}

/** What stands above the sections, under the page's title. At most one table. */
export const pageOf = (markdown: string): Section => sectionOf(markdown.split(/^## /m)[0] ?? "");

/** The sections of the second level, by heading. At most one table each. */
export function sectionsOf(markdown: string): ReadonlyMap<string, Section> {
  const [, ...parts] = markdown.split(/^## /m);
  return new Map(parts.map(sectionOf).map((section) => [section.heading, section]));
}

/** What stands between backticks, in order. */
export const spansIn = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);
