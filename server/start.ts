/**
 * `npm start`: builds the widget if it is missing or old, and serves. One command, so that the script in package.json can begin with
 * `exec`, by which npm's signals reach the server, and go on without it where the shell has no such word (Windows).
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const BUILD = resolve(import.meta.dirname, "../widget/build.ts");
const { status } = spawnSync(process.execPath, [BUILD, "--if-stale"], { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
await import("./index.ts");
