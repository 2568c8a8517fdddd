/** The table of problem codes for docs/server/problems.md. `npm run docs` writes it; server-tables.test.ts holds that it is current. Pure. */
import { PROBLEMS } from "../../shared/problems.ts";

const START = "<!-- Made by `npm run docs` of shared/problems.ts; changes by hand are lost. -->";
const END = "<!-- The end of what `npm run docs` makes. -->";

/** The page with a renewed table. @throws Error if the page has no place for it */
export function withProblems(page: string, problems: typeof PROBLEMS = PROBLEMS): string {
  const [from, until] = [page.indexOf(START), page.indexOf(END)];
  if (from < 0 || until < from) throw new Error("the page does not say where the table stands");
  const rows = Object.entries(problems).map(
    ([code, { status, title, retryable }]) => `|\`${code}\` |${status} |${title} |${retryable ? "yes" : ""}|`,
  );
  const table = ["|code |status |meaning |try again|", "|---|---|---|---|", ...rows].join("\n");
  return `${page.slice(0, from + START.length)}\n\n${table}\n\n${page.slice(until)}`;
}
