/** Saves a snapshot in a file that only its owner may read, because it contains codes and addresses. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Snapshot } from "./snapshot.ts";

const OWNER_ONLY = 0o600;

export function fileSnapshot(path: string): Snapshot {
  return {
    load() {
      try {
        return readFileSync(path, "utf8");
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
        throw error;
      }
    },
    /** Written to a second file and renamed: whenever the process ends, there is a whole file, old or new. */
    save(json) {
      const beside = `${path}.${process.pid}.tmp`;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(beside, json, { mode: OWNER_ONLY });
      renameSync(beside, path);
    },
  };
}
