/**
 * Reads one setting: a number, a choice, a path, or a file with a secret. A SettingError has the setting's name and the expected form, never its value.
 * env.ts has the list of settings. Source: docs/server/settings.md.
 */
import { OperatorError } from "../problems/operator-error.ts";
import { readText } from "../tools/text-file.ts";

export class SettingError extends OperatorError {
  override readonly name: string = "SettingError";
  constructor(setting: string, expected: string) {
    super(`${setting}: ${expected}`);
  }
}

/** Where the ledger is. */
export type DatabaseSetting =
  | { readonly kind: "memory" }
  | { readonly kind: "sqlite"; readonly path: string }
  /** The address may contain a password: only the driver may see it. */
  | { readonly kind: "postgres"; readonly url: string };

/** Names and values; an empty value equals none. */
export type Source = Readonly<Record<string, string | undefined>>;

export function integer(source: Source, name: string, fallback: number, min: number, max: number): number {
  const value = source[name];
  if (value === undefined) return fallback;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max))
    throw new SettingError(name, `expected a whole number from ${min} to ${max}`);
  return number;
}

export function oneOf<const T extends string>(
  source: Source,
  name: string,
  values: readonly T[],
  fallback: T,
): T {
  const value = source[name] ?? fallback;
  const found = values.find((each) => each === value);
  if (found === undefined) throw new SettingError(name, `expected one of ${values.join(", ")}`);
  return found;
}

/**
 * Settings that belong together.
 * @returns their values by name; undefined if there is none
 * @throws SettingError if some are missing; names each of them
 */
export function allOrNone<const T extends string>(
  source: Source,
  names: readonly T[],
): Readonly<Record<T, string>> | undefined {
  const missing = names.filter((name) => source[name] === undefined);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0)
    throw new SettingError(
      missing.join(", "),
      `expected a value: ${names.join(", ")} belong together, all or none`,
    );
  return Object.fromEntries(names.map((name) => [name, source[name]])) as Record<T, string>;
}

/** Segments of characters that a path allows unescaped (RFC 3986, pchar); no `.` or `..` segments. */
const PATH = /^(?:\/(?!(?:\.|%2e){1,2}(?:\/|$))(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-F]{2})+)+$/i;

/** @param id the placeholder of an id in the path, one whole segment */
export function path(source: Source, name: string, fallback: string, id?: string): string {
  const value = source[name];
  if (value === undefined) return fallback;
  const parts = id === undefined ? [value] : value.split(`/${id}`);
  const isComplete = id === undefined || (parts.length === 2 && /^(?:\/|$)/.test(parts[1] ?? ""));
  if (!isComplete || !PATH.test(id === undefined ? value : parts.join("/id"))) {
    const holding = id === undefined ? "" : ` that holds the segment ${id} once`;
    throw new SettingError(
      name,
      `expected a path below FULFILLMENT_BASE_URL, such as ${fallback},${holding} without a query`,
    );
  }
  return value;
}

/** The settings that are or contain a secret. */
export const SECRET_SETTINGS = [
  "FULFILLMENT_API_KEY",
  "FULFILLMENT_API_SECRET",
  "SITES",
  "OPERATOR_KEY",
  "OPERATOR_KEYS",
  "DATABASE_URL",
  "PGPASSWORD",
  "APPLE_PASS_CERTIFICATE",
  "APPLE_PASS_KEY",
  "GOOGLE_WALLET_KEY",
] as const;

/**
 * `<NAME>_FILE`: container platforms provide secrets in files, so that they are neither in the environment, which child processes
 * and crash reports copy, nor on a command line.
 * @returns the settings with the contents of their files, without blanks and line breaks at the ends, which editors and `echo` add; an
 * empty file equals an unset setting. A directly given value wins over the file.
 * @throws SettingError if a file cannot be read; names the setting, never the file's content
 */
export function withFiles(source: Source): Source {
  const read: Record<string, string> = {};
  for (const name of SECRET_SETTINGS) {
    const path = source[`${name}_FILE`];
    if (source[name] !== undefined || path === undefined) continue;
    const value = contentOf(path, `${name}_FILE`).trim();
    if (value !== "") read[name] = value;
  }
  return { ...source, ...read };
}

function contentOf(path: string, name: string): string {
  const content = readText(path);
  if (typeof content === "string") return content;
  throw new SettingError(
    name,
    content.code === "NOT_TEXT" ? NOT_TEXT : "expected the path of a readable file",
  );
}

/** Of a file of settings in another encoding. */
export const NOT_TEXT = "expected a file in UTF-8, or in UTF-16 with its byte order mark";
