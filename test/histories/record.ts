/** All that can be seen of a history, line by line: by it two plays of one seed are compared. */
import { hash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ask, Evidence } from "./evidence.ts";
import type { Outcome } from "./outcome.ts";
import type { Plan } from "./plan.ts";
import { playOne } from "./play.ts";

/** Plays a history and writes its record to `<seed>.<digest>` in the folder: plays that are alike are one file. */
export async function keepRecord(seed: number, folder: string): Promise<Outcome> {
  const lines: string[] = [];
  let evidence: Evidence | undefined;
  const outcome = await playOne({
    seed,
    report: (line) => lines.push(line),
    opened: ({ party, label }) => lines.push(`${evidence?.now()} ${party.name} ${label}`),
    collected: (given) => {
      evidence = given;
    },
  });
  if (evidence) lines.push(...linesOf(evidence));
  const text = lines.join("\n");
  writeFileSync(join(folder, `${seed}.${hash("sha256", text)}`), text);
  return outcome;
}

/** The evidence, with the service's own record of its calls. */
function linesOf({ control, ...evidence }: Evidence): string[] {
  const lists = { ...evidence, calls: control.calls, codes: control.codes(), mails: control.outbox() };
  return Object.entries(lists).flatMap(([name, list]) =>
    Array.isArray(list) || list instanceof Map
      ? [...list].map((each: unknown) => `${name} ${JSON.stringify(each, briefly)}`)
      : [],
  );
}

/** Names what has a line of its own. */
function briefly(key: string, value: unknown): unknown {
  if (value instanceof Headers) return [...value];
  switch (key) {
    case "cause":
      return (value as Ask | undefined)?.seq;
    case "plan":
      return (value as Plan | undefined)?.order_id;
    case "before":
      return undefined;
    default:
      return value;
  }
}
