/** Programs of the machine that some tests need: where each is found, and how it comes where it is not. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";

export interface Program {
  readonly name: string;
  /** What it is called among Debian's packages. */
  readonly packages: readonly string[];
  /** Variables of the environment that name another one. */
  readonly variables: readonly string[];
  readonly isThere: () => boolean;
}

/** Where Debian puts programs; not all of these are on everybody's path. */
const FOLDERS = ["/usr/bin", "/usr/sbin"];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first program that can be run: the one the environment names, then those on the path, then the others. */
export function findProgram(
  variable: string,
  names: readonly string[],
  others: readonly string[] = [],
): string | undefined {
  const folders = [...FOLDERS, ...(process.env.PATH ?? "").split(delimiter)].filter(Boolean);
  const installed = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [process.env[variable] ?? "", ...installed, ...others].find(
    (path) => path !== "" && isExecutable(path),
  );
}

/** What `CI` holds where somebody says that this is none. */
const NOT_CI = ["", "0", "false"];

/** Where nothing may be missing. */
export const isCi = (): boolean => !NOT_CI.includes(process.env.CI ?? "");
