/**
 * The widget's tests that run in browsers: those that use the browsers' test library. The other tests need neither
 * document nor network and run in Node, where a file takes a hundredth of the processor time.
 */
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const LIBRARY = 'from "@open-wc/testing"';

/** Paths from the project's root. */
export const elementTests = (): string[] =>
  globSync("test/widget/**/*.test.ts", { cwd: ROOT })
    .filter((path) => readFileSync(resolve(ROOT, path), "utf8").includes(LIBRARY))
    .toSorted();
