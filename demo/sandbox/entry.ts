/** What is built. */
import "./no-eval.ts";

export * from "./sandbox.ts";
