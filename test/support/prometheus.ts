/** Prometheus' own tool, which checks rules and metrics. */
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { findProgram, type Program } from "./programs.ts";

const ROOT = resolve(import.meta.dirname, "../..");

const findPromtool = (): string | undefined => findProgram("PROMTOOL_PATH", ["promtool"]);

export const PROMTOOL: Program = {
  name: "promtool",
  packages: ["prometheus"],
  variables: ["PROMTOOL_PATH"],
  isThere: () => findPromtool() !== undefined,
};

/**
 * Runs promtool from the project's root.
 * @returns its output
 * @throws if promtool fails, with its output
 */
export const promtool = (args: readonly string[], input?: string): string =>
  execFileSync(findPromtool() ?? "promtool", args, { cwd: ROOT, encoding: "utf8", input, stdio: "pipe" });
