/** Where the settings come from. Source: docs/server/settings.md. */
import { parseEnv } from "node:util";
import { readText } from "../tools/text-file.ts";
import { NOT_TEXT, SettingError, type Source } from "./setting.ts";

/** Marks and blanks that editors leave before a name: with them the reader takes it for another one, and says nothing. */
const UNSEEN = /[\u200b-\u200f\u2060\ufeff]|^[\u00a0\u3000]+/gm;

/** The `.env` file of the working directory under the environment; a missing file is fine. */
export function readEnvironment(environment: Source, path = ".env"): Source {
  const text = readText(path);
  if (typeof text !== "string" && text.code !== "ENOENT")
    throw new SettingError(".env", text.code === "NOT_TEXT" ? NOT_TEXT : "expected a readable file");
  const file: Source =
    typeof text === "string" ? parseEnv(text.replace(UNSEEN, "").replace(/\r\n?/g, "\n")) : {};
  const merged: Record<string, string> = {};
  for (const source of [file, environment]) {
    for (const [name, value] of Object.entries(source)) if (value) merged[name] = value;
  }
  return merged;
}
