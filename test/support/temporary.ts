/** One temporary folder for a whole run; removing it removes everything that tests and browsers left there. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The tests' database server runs as another user, who has to pass through the folder. */
const PASSABLE = 0o711;

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "reward-redemption-"));
  chmodSync(folder, PASSABLE);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
