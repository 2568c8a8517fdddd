/** The sandbox as it is published: bundled for browsers. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSandbox } from "../../demo/sandbox/build.ts";
import type * as sandbox from "../../demo/sandbox/sandbox.ts";

let built: Promise<string> | undefined;

/** The path of `sandbox.js`; built once for each worker. */
export function sandboxFile(): Promise<string> {
  built ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
    await buildSandbox(folder);
    return join(folder, "sandbox.js");
  })();
  return built;
}

export const importSandbox = async (): Promise<typeof sandbox> =>
  import(pathToFileURL(await sandboxFile()).href);
