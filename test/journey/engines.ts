/**
 * A tab in any of the three engines, for a user without a mouse: an address, keys, and the screen. Puppeteer drives
 * Chromium and Firefox, the WebDriver drives WebKit; a journey sees no difference.
 */
import { type KeyInput, launch } from "puppeteer-core";
import { CHROMIUM_FLAGS, type Engine, findChromium, findFirefox } from "../browsers/engines.ts";
import { openWebKit } from "../browsers/webkit.ts";

export interface Tab {
  goto(url: string): Promise<void>;
  /** One key, or several held at once: `Tab`, `Shift+Tab`, `Space`. */
  press(keys: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Runs in the page, with the page's rights and without access to the surrounding scope. */
  evaluate<Result>(read: () => Result): Promise<Result>;
  close(): Promise<void>;
}

type Launch = NonNullable<Parameters<typeof launch>[0]>;

async function openPuppeteer(options: Launch): Promise<Tab> {
  const browser = await launch(options);
  const page = await browser.newPage();
  // Firefox's protocol knows the space bar by its character only.
  const keyOf = (name: string) => (name === "Space" ? " " : name) as KeyInput;
  return {
    async goto(url) {
      await page.goto(url);
    },
    async press(keys) {
      const held = keys.split("+").map(keyOf);
      for (const key of held) await page.keyboard.down(key);
      for (const key of held.toReversed()) await page.keyboard.up(key);
    },
    type: (text) => page.keyboard.type(text),
    evaluate: <Result>(read: () => Result) => page.evaluate(read) as Promise<Result>,
    close: () => browser.close(),
  };
}

async function openWebDriverTab(): Promise<Tab> {
  const { run, ...tab } = await openWebKit();
  return {
    ...tab,
    evaluate: <Result>(read: () => Result) => run(`return (${read})()`) as Promise<Result>,
  };
}

export function openTab(engine: Engine["name"]): Promise<Tab> {
  switch (engine) {
    case "Chromium":
      return openPuppeteer({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
    case "Firefox":
      return openPuppeteer({ browser: "firefox", executablePath: findFirefox() });
    case "WebKit":
      return openWebDriverTab();
  }
}
