/** The element tests: every `test/widget/**` file in a real Chromium, straight from the TypeScript sources. */
import { fileURLToPath } from "node:url";
import { esbuildPlugin } from "@web/dev-server-esbuild";
import { chromeLauncher } from "@web/test-runner-chrome";
import { BROWSER_FLAGS, findBrowser } from "./test/browser.ts";

/** One file at a time: keys are pressed in the tab in front only. */
const CONCURRENCY = 1;
/** The first test of a file also waits for its modules to be compiled. */
const TEST_LIMIT_MS = 10_000;
/** A file with axe on every screen is the slowest. */
const FILE_LIMIT_MS = 60_000;

export default {
  files: ["test/widget/**/*.test.ts"],
  nodeResolve: true,
  // Lit says at every start that it runs in its development mode, as it should here.
  filterBrowserLogs: ({ args }) => !String(args[0]).startsWith("Lit is in dev mode"),
  concurrency: CONCURRENCY,
  testFramework: { config: { timeout: TEST_LIMIT_MS } },
  testsFinishTimeout: FILE_LIMIT_MS,
  browsers: [chromeLauncher({ launchOptions: { executablePath: findBrowser(), args: BROWSER_FLAGS } })],
  plugins: [
    esbuildPlugin({
      ts: true,
      target: "es2022",
      tsconfig: fileURLToPath(new URL("./widget/tsconfig.json", import.meta.url)),
    }),
  ],
};
