/** The files of the npm package, which the image runs, in a folder of their own. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { copyToPack, type Release } from "../../support/release.ts";

/** Where `server/package.ts` puts them. */
const PACKED = "server/dist";

/** @throws Error where they are not built */
export function packServer(): Release {
  const { root, remove } = copyToPack();
  const { status } = spawnSync(process.execPath, ["server/package.ts"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status === 0) return { root: join(root, PACKED), remove };
  remove();
  throw new Error("the package is not built");
}
