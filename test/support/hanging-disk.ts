/** A file system that can be frozen for a while: ext4 in a file of its own. Needs root. */
import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isCi } from "./programs.ts";

export interface HangingDisk {
  readonly folder: string;
  /** From now on every writer waits. */
  freeze(): void;
  thaw(): void;
  remove(): void;
}

const SIZE = 64 * 1024 * 1024;
const run = (command: string, ...args: string[]): void => void execFileSync(command, args, { stdio: "pipe" });

/** @returns undefined if this process may not freeze file systems, which is printed; with `CI` set this is an error */
export function mountHangingDisk(): HangingDisk | undefined {
  const base = mkdtempSync(join(tmpdir(), "hanging-disk-"));
  const [image, folder] = [join(base, "image"), join(base, "disk")];
  try {
    const file = openSync(image, "w");
    ftruncateSync(file, SIZE);
    closeSync(file);
    mkdirSync(folder);
    run("mkfs.ext4", "-q", image);
    run("mount", "-o", "loop", image, folder);
  } catch (error) {
    rmSync(base, { recursive: true, force: true });
    if (isCi()) throw error;
    process.stderr.write("no file system can be frozen here: what a disk that hangs does is not tested\n");
    return undefined;
  }
  let isFrozen = false;
  const thaw = (): void => {
    if (isFrozen) run("fsfreeze", "-u", folder);
    isFrozen = false;
  };
  return {
    folder,
    freeze() {
      run("fsfreeze", "-f", folder);
      isFrozen = true;
    },
    thaw,
    remove() {
      thaw();
      run("umount", "-l", folder);
      rmSync(base, { recursive: true, force: true });
    },
  };
}
