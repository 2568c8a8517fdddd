/**
 * The element tests: what of `test/widget` needs a browser, from the TypeScript sources. All of them run in Chromium; in Firefox and
 * WebKit those whose outcome depends on the engine, or all with `EVERY_ENGINE=1`, as in `npm run prove`. Which engines are missing is
 * said by `test/browsers/install.ts`, which runs before.
 */
import { chromeLauncher } from "@web/test-runner-chrome";
import { bundleTests } from "./test/browsers/bundle-tests.ts";
import { CHROMIUM_FLAGS, findFirefox, findHeadlessChromium, findWebKit } from "./test/browsers/engines.ts";
import { webkitLauncher } from "./test/browsers/webkit-launcher.ts";
import { elementTests } from "./test/support/element-tests.ts";

// As in vitest.config.ts: not UTC, so that a time in the machine's own zone differs. The browsers have it from here.
process.env.TZ = "America/St_Johns";

/** One file at a time: keys are pressed in the tab in front only. */
const CONCURRENCY = 1;
/** The first test of a file also waits for its modules to be compiled. */
const TEST_LIMIT_MS = 10_000;
/** A file with axe on every screen is the slowest. */
const FILE_LIMIT_MS = 60_000;
/** Three browsers share the machine: a test that a browser kept waiting is run once more. What is broken fails twice. */
const RETRIES = 1;

/** `ENGINES=Chromium,WebKit` runs in those alone; default: all that are here. */
const wanted = process.env.ENGINES?.split(",") ?? ["Chromium", "Firefox", "WebKit"];
const chromium = wanted.includes("Chromium") && findHeadlessChromium();
const firefox = wanted.includes("Firefox") && findFirefox();

/**
 * Focus, dialogs, history, clipboard, printing, device pixels, a page's styles and colours: what engines do each in their own way. Not what no
 * engine lacks (page/platform).
 */
const ENGINE_TESTS =
  /\/(page\/(?!platform)|(define|reward-redemption|session|styles\/brand-colour|views\/(activated|barcode|codes-copying|codes-secrets|layout|till))\.test)/;

const inChromium =
  chromium &&
  chromeLauncher({ launchOptions: { headless: "shell", executablePath: chromium, args: CHROMIUM_FLAGS } });
const inOthers = [
  firefox &&
    Object.assign(chromeLauncher({ launchOptions: { browser: "firefox", executablePath: firefox } }), {
      // The launcher calls everything that it did not bring itself by the name of its usual browser.
      name: "Firefox",
    }),
  wanted.includes("WebKit") && findWebKit() && webkitLauncher(),
].filter(Boolean);

const all = elementTests();
const some = process.env.EVERY_ENGINE ? all : all.filter((path) => ENGINE_TESTS.test(path));

export default {
  files: inChromium ? all : [],
  groups: inOthers.length > 0 ? [{ name: "engines", files: some, browsers: inOthers }] : [],
  nodeResolve: true,
  // Lit says at every start that it runs in its development mode, as it should here; the element tells its page's mistakes.
  filterBrowserLogs: ({ args }) => !/^(Lit is in dev mode|<reward-redemption>: )/.test(String(args[0])),
  concurrency: CONCURRENCY,
  concurrentBrowsers: 1 + inOthers.length,
  testFramework: { config: { timeout: TEST_LIMIT_MS, retries: RETRIES } },
  testsFinishTimeout: FILE_LIMIT_MS,
  browsers: inChromium ? [inChromium] : inOthers,
  plugins: [bundleTests()],
};
