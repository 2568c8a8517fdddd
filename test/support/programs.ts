/** Programs that some tests need: where each is found, and which package installs it. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";

export interface Program {
  readonly name: string;
  /** Its names among Debian's packages. */
  readonly packages: readonly string[];
  /** Environment variables that may name another program; none where its name is always the same. */
  readonly variables: readonly string[];
  readonly isThere: () => boolean;
}

/** Debian's folders for programs, which are not all on every user's path. */
const FOLDERS = ["/usr/bin", "/usr/sbin"];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first program that can be run: the one named by the environment, then those on the path, then the others. */
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

/** Values of `CI` that mean "not in CI". */
const NOT_CI = ["", "0", "false"];

/** Whether tests run in CI, where no program may be missing. */
export const isCi = (): boolean => !NOT_CI.includes(process.env.CI ?? "");

/** Whether tests can use a program. Its absence is printed; in CI, where it may not be missing, they try it and fail. */
export function canUse({ name, packages, isThere }: Program): boolean {
  if (isThere() || isCi()) return true;
  process.stderr.write(
    `${name} is not here (Debian, Ubuntu: ${packages.join(" ")}): nothing is tested with it.\n`,
  );
  return false;
}
