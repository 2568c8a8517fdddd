/**
 * The table and the picture of docs/redemption.md, drawn from the table that the server uses (server/redemption/effects.ts).
 * `npm run docs` renews them.
 */
import { EFFECTS, type Effect, MEANINGS, type Meaning } from "../../server/redemption/effects.ts";
import type { Phase } from "../../server/redemption/model.ts";

/** Phases with the same row stand in one column. */
const COLUMNS: readonly (readonly [string, Phase, ...Phase[]])[] = [
  ["booking, booked", "booking", "booked"],
  ["confirmed", "confirmed"],
  ["linked", "linked"],
  ["redeemed", "redeemed"],
  ["given up, refused", "given_up", "refused"],
  ["void", "void"],
  ["stopped", "stopped"],
];

const MEANING_WORDS: Readonly<Record<Meaning, string>> = {
  hold: "`booked`, or a hold that is called `pending`",
  link: "`pending` with a link",
  code: "`redeemed`",
  refunded: "`refunded` after a code",
  owed: "ended, but with a code or debited (`failed` and `expired` only before the confirmation)",
  nothing: "`canceled`, or `refunded` without a code",
  failed: "`failed`",
  expired: "`expired`",
  denied: "`denied`",
  blocked: "`blocked`",
  unknown: "any other",
};

const EFFECT_WORDS: Readonly<Record<Effect, string>> = {
  book: "can be confirmed",
  lapse: "given up",
  wait: "read again, then the call is repeated",
  repeat: "repeated, then canceled",
  end: "void",
  link: "linked",
  redeem: "redeemed",
  refund: "refunded",
  stop: "stopped",
  unopened: "",
  codes: "",
  given_up: "",
  given_up_ended: "",
  late_link: "linked, or needs a person",
  late_code: "what the order has, or needs a person",
  unstop: "void, where nobody is needed",
  none: "",
};

/** Where each effect leads; what comes late is in the table alone, so that the picture can be read. */
const LEADS_TO: Partial<Record<Effect, Phase>> = {
  book: "booked",
  lapse: "given_up",
  end: "void",
  link: "linked",
  redeem: "redeemed",
  refund: "refunded",
  stop: "stopped",
  unstop: "void",
};

/** What no answer of the service does, but a user, or a Book that was refused. */
const DECIDED: readonly (readonly [string, string, string])[] = [
  ["[*]", "booking", "the user chooses"],
  ["[*]", "confirmed", "the user chooses (notify)"],
  ["booking", "refused", "Book is refused"],
  ["confirmed", "refused", "Create is refused"],
  ["booked", "confirmed", "the user confirms"],
  ["booking", "given_up", "change of mind"],
  ["booked", "given_up", "change of mind"],
  ["given_up", "booked", "chosen again"],
];

export function effectsTable(): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    row(["The service says", ...COLUMNS.map(([name]) => name)]),
    row(["---", ...COLUMNS.map(() => "---")]),
    ...MEANINGS.map((meaning) =>
      row([MEANING_WORDS[meaning], ...COLUMNS.map(([, phase]) => EFFECT_WORDS[EFFECTS[phase][meaning]])]),
    ),
  ].join("\n");
}

export function statesPicture(): string {
  const arrows = Object.entries(EFFECTS).flatMap(([from, row]) => {
    const targets = new Set(Object.values(row).flatMap((effect) => LEADS_TO[effect] ?? []));
    return [...targets].filter((to) => to !== from).map((to) => `  ${from} --> ${to}`);
  });
  const decided = DECIDED.map(([from, to, why]) => `  ${from} --> ${to}: ${why}`);
  return ["```mermaid", "stateDiagram-v2", ...decided, ...arrows, "```"].join("\n");
}

const BEGIN = "<!-- Drawn by `npm run docs` from server/redemption/effects.ts; changes by hand are lost. -->";
const END = "<!-- The end of what `npm run docs` draws. -->";

/** The page with its table and picture renewed. @throws where the page has no place for them */
export function withEffects(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error("docs/redemption.md has no place for its table");
  return `${before}${BEGIN}\n\n${statesPicture()}\n\n${effectsTable()}\n\n${END}${after}`;
}
