import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/widget/**"],
    // Half of the files mostly wait: for browsers, for processes that were killed, for the server's own seconds.
    maxWorkers: 3,
    // Far beyond what any of them takes: only what hangs is to fail by it, also beside the others on a slow machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
