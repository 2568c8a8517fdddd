/**
 * `<NAME>_FILE`: a setting that is or contains a secret may be in a file, as container platforms provide secrets. The value is then
 * neither in the environment, which child processes and crash reports copy, nor on a command line.
 * Source: contract, Starting.
 */
import { readFileSync } from "node:fs";
import { SettingError, type Source } from "./setting.ts";

/** The settings that are or contain a secret. */
export const SECRET_SETTINGS = [
  "FULFILLMENT_API_KEY",
  "FULFILLMENT_API_SECRET",
  "SITES",
  "OPERATOR_KEY",
  "OPERATOR_KEYS",
  "DATABASE_URL",
  "PGPASSWORD",
] as const;

/**
 * The settings with the contents of their files, without the final line break; an empty file equals an unset setting. A directly
 * given value wins over the file.
 * @throws SettingError if a file cannot be read; names the setting, never the file's content
 */
export function withFiles(source: Source): Source {
  const read: Record<string, string> = {};
  for (const name of SECRET_SETTINGS) {
    const path = source[`${name}_FILE`];
    if (source[name] !== undefined || path === undefined) continue;
    const value = contentOf(path, `${name}_FILE`).replace(/\r?\n$/, "");
    if (value !== "") read[name] = value;
  }
  return { ...source, ...read };
}

function contentOf(path: string, name: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new SettingError(name, "expected the path of a readable file");
  }
}
