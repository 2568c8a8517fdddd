/** One temporary folder for a whole run, which takes with it whatever a test or a browser left there. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The database server of the tests is another user, who has to get through. */
const PASSABLE = 0o711;

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "reward-redemption-"));
  chmodSync(folder, PASSABLE);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
