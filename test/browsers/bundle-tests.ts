/**
 * Gives the browsers each element test as one module, with the project's own modules in it, compiled from TypeScript: asked for one by
 * one, a hundred modules a test file take a third of its processor time. Packages stay modules of their own, which a browser keeps
 * from file to file.
 */
import { resolve } from "node:path";
import type { TestRunnerPlugin } from "@web/test-runner";
import { build } from "esbuild";

const ROOT = resolve(import.meta.dirname, "../..");
/** What the test runner itself serves. */
const RUNNERS_OWN = /^\/__/;

async function bundle(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [resolve(ROOT, path.slice(1))],
    bundle: true,
    packages: "external",
    // The source map tells the places of the sources from there.
    outfile: resolve(ROOT, `${path.slice(1)}.js`),
    write: false,
    format: "esm",
    target: "es2022",
    tsconfig: resolve(ROOT, "widget/tsconfig.json"),
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "silent",
    plugins: [
      {
        name: "leave-what-the-runner-serves",
        setup: ({ onResolve }) => onResolve({ filter: RUNNERS_OWN }, () => ({ external: true })),
      },
    ],
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`${path}: nothing was built`);
  return file.text;
}

export function bundleTests(): TestRunnerPlugin {
  /** By path: each engine asks for the same ones. */
  const bundles = new Map<string, Promise<string>>();
  return {
    name: "bundle-tests",
    async serve({ path }) {
      if (!path.endsWith(".ts")) return;
      const started = bundles.get(path) ?? bundle(path);
      bundles.set(path, started);
      return { body: await started, type: "js" };
    },
  };
}
