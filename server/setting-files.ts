/**
 * `<NAME>_FILE`: a setting that is a secret, or holds one, may stand in a file, as container platforms hand secrets out. The
 * value is then neither in the environment, which child processes and crash reports copy, nor on a command line.
 * Source: contract, Starting.
 */
import { readFileSync } from "node:fs";
import { SettingError, type Source } from "./setting.ts";

/** The settings that are secrets or hold one. */
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
 * The settings with what their files hold, without the line break that editors put at the end; an empty file equals an unset
 * setting. A value that is given itself wins over the file.
 * @throws SettingError where a file cannot be read; it names the setting, never the path's content
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
