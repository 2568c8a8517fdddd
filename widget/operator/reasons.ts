/** What the runbook says of each reason: read out of docs/operate/reasons.md when the page is built, so that both say the same. Pure. */

/** A reason's lines, by their names in the document. */
export interface Advice {
  readonly Means: string;
  readonly "User sees": string;
  readonly Check: string;
  readonly Do: string;
  readonly "Do not": string;
}
export type Reasons = Readonly<Record<string, Advice>>;

const NAMES = ["Means", "User sees", "Check", "Do", "Do not"] as const satisfies readonly (keyof Advice)[];

/** @throws Error where a reason lacks a line */
export function parseReasons(markdown: string): Reasons {
  const sections = markdown.split(/^## /m).slice(1);
  return Object.fromEntries(
    sections.map((section) => {
      const [, reason = ""] = /^`(\w+)`/.exec(section) ?? [];
      const lines = section
        .split(/^- /m)
        .slice(1)
        .map((each) => each.replace(/\s+/g, " ").trim());
      const found = NAMES.map((name) => {
        const line = lines.find((each) => each.startsWith(`${name}: `));
        if (!line) throw new Error(`docs/operate/reasons.md: ${reason} lacks "${name}"`);
        return [name, plain(line.slice(name.length + 2))] as const;
      });
      return [reason, Object.fromEntries(found) as unknown as Advice];
    }),
  );
}

/** Without the marks of Markdown. */
const plain = (text: string): string => {
  const bare = text.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").replaceAll("`", "");
  return bare.charAt(0).toUpperCase() + bare.slice(1);
};
