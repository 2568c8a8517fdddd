/** Copies of the embedded ledger on a schedule. Source: docs/operate/backup.md, "On a schedule". */
import { DAY, HOUR, MINUTE, SECOND } from "../timing.ts";
import { allOrNone, type DatabaseSetting, integer, SettingError, type Source } from "./setting.ts";

export interface BackupSettings {
  /** Milliseconds. */
  readonly every: number;
  readonly folder: string;
  /** How many are kept. */
  readonly keep: number;
}

const NAMES = ["BACKUP_EVERY", "BACKUP_DIR"] as const;
const SPAN = /^([1-9]\d{0,4})([smhd])$/;
const UNITS = { s: SECOND, m: MINUTE, h: HOUR, d: DAY } as const;
/** A large ledger takes seconds to copy and to check. */
const EVERY_LEAST = 10 * SECOND;
const EVERY_MOST = 30 * DAY;
const KEEP = { least: 1, default: 7, most: 1_000 } as const;

export function parseBackups(source: Source, { kind }: DatabaseSetting): BackupSettings | undefined {
  const given = allOrNone(source, NAMES);
  if (!given) return undefined;
  if (kind !== "sqlite")
    throw new SettingError(
      "BACKUP_EVERY",
      "expected beside DATABASE_URL=file:<path> only; PostgreSQL has its own tools",
    );
  const [, count = "", unit = ""] = SPAN.exec(given.BACKUP_EVERY) ?? [];
  const every = Number(count) * (UNITS[unit as keyof typeof UNITS] ?? Number.NaN);
  if (!(every >= EVERY_LEAST && every <= EVERY_MOST))
    throw new SettingError("BACKUP_EVERY", "expected a time such as 15m, 6h or 1d, from 10s to 30d");
  return {
    every,
    folder: given.BACKUP_DIR,
    keep: integer(source, "BACKUP_KEEP", KEEP.default, KEEP.least, KEEP.most),
  };
}
