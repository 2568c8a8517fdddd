/** A file system with little room: a tmpfs of its own, which only root may mount. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isCi } from "./programs.ts";

export interface SmallDisk {
  readonly folder: string;
  /** Fills the rest of the room. */
  fill(): void;
  /** Frees that room. */
  free(): void;
  remove(): void;
}

const BLOCK = 4096;

/** @returns undefined if this process may not mount, which is printed; with `CI` set this is an error */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), "small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "pipe" });
  } catch (error) {
    rmSync(folder, { recursive: true });
    if (isCi()) throw error;
    process.stderr.write("no small file system can be mounted here: what a full disk does is not tested\n");
    return undefined;
  }
  const filler = join(folder, "filler");
  return {
    folder,
    fill() {
      const file = openSync(filler, "a");
      try {
        for (;;) writeSync(file, Buffer.alloc(BLOCK));
      } catch {
        // The file system is full.
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
