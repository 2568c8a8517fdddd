/**
 * Sites and operators' keys that are read again while the server runs: when a file of theirs changes, and at SIGHUP. All or nothing:
 * where anything is wrong the old ones stay, and the log says so. Source: docs/server/keys.md.
 */
import { statSync } from "node:fs";
import process from "node:process";
import type { Log } from "../observing/log.ts";
import { OperatorError } from "../problems/operator-error.ts";
import { SETTINGS_LOOK_EVERY } from "../timing.ts";
import { readText } from "../tools/text-file.ts";
import type { Settings, Site } from "./env.ts";
import type { OperatorKey } from "./operator-keys.ts";
import { SettingError, type Source } from "./setting.ts";

/** What is read again. */
export type Rereadable = Pick<Settings, "sites" | "operators">;

const FILES = ["SITES_FILE", "OPERATOR_KEY_FILE", "OPERATOR_KEYS_FILE"] as const;

export interface RereadOptions {
  readonly environment: Source;
  readonly first: Rereadable;
  /** @throws SettingError */
  readonly read: () => Rereadable;
  readonly apply: (next: Rereadable) => void;
  readonly log: Log;
}

/** @returns what ends it */
export function rereadSettings({ environment, first, read, apply, log }: RereadOptions): () => void {
  let now = first;
  let isWrong = false;
  const again = (): void => {
    try {
      for (const name of FILES) requireContent(environment, name);
      const next = read();
      const changes = changesOf(now, next);
      apply(next);
      now = next;
      if (changes !== "" || isWrong)
        log.info("sites and keys were read again", { reason: changes || "nothing changed" });
      isWrong = false;
    } catch (error) {
      isWrong = true;
      // An operator's error names the setting, and quotes no key.
      const reason = error instanceof OperatorError ? error.message : "they could not be read";
      log.error("sites and keys were not read again: the old ones stay", { reason });
    }
  };
  const files = FILES.flatMap((name) => environment[name] ?? []);
  let seen = "";
  const look = (): void => {
    const there = files.map(stateOf).join();
    if (there !== seen) again();
    seen = there;
  };
  // Also what changed while the server started.
  const timer = files.length > 0 ? setInterval(look, SETTINGS_LOOK_EVERY) : undefined;
  timer?.unref();
  // A terminal that is closed sends it as well, and is to end what runs in it.
  const hears = files.length > 0 || !process.stdout.isTTY;
  if (hears) process.on("SIGHUP", again);
  return () => {
    clearInterval(timer);
    process.off("SIGHUP", again);
  };
}

/** Emptied is written half: nobody has all keys removed that way, and whom it would let in again is not to be guessed. */
function requireContent(environment: Source, name: string): void {
  const path = environment[name];
  const text = path === undefined ? undefined : readText(path);
  if (typeof text === "string" && text.trim() === "")
    throw new SettingError(name, "expected a file that is not empty");
}

/** By its name: platforms put another file in the place of one that they change. */
function stateOf(file: string): string {
  const { mtimeMs, size, ino } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return `${mtimeMs} ${size} ${ino}`;
}

/** In words, by ids and names alone; empty where nothing changed. Pure. */
export function changesOf(before: Rereadable, after: Rereadable): string {
  const sites = compared("site", before.sites, after.sites, ({ id }: Site) => id);
  const keys = compared("key of", before.operators, after.operators, ({ name }: OperatorKey) => name);
  return [...sites, ...keys].join("; ");
}

function compared<T>(
  what: string,
  before: readonly T[],
  after: readonly T[],
  nameOf: (each: T) => string,
): string[] {
  const [old, next] = [before, after].map((all) => new Map(all.map((each) => [nameOf(each), each])));
  const names = [...new Set([...before, ...after].map(nameOf))];
  return names.flatMap((name) => {
    const [was, is] = [old?.get(name), next?.get(name)];
    if (was === undefined) return `${what} ${name} is new`;
    if (is === undefined) return `${what} ${name} has gone`;
    return JSON.stringify(was) === JSON.stringify(is) ? [] : `${what} ${name} has changed`;
  });
}
