/** Reads members of answers without trusting them: a missing or wrong member is undefined. */
import type { Answer } from "./exchange.ts";

export function member(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null
        ? (inner as Record<string | number, unknown>)[name]
        : undefined,
    value,
  );
}

export const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** An answer's `data`. */
export const dataOf = (answer: Answer): unknown => member(answer.body, "data");

/** The items of a list; none if the answer is no list. */
export function itemsOf(answer: Answer): unknown[] {
  const data = dataOf(answer);
  return answer.status === 200 && Array.isArray(data) ? data : [];
}

/** Ids are numbers in the interface; the same id as a string counts as equal. */
export const sameId = (value: unknown, id: string | undefined): boolean =>
  (typeof value === "number" || typeof value === "string") && String(value) === id;

/** The id of a promotion, a client or a redemption, as a string. */
export const idOf = (value: unknown): string | undefined => {
  const id = member(value, "id");
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
};

export interface Code {
  readonly usage: unknown;
  readonly format: unknown;
  readonly value: unknown;
}

/** The codes of a redemption; none if `reward_codes` is absent, empty or unreadable. */
export function codesOf(redemption: unknown): Code[] {
  const codes = member(redemption, "reward_codes", "codes");
  return Array.isArray(codes)
    ? codes.map((code) => ({
        usage: member(code, "usage"),
        format: member(code, "format"),
        value: member(code, "value"),
      }))
    : [];
}

/** The codes as one text for comparison, whatever their order. Never printed. */
export const codesKey = (redemption: unknown): string =>
  codesOf(redemption)
    .map(({ usage, value }) => JSON.stringify([usage, value]))
    .sort()
    .join();

const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?([Zz]|[+-]\d\d:?\d\d))?$/;

/** An ISO 8601 date-time in milliseconds since 1970. */
export function moment(value: unknown): number | undefined {
  if (typeof value !== "string" || !DATE_TIME.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : at;
}

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** `<min>..<max>` in whole units. Source: docs/proof/interface.md, "Limits". */
export function rangeOf(reward: unknown): Range | undefined {
  const written = member(reward, "dimensions", "available_denominations_range");
  const found = /^\s*(\d+)\s*\.\.\s*(\d+)\s*$/.exec(text(written) ?? "");
  if (!found) return undefined;
  const [min, max] = [Number(found[1]), Number(found[2])];
  return min <= max ? { min, max } : undefined;
}
