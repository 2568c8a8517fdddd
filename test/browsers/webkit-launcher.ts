/**
 * Lets the test runner of the element tests use WebKit: one window, in which one file after the other is opened. The
 * runner's own WebDriver launcher would do the same with a client of a hundred packages.
 */
import type { BrowserLauncher } from "@web/test-runner";
import type { WebDriver } from "./webdriver.ts";
import { openWebKit } from "./webkit.ts";

/** The size that the runner gives the other engines' pages. */
const PAGE = { width: 800, height: 600 } as const;

/** What the runner's keyboard command asks of a launcher of type `webdriver`. */
interface Keyboard {
  sendKeys(sessionId: string, keys: readonly string[]): Promise<void>;
}

export function webkitLauncher(): BrowserLauncher & Keyboard {
  let opening: Promise<WebDriver> | undefined;
  const active = new Map<string, string>();
  const open = async () => {
    const webkit = await openWebKit();
    await webkit.resize(PAGE.width, PAGE.height);
    return webkit;
  };
  const window = (): Promise<WebDriver> => {
    opening ??= open();
    return opening;
  };
  return {
    name: "WebKit",
    type: "webdriver",
    concurrency: 1,
    async startSession(id, url) {
      active.set(id, url);
      await (await window()).goto(url);
    },
    isActive: (id) => active.has(id),
    getBrowserUrl: async () => (await window()).url(),
    async stopSession(id) {
      active.delete(id);
      // An empty page, so that nothing of this file runs on in the next one's time.
      await (await window()).goto("about:blank");
      return {};
    },
    async sendKeys(_id, keys) {
      for (const key of keys) await (await window()).press(key);
    },
    async startDebugSession() {
      throw new Error("A test is looked at in another engine: this window is not visible.");
    },
    async stop() {
      // What never opened needs no closing; the file that asked for it has said why.
      await opening?.then((webkit) => webkit.close()).catch(() => {});
      opening = undefined;
    },
  };
}
