/**
 * Builds what the npm package holds into dist/package/: the modules without their types, the declarations, and
 * custom-elements.json, which is read off the element's own description, so that it cannot tell another story.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { manifestOf } from "./manifest.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PACKAGE = join(ROOT, "dist/package");
const SOURCE = "widget/reward-redemption.ts";

rmSync(PACKAGE, { recursive: true, force: true });
mkdirSync(PACKAGE, { recursive: true });
const { status } = spawnSync("tsc", ["-p", "widget/tsconfig.package.json"], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}` },
});
if (status !== 0) process.exit(status ?? 1);
const manifest = manifestOf(readFileSync(join(ROOT, SOURCE), "utf8"));
writeFileSync(join(PACKAGE, "custom-elements.json"), `${JSON.stringify(manifest, null, 2)}\n`);
