/**
 * Releases in folders of their own: a copy of this one, independent of later builds, and a next one with other bytes in
 * the widget and an addition to the ledger.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const COPIED = ["shared", "server", "widget", "package.json", "tsconfig.json", "vite.config.ts"];

export interface Release {
  readonly root: string;
  remove(): void;
}

export interface NextRelease extends Release {
  /** The next release's title above the rewards. */
  readonly title: string;
}

function copy(names: readonly string[]): Release {
  const root = mkdtempSync(join(tmpdir(), "release-"));
  for (const name of names) cpSync(join(ROOT, name), join(root, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** A copy without the build's files. */
export const copyUnbuilt = (): Release => copy(COPIED);

/** A copy in which the npm packages can be built, so that nothing is written beside what other tests read. */
export const copyToPack = (): Release => copy([...COPIED, "dist", "demo"]);

export const copyThisRelease = (): Release => copy([...COPIED, "dist"]);

/** Changes a file; throws if the text to change is missing. */
function edit(file: string, change: (text: string) => string): void {
  const before = readFileSync(file, "utf8");
  const after = change(before);
  if (after === before) throw new Error(`${file}: nothing to change`);
  writeFileSync(file, after);
}

/** @param version the package's version */
export async function makeNextRelease(version: string): Promise<NextRelease> {
  const { root, remove } = copy(COPIED);
  const title = `Choose your reward (${version})`;
  edit(join(root, "package.json"), (text) => text.replace(/"version": "[^"]+"/, `"version": "${version}"`));
  edit(join(root, "widget/texts/en.ts"), (text) => text.replace(/(pick_title: ")[^"]+/, `$1${title}`));
  // A later text of the element, so that a lazy file has other bytes as well.
  edit(join(root, "widget/texts/en-flow.ts"), (text) => text.replace(/(booked_title: ")/, `$1${version}: `));
  for (const database of ["sqlite", "postgres"]) {
    edit(join(root, `server/ledger/${database}-migrations.ts`), (text) =>
      text.replace(/^ {2}\],$/m, "    `ALTER TABLE orders ADD COLUMN added_later TEXT`,\n  ],"),
    );
  }
  const child = spawn(process.execPath, ["widget/build.ts"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the next release is not built (${code})`);
  return { root, title, remove };
}
