/** The table of docs/proof/course.md: the one that the server uses (server/redemption/answers.ts). `npm run docs` writes it. */
import { TABLE, WORDS } from "../../server/redemption/answers.ts";

function effectsTable(): string {
  const line = (cells: readonly string[]): string => `|${cells.join(" |")}|`;
  const rows = Object.entries(TABLE).map(([phase, row]) =>
    line([`\`${phase}\``, ...WORDS.map((word) => row[word])]),
  );
  return [line(["phase", ...WORDS]), `|${"---|".repeat(WORDS.length + 1)}`, ...rows].join("\n");
}

/** The page with its table renewed. @throws where the page has no place for it */
export function withEffects(page: string): string {
  const place = /(?<=<!-- table -->\n).*?(?=<!-- \/table -->)/s;
  if (!place.test(page)) throw new Error("docs/proof/course.md has no place for its table");
  return page.replace(place, `\n${effectsTable()}\n\n`);
}
