/**
 * Builds the contents of the npm package into dist/package/: the modules without their types, the declarations, and
 * custom-elements.json. The last is generated from the element's JSDoc, so that the two cannot disagree.
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
