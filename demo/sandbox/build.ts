/**
 * Builds the sandbox: the server's own modules and the simulated service's in one module for browsers. Where a module needs Node,
 * the file beside it that ends with `.web.ts` takes its place.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import { BROWSERS } from "../../vite.config.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Of these packages a browser needs one part; the others ask for Node. */
const PARTS: Readonly<Record<string, string>> = {
  "prom-client": join(ROOT, "demo/sandbox/packages/prom-client.js"),
  "rate-limiter-flexible": join(ROOT, "demo/sandbox/packages/rate-limiter-flexible.js"),
  util: join(ROOT, "demo/sandbox/packages/util.js"),
};

/** The forms of modules for browsers. */
function webForms(): Plugin {
  return {
    name: "web-forms",
    enforce: "pre",
    async resolveId(source, importer, options) {
      const part = PARTS[source];
      if (part) return part;
      if (source.startsWith("node:"))
        throw new Error(`${importer} needs ${source}, and has no form for browsers`);
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      const web = found?.id.replace(/\.ts$/, ".web.ts");
      // A form for browsers takes over what the other one has of it.
      const isOwn = found?.id === importer?.replace(/\.web\.ts$/, ".ts");
      return web && web !== found?.id && !isOwn && existsSync(web) ? web : null;
    },
  };
}

/** zod's messages in other languages: the server answers in its own words. */
function withoutLanguages(): Plugin {
  return {
    name: "without-languages",
    enforce: "pre",
    load: (id) =>
      /\/zod\/v4\/locales\/index\.js$/.test(id) ? 'export { default as en } from "./en.js";' : null,
  };
}

/** @param outDir where `sandbox.js` is written */
export const buildSandbox = (outDir: string): Promise<void> =>
  buildForBrowsers(outDir, { sandbox: "demo/sandbox/entry.ts" });

/** @param entry the name of the module that is written, and its source */
export async function buildForBrowsers(
  outDir: string,
  entry: Readonly<Record<string, string>>,
): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [webForms(), withoutLanguages()],
    define: {
      "process.env.NODE_ENV": '"production"',
      // What a metric says of the runtime.
      "process.version": '"browser"',
    },
    build: {
      outDir,
      emptyOutDir: false,
      target: BROWSERS,
      reportCompressedSize: false,
      // The code of others goes with its terms.
      license: { fileName: `${Object.keys(entry)[0]}-licenses.md` },
      lib: { entry, formats: ["es"] },
      rolldownOptions: {
        output: { entryFileNames: "[name].js", codeSplitting: false, minify: true, comments: false },
      },
    },
  });
}

/** For the npm package: `node demo/sandbox/build.ts <folder> <folder of declarations>`. */
if (import.meta.main) {
  const [outDir = "", types = ""] = process.argv.slice(2);
  await buildSandbox(outDir);
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const { status } = spawnSync(tsc, ["-p", "demo/sandbox/tsconfig.json", "--outDir", types], {
    cwd: ROOT,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}
